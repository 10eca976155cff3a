import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keysForService } from '../../electron/access/index.ts';
import { forkService } from '../../electron/child-process.ts';
import { superviseService } from '../../electron/supervisor/index.ts';
import { HOST_CALLS } from '../../service/contract/control.ts';
import { askedKeys } from '../../service/process/publisher-keys.ts';
import { type CallMessage, callerOf } from '../../service/process/rpc.ts';
import { startPublisherServer } from '../ingest/fetch/publisher-server.ts';
import { LOCKED, type MemoryVault, memoryVault } from '../support/memory-vault.ts';
import { SERVICE } from '../support/programs.ts';

const KEY = 'bls0123456789abcdef';

/** A service process whose publishers are a server here, supervised by a host with this vault. */
async function host(vault: MemoryVault) {
  const server = await startPublisherServer((_, response) => response.writeHead(403).end());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-asks-'));
  vi.stubEnv('ALMANAC_MIRROR', server.mirror);
  const asked: unknown[] = [];
  const logs: string[] = [];
  const supervisor = superviseService({
    settings: { dataDir, port: 0, pageSize: 5000, sample: false, internalCredential: 'x' },
    otherPorts: [],
    whoHolds: async () => 'another program',
    answer: {
      'publisher-keys': (input) => {
        asked.push(input);
        return keysForService(vault, input, (line) => logs.push(line));
      },
    },
    spawn: () => forkService(SERVICE, (line) => logs.push(line)),
    log: (line) => logs.push(line),
  });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await supervisor.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  supervisor.start();
  expect((await supervisor.waitForStart(30_000)).state).toBe('ready');
  return { supervisor, asked, logs, server };
}

test('a service asks its host for a publisher’s key when a refresh can send it, and not before', async () => {
  const vault = memoryVault();
  await vault.write({ kind: 'publisher', publisher: 'BLS' }, KEY);
  const { supervisor, asked, logs, server } = await host(vault);
  await supervisor.call('refresh', { datasets: ['us_debt'] });
  expect(asked).toEqual([]);
  const { failures } = await supervisor.call('refresh', { datasets: ['jolts'] });
  expect(asked).toEqual([{ publishers: ['BLS'] }]);
  const bodies = server.asked.filter(({ url }) => url.startsWith('api.bls.gov/')).map(({ body }) => body);
  expect(bodies.map((body) => JSON.parse(body).registrationkey)).toEqual([KEY]);
  expect(JSON.stringify([failures, logs, server.asked.map(({ url }) => url)])).not.toContain(KEY);
});

test('if the vault is locked, the refresh goes on without the key, and says why', async () => {
  const vault = memoryVault();
  await vault.write({ kind: 'publisher', publisher: 'BLS' }, KEY);
  vault.turn('locked');
  const { supervisor, server } = await host(vault);
  const { failures } = await supervisor.call('refresh', { datasets: ['jolts'] });
  expect(failures[0]?.message).toContain(`BLS was asked without your key. ${LOCKED}`);
  expect(server.asked.map(({ body }) => JSON.parse(body).registrationkey)).toEqual([undefined]);
});

test('an error of the vault is logged, and the refresh goes on', async () => {
  const broken = { ...memoryVault(), look: () => Promise.reject(new TypeError('x is not a function')) };
  const logs: string[] = [];
  const { keys, notes } = await keysForService(broken, { publishers: ['BLS'] }, (line) => logs.push(line));
  expect([keys, notes]).toEqual([{}, ['BLS was asked without your key. The log says why.']]);
  expect(logs.join()).toContain('x is not a function');
});

test('a key that was never set causes no note', async () => {
  const fail = (line: string): void => expect.unreachable(line);
  expect(await keysForService(memoryVault(), { publishers: ['BLS', 'FRED'] }, fail)).toEqual({
    keys: {},
    notes: [],
  });
  const fromEnvironment = memoryVault({ BLS: KEY });
  fromEnvironment.turn('locked');
  expect(await keysForService(fromEnvironment, { publishers: ['BLS'] }, fail)).toEqual({
    keys: { BLS: KEY },
    notes: [],
  });
});

test('a host that does not answer in time, or not before an abort, has no key; what comes too late is no error', async () => {
  const sent: CallMessage[] = [];
  const { call, hear } = callerOf(HOST_CALLS, (message) => sent.push(message));
  const go = new AbortController().signal;
  const one = askedKeys(call)(['BLS'], go);
  const two = askedKeys(call)(['FRED'], go);
  const output = { keys: { FRED: 'f' }, notes: [] };
  hear({ t: 'result', id: 2, ok: true, output });
  hear({ t: 'result', id: 1, ok: true, output: { keys: {}, notes: ['A note.'] } });
  expect(await Promise.all([one, two])).toEqual([{ keys: {}, notes: ['A note.'] }, output]);
  const cancelling = new AbortController();
  const three = askedKeys(call)(['BLS'], cancelling.signal);
  cancelling.abort();
  expect(await three).toBeUndefined();
  hear({ t: 'result', id: 3, ok: true, output });
  expect(await askedKeys(call, 1)([], go)).toBeUndefined();
  // What is no answer to this is none, and keeps no refresh back.
  const wrong = askedKeys(call)(['BLS'], go);
  hear({ t: 'result', id: 5, ok: true, output: { keys: 'all' } });
  expect(await wrong).toBeUndefined();
  expect(sent.map((message) => message.t)).toEqual(Array.from({ length: 5 }, () => 'call'));
});
