import { expect, test } from 'vitest';
import type { GatewayOptions } from '../../electron/gateway/index.ts';
import type { DataFrom } from '../../electron/team/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { READY, STARTING, scripted } from './scripted-host.ts';

const STATE = {
  mode: 'desktop',
  version: '1.2.3',
  service: 'ready',
  base_url: 'http://127.0.0.1:4780',
  message: null,
  problem: null,
  damage: null,
  incidents: [],
};
const incident: Incident = {
  id: 'data.sqlite.broken-x',
  kind: 'damaged',
  what: 'data',
  at: '2026-11-22T10:20:30.000Z',
  file: '/data/data.sqlite.broken-x',
  is_dismissed: false,
  rescue: null,
};
const damage = { table: 'observation' } as never;

test.each<[string, Parameters<typeof scripted>[0], object]>([
  ['ready', {}, STATE],
  ['starting', { status: STARTING }, { ...STATE, service: 'starting', base_url: null }],
  [
    'failed',
    {
      status: {
        ...READY,
        state: 'failed',
        port: undefined,
        message: 'Port 4780 is taken.',
        problem: 'port_taken',
      },
    },
    { ...STATE, service: 'failed', base_url: null, message: 'Port 4780 is taken.', problem: 'port_taken' },
  ],
  ['with a damaged file', { status: { ...READY, damage } }, { ...STATE, damage }],
  [
    'with incidents',
    { over: { incidents: { open: () => [incident], dismiss: () => undefined } } },
    { ...STATE, incidents: [incident] },
  ],
  [
    'with data of a team',
    { over: { team: () => 'https://t.example' } },
    { ...STATE, team: 'https://t.example' },
  ],
  [
    'in the browser',
    { over: { mode: 'browser', version: '2.0.0' } },
    { ...STATE, mode: 'browser', version: '2.0.0' },
  ],
])('the whole state of a host: %s', async (_, options, expected) => {
  const { ask, said } = scripted(options);
  expect(await said(ask('/host/state'))).toEqual([200, expected]);
});

const slowly = () => new Promise((resolve) => setTimeout(resolve, 5));

test.each([
  [{}, [{ anyPort: false }]],
  [{ any_port: true }, [{ anyPort: true }]],
  [{ is_running: false, any_port: false }, [{ anyPort: false }]],
  [{ is_running: true }, ['stopped', { anyPort: false, port: 4790 }]],
  [{ is_running: true, any_port: true }, ['stopped', { anyPort: true, port: 4790 }]],
])('a service that is started again with %j', async (body, expected) => {
  const happened: unknown[] = [];
  const { post, said } = scripted({
    over: {
      supervisor: {
        ...({ status: () => READY } as GatewayOptions['supervisor']),
        start: (how) => void happened.push(how),
        stop: async () => {
          await slowly();
          happened.push('stopped');
        },
      },
      portOfSettings: () => 4790,
    },
  });
  expect(await said(post('restart-service', body))).toEqual([200, STATE]);
  expect(happened).toEqual(expected);
});

test('without a port in the settings, a running service keeps the one that it had; how it is then is said', async () => {
  const starts: unknown[] = [];
  const status = () => (starts.length === 0 ? STARTING : READY);
  const supervisor = { status, start: (how: unknown) => void starts.push(how) };
  const { post } = scripted({ over: { supervisor: supervisor as unknown as GatewayOptions['supervisor'] } });
  const answer = await post('restart-service', { is_running: true });
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ service: 'ready' })]);
  expect((await post('restart-service', { any_port: 1 })).status).toBe(422);
  expect(starts).toEqual([{ anyPort: false }]);
});

test('who listens on a port is said in words, and null where nobody does', async () => {
  const asked: number[] = [];
  const { ask, said } = scripted({
    over: {
      portHolder: async (port) => {
        asked.push(port);
        return port === 4780 ? 'python3' : null;
      },
      portOfSettings: () => 4790,
    },
  });
  expect(await said(ask('/host/port-holder?port=4780'))).toEqual([200, { holder: 'python3' }]);
  expect(await said(ask('/host/port-holder?port=4781'))).toEqual([200, { holder: null }]);
  expect(asked).toEqual([4780, 4781]);
  const without = scripted();
  expect(await without.said(without.ask('/host/port-holder?port=4780'))).toEqual([200, { holder: null }]);
});

test('an incident is dismissed by its id, and the state of after that is answered', async () => {
  const [dismissed, open]: [string[], Incident[]] = [[], [incident]];
  const { post, said } = scripted({
    over: {
      incidents: {
        open: () => open,
        dismiss: (id) => {
          dismissed.push(id);
          open.length = 0;
        },
      },
    },
  });
  expect((await post('dismiss-incident', {})).status).toBe(422);
  expect(await said(post('dismiss-incident', { id: incident.id }))).toEqual([200, STATE]);
  expect(dismissed).toEqual([incident.id]);
});

test('pages that are open, that leave, and how long they took are handed on', async () => {
  const seen: unknown[] = [];
  const { post, said } = scripted({
    over: { onPresence: (...given) => seen.push(given), onStartupMarks: (marks) => seen.push(marks) },
  });
  const marks = { first_paint: 1.5, data_visible: 2.5 };
  for (const [name, body] of [
    ['presence', { client: 'page-0001' }],
    ['presence', { client: 'page-0002', is_leaving: false }],
    ['presence', { client: 'page-0001', is_leaving: true }],
    ['startup-marks', marks],
  ] as const)
    expect(await said(post(name, body))).toEqual([200, {}]);
  expect((await post('presence', { client: 'x' })).status).toBe(422);
  expect(seen).toEqual([['page-0001', false], ['page-0002', false], ['page-0001', true], marks]);
  const without = scripted();
  expect((await without.post('presence', { client: 'page-0001' })).status).toBe(200);
  expect((await without.post('startup-marks', marks)).status).toBe(200);
});

test('the diagnostics say the origin of the page, that of the desktop too', async () => {
  const { gateway } = scripted();
  for (const origin of ['almanac://app', 'http://127.0.0.1:5173']) {
    const answer = await gateway(new Request(`${origin}/host/diagnostics?x=1`));
    expect(await answer.text()).toBe(`asked from ${origin}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  }
});

const TEAM = { address: 'https://t.example', key: 'alm_k' };

test('a team is checked, followed and left, and the answer comes when that is done', async () => {
  let address: string | undefined;
  const asked: unknown[] = [];
  const choice = async () => ({
    ...{ address: address ?? '', key: 'present' as const, last4: 'mkey', message: null },
    vault: await memoryVault().state(),
  });
  const about = { name: 'The team' } as never;
  const dataFrom: DataFrom = {
    choice,
    check: async (request) => {
      asked.push(['check', request]);
      return { address: request.address, about };
    },
    follow: async (request) => {
      asked.push(['follow', request]);
      await slowly();
      address = request.address;
    },
    leave: async () => {
      asked.push(['leave']);
      await slowly();
      address = undefined;
    },
    atStart: () => undefined,
  };
  const { ask, post, said } = scripted({ over: { dataFrom, team: () => address } });
  expect(await said(post('check-team', TEAM))).toEqual([200, { address: TEAM.address, about }]);
  expect(address).toBeUndefined();
  expect(await said(post('follow-team', TEAM))).toEqual([200, { ...STATE, team: TEAM.address }]);
  expect(await said(ask('/host/team'))).toEqual([200, await choice()]);
  expect(await said(post('leave-team', {}))).toEqual([200, STATE]);
  expect(asked).toEqual([['check', TEAM], ['follow', TEAM], ['leave']]);
});

test('a team that refuses is said why, and a host without a choice of teams has none', async () => {
  const refuse = () => Promise.reject(new Failure('team_refused', 'The key was revoked.'));
  const refusing = scripted({ over: { dataFrom: { follow: refuse, leave: refuse } as unknown as DataFrom } });
  const why = [409, { detail: 'The key was revoked.' }];
  expect(await refusing.said(refusing.post('follow-team', TEAM))).toEqual(why);
  expect(await refusing.said(refusing.post('leave-team', {}))).toEqual(why);
  const { ask, post, said } = scripted();
  const none = [404, { detail: 'Not Found' }];
  expect(await said(ask('/host/team'))).toEqual(none);
  expect(await said(post('check-team', TEAM))).toEqual(none);
});
