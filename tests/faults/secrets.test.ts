import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CreatedKey } from '../../service/contract/access.ts';
import type { DataJobs } from '../../service/contract/app-state.ts';
import { REQUEST_ID_HEADER } from '../../service/contract/names.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { processesFrom, servicesBelow } from '../support/child-processes.ts';
import { ended, startCommandLine } from '../support/command-line.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { signIn } from '../support/signed-in.ts';
import {
  DATA,
  homesIn,
  makeCanaries,
  OTHER_DATA,
  sendRaw,
  startEchoingPublisher,
  wrongRequests,
} from './canaries.ts';
import { tracesBelow, tracesIn, tracesInProcesses, tracesInTexts } from './search-traces.ts';

/**
 * Canaries, values for every kind of secret, go through the real programs, with errors and crashes. Then the
 * test searches all traces: files byte by byte, output, error bodies, the report, and other processes' view.
 */

const { values: CANARIES, of } = makeCanaries([
  'Environment',
  'SetKey',
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

// All default folders of the programs are inside this one.
const box = mkdtempSync(path.join(tmpdir(), 'almanac-secrets-'));
const dataDir = path.join(box, 'data');
const homes = homesIn(box);
afterAll(() => rmSync(box, { recursive: true, force: true }));

test('no secret is left in files, output, errors, reports or other processes’ view', async ({ skip }) => {
  skip(process.platform !== 'linux', 'what other processes see is looked up in /proc');
  const echo = await startEchoingPublisher();
  const environment = { ...homes, ALMANAC_KEY_BLS: of('Environment'), ALMANAC_MIRROR: echo.address };
  const host = await startBrowserMode(
    ['--renderer-dir', makePageFolder(), '--data-dir', dataDir],
    ['--service-port', '0'],
    environment,
  );
  const { ask, state } = await signIn(host);
  const { base_url } = await state();
  const port = Number(new URL(base_url ?? '').port);
  const said: string[] = [];
  const hear = async (answer: Promise<Response> | Response): Promise<Response> => {
    const got = await answer;
    said.push(`${got.status} ${JSON.stringify([...got.headers])} ${await got.clone().text()}`);
    return got;
  };

  // A vault file with a passphrase holds two keys: a publisher's, and one that is made here.
  await hear(ask('/host/choose-vault', { way: 'use-file', passphrase: of('Passphrase') }));
  await hear(ask('/host/choose-vault', { way: 'open-file', passphrase: of('WrongPassphrase') }));
  await hear(ask('/host/set-publisher-key', { publisher: 'FRED', key: of('SetKey') }));
  await hear(ask('/host/set-publisher-key', { publisher: 'Nobody', key: of('Body') }));
  const made = (await (await ask('/host/create-key', { label: 'notebook' })).json()) as CreatedKey;
  expect(made.kept).toBe('file');
  CANARIES.set('MadeKey', made.key);
  const good = await fetch(`${base_url}${DATA}`, { headers: { 'X-API-Key': made.key } });
  expect(good.status).toBe(200);
  expect((await fetch(`${base_url}${DATA}&api_key=${made.key}`)).status).toBe(200);

  // Sends keys in all wrong places, to the service and to the page's address.
  for (const origin of [base_url, host.origin]) {
    // A refusal may end the connection before the answer is read.
    for (const { target, init } of wrongRequests(of, made.key))
      await fetch(origin + target, init).then(hear, (error) => said.push(`${error}`));
  }
  await hear(ask('/host/try', { path: `${DATA}&api_key=${of('Query')}` }));
  await hear(ask('/host/copy-key', { id: of('Body') }));
  await hear(ask('/host/revoke-key', { id: `alm_${of('Body')}` }));
  said.push(await sendRaw(port, `GET /${of('Raw')} HTTP/9.9\r\nX-API-Key: ${of('Raw')}\r\n\r\n`));
  said.push(await sendRaw(port, `${of('Raw')}\r\n\r\n`));
  said.push(
    await sendRaw(
      Number(new URL(host.origin).port),
      `GET http://me:${of('Raw')}@x/?api_key=${of('Raw')} HTTP/1.1\r\n\r\n`,
    ),
  );

  // A refresh sends the environment's key to its publisher, which repeats it in its answer.
  await hear(ask('/host/refresh', { datasets: ['jolts'] }));
  await expect
    .poll(async () => ((await (await ask('/host/jobs')).json()) as DataJobs).jobs[0]?.state, {
      timeout: 60_000,
    })
    .toBe('failed');
  expect(echo.bodies.some((body) => body.includes(of('Environment')))).toBe(true);
  await hear(ask('/host/jobs'));
  await hear(ask('/host/keys'));
  await hear(ask('/host/publisher-keys'));
  await hear(ask('/host/data-state'));

  // Other programs see command lines, and some see environments; only the host has the key in its own.
  const shellPid = host.process.pid ?? 0;
  const pids = await processesFrom(shellPid);
  expect(pids.length).toBeGreaterThan(1);
  expect(tracesInProcesses(pids, CANARIES, [shellPid])).toEqual([]);
  expect(
    tracesInProcesses([shellPid], new Map([...CANARIES].filter(([kind]) => kind !== 'Environment'))),
  ).toEqual([]);

  // The service crashes during requests with keys, and comes back.
  const [service = 0] = await servicesBelow(shellPid);
  const cut = Promise.allSettled(
    [1, 2, 3].map(() =>
      fetch(`${base_url}${DATA}&format=csv&api_key=${made.key}`).then((answer) => answer.text()),
    ),
  );
  process.kill(service, 'SIGABRT');
  await cut;
  const others = async () => (await servicesBelow(shellPid)).filter((pid) => pid !== service).length;
  await expect.poll(others, { timeout: 60_000 }).toBe(1);
  await state();

  // The service loses its data file: it answers 503, with an id that is in the log, too.
  for (const file of ['data.sqlite', 'data.sqlite-wal']) truncateSync(path.join(dataDir, file));
  const { base_url: newUrl } = await state();
  const lost = await hear(fetch(`${newUrl}${OTHER_DATA}&api_key=${made.key}`));
  expect(lost.status).toBe(503);
  const id = lost.headers.get(REQUEST_ID_HEADER) ?? 'none';
  const logOf = () => readFileSync(path.join(dataDir, 'logs/almanac.log'), 'utf8');
  await expect.poll(logOf, { timeout: 60_000 }).toMatch(new RegExp(`Z service ${id} GET .* 503 `));
  await hear(ask('/host/diagnostics'));

  // The command line uses the same keys, and gets some in wrong places.
  const cli: string[] = [];
  for (const words of [
    ['refresh', 'jolts'],
    ['keys', 'revoke', `alm_${of('Path')}`],
    ['keys', 'list'],
    ['status'],
    ['export', 'us_debt', '--series', `alm_${of('Path')}`],
  ]) {
    const { out, err } = await ended(
      startCommandLine([...words, '--data-dir', path.join(box, 'cli')], environment),
    );
    cli.push(`${words[0]}: ${out}${err}`);
  }
  const cliKey = await ended(
    startCommandLine(
      ['keys', 'create', '--label', 'x', '--json', '--data-dir', path.join(box, 'cli')],
      environment,
    ),
  );
  CANARIES.set('CliKey', (JSON.parse(cliKey.out) as { key: string }).key);

  await host.stop();
  echo.stop();
  const { files, traces } = tracesBelow(box, CANARIES);
  expect(files).toEqual(
    expect.arrayContaining(['data/keys.sqlite', 'data/logs/almanac.log', 'cli/keys.sqlite']),
  );
  expect(traces).toEqual([]);
  expect(tracesIn('what was printed', Buffer.from(host.printed()), CANARIES)).toEqual([]);
  expect(tracesInTexts('command', cli, CANARIES)).toEqual([]);
  expect(tracesInTexts('answer', said, CANARIES)).toEqual([]);
  // The search can find values: the report quotes the log, which has the id of this request.
  expect(tracesInTexts('answer', said, new Map([['the id of a request', id]]))).not.toEqual([]);
  // The login token of the printed address is stored nowhere.
  const token = /#t=([\w-]+)/.exec(host.address)?.[1] ?? '';
  expect(token.length).toBeGreaterThan(40);
  expect(tracesBelow(box, new Map([['the login token', token]])).traces).toEqual([]);
}, 600_000);

test('the search finds values in every encoding that they may have', () => {
  const value = of('Query');
  const canaries = new Map([['Query', value]]);
  const folder = mkdtempSync(path.join(box, 'found-'));
  const written = [value, Buffer.from(value, 'utf16le'), Buffer.from(value).toString('hex')];
  for (const shift of ['', 'a', 'ab']) written.push(Buffer.from(`${shift}${value}...`).toString('base64'));
  for (const each of written)
    expect(tracesIn('x', Buffer.concat([Buffer.from(each), Buffer.from('!')]), canaries)).toEqual([
      'Query in x',
    ]);
  mkdirSync(path.join(folder, value));
  expect(tracesBelow(folder, canaries)).toEqual({ files: [], traces: [] });
  expect(tracesInProcesses([process.pid], new Map([['node', process.execPath]]))).not.toEqual([]);
});
