import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { forceKill } from '../../electron/child-process.ts';
import type { AppState, DataJobs } from '../../service/contract/app-state.ts';
import { REQUEST_ID_HEADER } from '../../service/contract/names.ts';
import {
  DATA,
  homesIn,
  makeCanaries,
  OTHER_DATA,
  sendRaw,
  startEchoingPublisher,
  type Way,
  wrongRequests,
} from '../faults/canaries.ts';
import { tracesBelow, tracesIn, tracesInProcesses, tracesInTexts } from '../faults/search-traces.ts';
import { processesFrom } from '../support/child-processes.ts';
import { Access } from './access-page.ts';
import {
  askAsPage,
  type DesktopDriver,
  type PageAnswer,
  serviceIsReady,
  startOnDesktop,
} from './desktop-driver.ts';
import { expect, test } from './fixtures.ts';
import { START_MS } from './running-app.ts';

/**
 * Searches the desktop app for leaked secrets, as `tests/faults/secrets.test.ts` does for browser mode.
 * Canaries go through the window, the shell and the service, errors and crashes are provoked, and everything
 * left behind is searched. Each search must also find a harmless word that was planted in the same place.
 */

const { values: CANARIES, of } = makeCanaries([
  'Vault',
  'Passphrase',
  'WrongPassphrase',
  'Query',
  'Header',
  'Bearer',
  'Path',
  'Token',
  'Body',
  'Raw',
]);
const { values: PLANTED, of: planted } = makeCanaries([
  'Log',
  'Storage',
  'Cache',
  'Temporary',
  'Argument',
  'Environment',
]);
const PASSPHRASE = { 'use-file': of('Passphrase'), 'open-file': of('WrongPassphrase') };

test('@desktop-only no secret is left in files, logs or processes @needs-linux @soak', async ({ target }) => {
  test.skip(process.platform !== 'linux', 'what other processes see is looked up in /proc');
  test.slow();
  const box = await mkdtemp(path.join(tmpdir(), 'almanac-secrets-'));
  const echo = await startEchoingPublisher();
  const app = await startOnDesktop(target, {
    dataDir: path.join(box, 'data'),
    environment: { ...homesIn(box), ALMANAC_MIRROR: echo.address },
  });
  const said: string[] = [];
  try {
    const page = await app.openPage(undefined as never);
    await serviceIsReady(page);
    const key = await misuse(page, said);
    CANARIES.set('MadeKey', key);
    expect(echo.bodies.some((body) => body.includes(of('Vault')))).toBe(true);
    await plant(app, page);
    await searchProcesses(app);
    await crash(app, page, key, said);
    // Temporary files and the window's storage are searched now, and again after the app has ended.
    expect(tracesBelow(box, CANARIES).traces).toEqual([]);
    expect(tracesBelow(path.join(box, 'tmpdir'), PLANTED).traces).toEqual(['Temporary in planted']);
  } finally {
    await app.stop();
    echo.stop();
  }
  try {
    const { files, traces } = tracesBelow(box, CANARIES);
    expect(files).toEqual(expect.arrayContaining(['data/keys.sqlite', 'data/logs/almanac.log']));
    expect(traces).toEqual([]);
    const found = tracesBelow(box, PLANTED).traces;
    expect(found).toContain('Log in data/logs/almanac.log');
    for (const kind of ['Storage', 'Cache'])
      expect(found).toContainEqual(expect.stringMatching(`^${kind} in data/window/.`));
    const heard = (values: typeof CANARIES): string[] => [
      ...tracesIn('what was printed', Buffer.from(app.printed()), values),
      ...tracesInTexts('answer', said, values),
    ];
    expect(heard(CANARIES)).toEqual([]);
    // The diagnostic report has the last lines of the log.
    expect(heard(PLANTED)).toEqual(['Log in what was printed', expect.stringMatching('^Log in answer ')]);
  } finally {
    await rm(box, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
});

/** Sends a request from the page, and adds the answer to `said`. */
async function asPage(page: Page, said: string[], target: string, init: Way = {}): Promise<PageAnswer> {
  const answer = await askAsPage(page, target, init);
  said.push(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`);
  return answer;
}

const post = (page: Page, said: string[], action: string, body: unknown): Promise<PageAnswer> =>
  asPage(page, said, `/host/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const read = async <Body>(page: Page, action: string): Promise<Body> =>
  JSON.parse((await asPage(page, [], `/host/${action}`)).text) as Body;

const baseUrl = async (page: Page): Promise<string> => (await read<AppState>(page, 'state')).base_url ?? '';

/** Gives the app every kind of secret, in right and wrong places. @returns an API key made by the app */
async function misuse(page: Page, said: string[]): Promise<string> {
  // A file with a passphrase holds a publisher's key and the API key that is made here.
  for (const [way, passphrase] of Object.entries(PASSPHRASE))
    await post(page, said, 'choose-vault', { way, passphrase });
  const set = await post(page, said, 'set-publisher-key', { publisher: 'BLS', key: of('Vault') });
  expect(set.status).toBe(200);
  await post(page, said, 'set-publisher-key', { publisher: 'Nobody', key: of('Body') });
  const access = new Access(page);
  await access.open();
  const key = await access.generate('notebook');
  const base = await baseUrl(page);
  expect((await fetch(base + DATA, { headers: { 'X-API-Key': key } })).status).toBe(200);
  expect((await fetch(`${base}${DATA}&api_key=${key}`)).status).toBe(200);
  for (const { target, init } of wrongRequests(of, key)) {
    // A refusal may end the connection before its answer is read.
    await fetch(base + target, init).then(
      async (answer) =>
        said.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`),
      (error) => said.push(String(error)),
    );
    await asPage(page, said, target, init);
  }
  said.push(
    await sendRaw(
      Number(new URL(base).port),
      `GET /${of('Raw')} HTTP/9.9\r\nX-API-Key: ${of('Raw')}\r\n\r\n`,
    ),
  );
  await post(page, said, 'try', { path: `${DATA}&api_key=${of('Query')}` });
  await post(page, said, 'copy-key', { id: of('Body') });
  await post(page, said, 'revoke-key', { id: `alm_${of('Body')}` });

  // A refresh sends the stored key to its publisher, whose error repeats it without a label.
  await post(page, said, 'refresh', { datasets: ['jolts'] });
  const state = async (): Promise<string | undefined> => (await read<DataJobs>(page, 'jobs')).jobs[0]?.state;
  await expect.poll(state, { timeout: START_MS }).toBe('failed');
  for (const action of ['jobs', 'keys', 'publisher-keys', 'data-state', 'diagnostics'])
    await asPage(page, said, `/host/${action}`);
  return key;
}

const logOf = ({ dataDir }: DesktopDriver): Promise<string> =>
  readFile(path.join(dataDir, 'logs/almanac.log'), 'utf8');

/** Plants a harmless word wherever a secret could have been left, by the way that a secret would take. */
async function plant(app: DesktopDriver, page: Page): Promise<void> {
  await app.app.evaluate(
    (_, words) => {
      void Promise.reject(new Error(words.log));
      const { join } = process.getBuiltinModule('node:path');
      const { tmpdir: folder } = process.getBuiltinModule('node:os');
      process.getBuiltinModule('node:fs').writeFileSync(join(folder(), 'planted'), words.temporary);
    },
    { log: planted('Log'), temporary: planted('Temporary') },
  );
  await expect.poll(() => logOf(app)).toContain(planted('Log'));
  await page.evaluate(
    async ([storage, cache]) => {
      localStorage.setItem('planted', storage);
      const script = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '';
      await (await fetch(`${script}?${cache}`)).text();
    },
    [planted('Storage'), planted('Cache')] as const,
  );
}

/** Everybody can read command lines, and some can read environments. */
async function searchProcesses({ app }: DesktopDriver): Promise<void> {
  const host = app.process().pid ?? 0;
  const pids = await processesFrom(host);
  expect(pids.length).toBeGreaterThan(2);
  expect(tracesInProcesses(pids, CANARIES)).toEqual([]);
  const child = await app.evaluate(
    (_, [word, value]) =>
      process.getBuiltinModule('node:child_process').spawn('sleep', ['600'], {
        argv0: word,
        env: { ...process.env, PLANTED: value },
        stdio: 'ignore',
      }).pid,
    [planted('Argument'), planted('Environment')] as const,
  );
  try {
    await expect
      .poll(async () => tracesInProcesses(await processesFrom(host), PLANTED))
      .toEqual([expect.stringMatching('^Argument in'), expect.stringMatching('^Environment in')]);
  } finally {
    forceKill(child);
  }
}

/** Crashes the service and the page while they hold keys, and destroys the data file during a request. */
async function crash(app: DesktopDriver, page: Page, key: string, said: string[]): Promise<void> {
  const base = await baseUrl(page);
  await expect.poll(async () => (await app.services()).length).toBe(1);
  const [service = Number.NaN] = await app.services();
  const cut = Promise.allSettled(
    [1, 2, 3].map(() => fetch(`${base}${DATA}&format=csv&api_key=${key}`).then((answer) => answer.text())),
  );
  process.kill(service, 'SIGABRT');
  await cut;
  await expect.poll(async () => (await app.services()).filter((pid) => pid !== service).length).toBe(1);
  await serviceIsReady(page);
  for (const file of ['data.sqlite', 'data.sqlite-wal']) await truncate(path.join(app.dataDir, file));
  const lost = await fetch(`${await baseUrl(page)}${OTHER_DATA}&api_key=${key}`);
  said.push(await lost.text());
  expect(lost.status).toBe(503);
  await expect.poll(() => logOf(app)).toContain(` service ${lost.headers.get(REQUEST_ID_HEADER)} GET `);
  await asPage(page, said, '/host/diagnostics');
  await app.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => logOf(app)).toContain('The process of the page ended: ');
}
