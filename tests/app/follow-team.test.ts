import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, test } from 'vitest';
import { followedAtStart, followTeamHandlers } from '../../service/app/follow-team.ts';
import { EVENTS_PATH, Versions } from '../../service/contract/app-state.ts';
import { Failure } from '../../service/contract/failure.ts';
import { fits } from '../../service/contract/fits.ts';
import type { FollowedTeam, TeamAbout } from '../../service/contract/team.ts';
import { openWork } from '../../service/work/index.ts';
import { clock } from '../api/folder.ts';
import { LOCKED, memoryVault } from '../support/memory-vault.ts';
import { pageService, said, standIn } from './page-service.ts';

const ABOUT: TeamAbout = {
  team: '01234567-89ab-4def-8123-456789abcdef',
  version: 57,
  role: 'read',
  key_name: 'ana',
};
const KEY = 'alm_the_key_of_ana';
const HERE = 'https://data.example.org';
const THERE = 'https://other.example.org';

/** The actions that follow and leave a team, on the test's setting and vault. `steps` logs their effects. */
function host(ask: (team: FollowedTeam) => Promise<TeamAbout> = async () => ABOUT) {
  const vault = memoryVault();
  const steps: string[] = [];
  let address = '';
  let busy = false;
  let write = (next: string) => {
    steps.push(`set ${next}`);
    address = next;
  };
  const log = (line: string) => void steps.push(line);
  const actions = followTeamHandlers({
    vault,
    setting: { read: () => address, write: (next) => write(next) },
    ask,
    restart: () => void steps.push('restart'),
    isBusy: () => busy,
    log,
  });
  return {
    ...{ vault, steps },
    choice: actions.team,
    check: actions['check-team'],
    follow: actions['follow-team'],
    leave: actions['leave-team'],
    /** The team that a service would start with. */
    atStart: () => followedAtStart(vault, address, log, 20),
    address: () => address,
    refuseSetting: () => {
      write = () => {
        throw new Failure('folder_unusable', 'The disk is full.');
      };
    },
    setBusy: () => {
      busy = true;
    },
  };
}

it('following asks the team, keeps the key in the vault and the address in the settings, and restarts with both', async () => {
  const { choice, check, follow, atStart, vault, steps } = host();
  expect(await atStart()).toBe(undefined);
  const request = { address: ' data.example.org/overview?x=1 ', key: ` ${KEY}\n` };
  expect(await check(request)).toEqual({ address: HERE, about: ABOUT });
  expect([steps, [...vault.secrets]]).toEqual([[], []]);
  await follow(request);
  expect(steps).toEqual([`set ${HERE}`, 'restart']);
  expect([...vault.secrets]).toEqual([[`team ${HERE}`, KEY]]);
  expect(await atStart()).toEqual({ address: HERE, key: KEY });
  const chosen = await choice();
  const vaultState = await vault.state();
  expect(chosen).toEqual({ address: HERE, key: 'present', last4: '_ana', message: null, vault: vaultState });
  expect(JSON.stringify(chosen)).not.toContain(KEY);
});

it('leaving returns to the data of this computer and removes the key', async () => {
  const { choice, follow, leave, atStart, vault, steps } = host();
  await follow({ address: HERE, key: KEY });
  await leave();
  expect(steps.slice(2)).toEqual(['set ', 'restart']);
  expect([...vault.secrets]).toEqual([]);
  expect(await atStart()).toBe(undefined);
  const none = { address: '', key: 'absent', last4: null, message: null, vault: await vault.state() };
  expect(await choice()).toEqual(none);
});

it('following changes nothing if the team refuses, the vault is locked, the setting cannot be written, or an import runs', async () => {
  const refused = host(() => Promise.reject(new Failure('team_refused', 'Not the key.')));
  await expect(refused.follow({ address: HERE, key: KEY })).rejects.toThrow('Not the key.');
  const locked = host();
  locked.vault.turn('locked');
  await expect(locked.follow({ address: HERE, key: KEY })).rejects.toThrow(LOCKED);
  const full = host();
  full.refuseSetting();
  await expect(full.follow({ address: HERE, key: KEY })).rejects.toThrow('The disk is full.');
  const busy = host();
  busy.setBusy();
  await expect(busy.follow({ address: HERE, key: KEY })).rejects.toThrow('Wait until it has ended');
  for (const { steps, vault, address } of [refused, locked, full, busy])
    expect([steps, [...vault.secrets], address()]).toEqual([[], [], '']);
  // The same if a team is followed already.
  const { follow, leave, vault, steps, setBusy, refuseSetting, address } = host();
  await follow({ address: HERE, key: KEY });
  refuseSetting();
  await expect(follow({ address: HERE, key: 'alm_newer_key' })).rejects.toThrow('The disk is full.');
  setBusy();
  await expect(leave()).rejects.toMatchObject({
    code: 'wrong_usage',
    message: 'An import or a refresh is under way. Wait until it has ended, then try again.',
  });
  expect([steps, [...vault.secrets], address()]).toEqual([
    ...[[`set ${HERE}`, 'restart'], [[`team ${HERE}`, KEY]], HERE],
  ]);
});

it('another team or key replaces the first, and leaving has no effect if no team is followed', async () => {
  const { follow, leave, vault, steps, address } = host();
  await leave();
  expect(steps).toEqual([]);
  await follow({ address: THERE, key: 'alm_other_key' });
  await follow({ address: HERE, key: KEY });
  expect([address(), ...vault.secrets]).toEqual([HERE, [`team ${HERE}`, KEY]]);
  await follow({ address: HERE, key: 'alm_newer_key' });
  expect([...vault.secrets]).toEqual([[`team ${HERE}`, 'alm_newer_key']]);
  vault.turn('lost');
  await follow({ address: HERE, key: KEY });
  vault.turn('open');
  expect([...vault.secrets]).toEqual([[`team ${HERE}`, KEY]]);
  vault.turn('locked');
  await leave();
  expect(steps.slice(-3)).toEqual(
    [`The key of ${HERE} could not be removed: ${LOCKED}`, 'restart'].toSpliced(0, 0, 'set '),
  );
});

it('the service starts without the key if it cannot be read in time, and logs the reason', async () => {
  const { choice, follow, atStart, vault, steps } = host();
  await follow({ address: HERE, key: KEY });
  vault.turn('locked');
  expect(await atStart()).toEqual({ address: HERE, key: '' });
  expect(steps.slice(2)).toEqual([`The key of ${HERE} cannot be read: ${LOCKED}`]);
  expect(await choice()).toMatchObject({ key: 'lost', message: LOCKED });
  vault.turn('open');
  const { read } = vault;
  vault.read = () => new Promise(() => undefined);
  expect(await atStart()).toEqual({ address: HERE, key: '' });
  const late = `The key of ${HERE} was not there in time, so the copy of the data is shown without it.`;
  expect(steps.slice(3)).toEqual([late]);
  // A key that comes in time ends the wait.
  vault.read = read;
  expect(await atStart()).toEqual({ address: HERE, key: KEY });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(steps.slice(3)).toEqual([late]);
});

it('a team’s address may have any usual form, if the connection keeps the key secret', async () => {
  const { check } = host();
  for (const [typed, address] of [
    ['data.example.org', HERE],
    ['https://data.example.org/overview#top', HERE],
    ['https://data.example.org:8443', 'https://data.example.org:8443'],
    ['http://127.0.0.1:4790/', 'http://127.0.0.1:4790'],
    ['http://localhost:4790', 'http://localhost:4790'],
    ['http://[::1]:4790', 'http://[::1]:4790'],
  ] as const)
    expect(await check({ address: typed, key: KEY })).toMatchObject({ address });
  for (const [typed, why] of [
    ['', 'is empty'],
    ['ftp://data.example.org', 'is not an address'],
    ['a b', 'is not an address'],
    ['https://ana:secret@data.example.org', 'has a name or a password'],
    ['http://data.example.org', 'would show the key'],
    ['http://127.0.0.1.example.org', 'would show the key'],
  ] as const)
    await expect(check({ address: typed, key: KEY })).rejects.toThrow(why);
});

it('the page follows a team and leaves it: the service restarts each time, and lists its requests', async () => {
  const address = await standIn((_, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(ABOUT));
  });
  const page = await pageService();
  expect(await said(page.post('check-team', { address, key: KEY }))).toEqual([
    200,
    { address, about: ABOUT },
  ]);
  expect([page.ends, page.learned]).toEqual([[], [KEY]]);
  expect(await said(page.ask('/host/outgoing'))).toMatchObject([
    ...[200, { requests: [{ url: `${address}/team/v1/about`, purpose: `Team · ${address}` }] }],
  ]);
  expect(await said(page.post('follow-team', { address, key: KEY }))).toEqual([200, {}]);
  expect(await said(page.ask('/host/team'))).toMatchObject([200, { address, key: 'present', last4: '_ana' }]);
  expect(await said(page.post('leave-team'))).toEqual([200, {}]);
  expect(page.ends).toEqual(['restart', 'restart']);
  expect((await page.post('follow-team', { address: 'http://127.0.0.1:9', key: KEY })).status).toBe(503);
  expect((await page.post('follow-team', { address: 'ftp://x', key: KEY })).status).toBe(422);
});

/** The stream of changes. */

type Page = Awaited<ReturnType<typeof pageService>>;

/** Follows the stream as a page does. */
async function follow({ ask }: Pick<Page, 'ask'>) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const answer = await ask(EVENTS_PATH, { signal: gone.signal });
  const messages: Versions[] = [];
  let isOver = false;
  const reading = (async () => {
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + piece).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) messages.push(JSON.parse(part.slice(6)));
    }
  })().catch(() => undefined);
  void reading.then(() => {
    isOver = true;
  });
  await expect.poll(() => messages.length).toBe(1);
  /** @returns the subjects whose version differs from the first message. */
  const changed = () =>
    (Object.keys(messages[0] ?? {}) as (keyof Versions)[]).filter(
      (name) => messages.at(-1)?.[name] !== messages[0]?.[name],
    );
  return { answer, messages, changed, isOver: () => isOver, leave: () => gone.abort() };
}

test('the first message of the stream has every subject, and the stream needs a session', async () => {
  const page = await pageService();
  const { answer, messages } = await follow(page);
  expect(answer.headers.get('Content-Type')).toBe('text/event-stream');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(fits(Versions, messages[0])).toBe(true);
  for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer wrong' }])
    expect((await fetch(page.origin + EVENTS_PATH, { headers })).status).toBe(401);
  expect((await page.ask(EVENTS_PATH, { method: 'POST' })).status).toBe(405);
  expect((await page.ask(EVENTS_PATH, { headers: { Origin: 'https://evil.test' } })).status).toBe(403);
});

test('the stream reports changes by the page itself and by another program', async () => {
  const page = await pageService();
  const own = await follow(page);
  const other = await follow(page);
  await page.post('set-preferences', { values: { theme: 'dark' } });
  await expect.poll(own.changed, { timeout: 5000 }).toEqual(['work']);
  await expect.poll(other.changed, { timeout: 5000 }).toEqual(['work']);

  const { messages, changed } = await follow(page);
  const work = openWork(page.dataDir, { now: clock().now });
  work.preferences.set({ theme: 'light' });
  work.close();
  await expect.poll(changed, { timeout: 5000 }).toEqual(['work']);
  writeFileSync(path.join(page.dataDir, 'settings.json'), '{"page_size": 100}');
  await expect.poll(changed, { timeout: 5000 }).toEqual(['work', 'settings']);
  expect(messages).toHaveLength(3);
  // A page that connects later gets the current versions.
  expect((await follow(page)).messages).toEqual([messages.at(-1)]);
});

test('the stream reports that a job begins and ends, and that sample data are there', async () => {
  const page = await pageService();
  const { changed } = await follow(page);
  const upload = await page.upload();
  await page.post('preview', { upload });
  await expect.poll(changed, { timeout: 5000 }).toEqual(['jobs']);
  await page.post('make-sample');
  await expect.poll(changed, { timeout: 10_000 }).toEqual(expect.arrayContaining(['data', 'jobs', 'runs']));
});

test('the stream counts the pages that follow it, and ends with the service', async () => {
  const page = await pageService({ until: () => undefined });
  const count = async () => {
    const secret = { Authorization: `Bearer ${page.controlSecret}` };
    const answer = await fetch(`${page.origin}/control/state`, { method: 'POST', headers: secret });
    return ((await answer.json()) as { clients: number }).clients;
  };
  expect(await count()).toBe(0);
  const [one, two] = [await follow(page), await follow(page)];
  expect(await count()).toBe(2);
  two.leave();
  await expect.poll(count).toBe(1);
  const began = performance.now();
  await page.service.close(5000);
  // The service does not wait for a page that follows the stream.
  expect(performance.now() - began).toBeLessThan(4000);
  await expect.poll(one.isOver).toBe(true);
});
