import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jsonBytes } from '../../service/contract/fits.ts';
import { ANSWER_BYTES, DATA_FILE, SETTINGS_FILE } from '../../service/contract/names.ts';
import { messagesOnly, type RefusedMessage, readMessage } from '../../service/mcp/server.ts';
import { announceInstance, ownProcessStart } from '../../service/process/instances.ts';
import { lockFolder } from '../../service/store/index.ts';
import { fillFolder, publish, temporaryFolder } from '../api/folder.ts';
import { almanac } from '../cli/almanac.ts';
import { startCommandLine } from '../support/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { call, httpClient, listening, NOW, type Result, sampleApp, textOf } from './client.ts';

async function stdioClient(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

/** Starts `almanac mcp`, writes lines to it, closes its input after the answers, and waits for its end. */
async function spoken(dataDir: string, lines: readonly string[], answers: number) {
  const child = spawn(process.execPath, [COMMAND_LINE, 'mcp', '--data-dir', dataDir]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  const enough = new Promise<void>((resolve) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.split('\n').length > answers) resolve();
    }),
  );
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const closed = once(child, 'close');
  child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  await Promise.race([enough, closed]);
  child.stdin.end();
  const [status] = await closed;
  return { status, out: out.trimEnd().split('\n'), err };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };
const asked = (id: number, series: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'get_observations', arguments: { series } },
});

test('beside a running service, it answers with the service’s data and address', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const serving = startCommandLine(['serve', '--data-dir', dataDir, '--port', '0']);
  onTestFinished(() => void serving.kill('SIGKILL'));
  const [said] = (await once(serving.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const url = /http:\S+/.exec(said.toString())?.[0] ?? '';
  const client = await stdioClient(COMMAND_LINE, 'mcp', '--data-dir', dataDir);
  const answer = await call(client, 'get_observations', { series: 'us_debt.debt_held_by_public', limit: 1 });
  expect(answer.structuredContent).toMatchObject({ total_rows: 40, lines: [{ is_sample: false }] });
  expect(answer.structuredContent?.api).toMatch(new RegExp(`^${url}/api/v1/view\\?`));
});

test('it reads a folder that another process has locked, and holds no lock itself', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const lock = lockFolder(dataDir);
  const client = await stdioClient(COMMAND_LINE, 'mcp', '--data-dir', dataDir);
  const answer = await call(client, 'get_observations', { series: 'us_debt.debt_held_by_public' });
  expect(answer.structuredContent).toMatchObject({ total_rows: 40 });
  lock.release();
  lockFolder(dataDir).release();
});

describe('on a computer that follows a team', () => {
  const TEAM = '0a1b2c3d-0000-4000-8000-000000000001';
  const ADDRESS = 'https://data.example.org';

  /** @returns a folder without own data, with a team's copy of one value. */
  function withCopy(): string {
    const dataDir = temporaryFolder();
    const copy = path.join(dataDir, 'teams', TEAM);
    mkdirSync(copy, { recursive: true });
    writeFileSync(path.join(dataDir, 'teams', 'addresses.json'), JSON.stringify({ [ADDRESS]: TEAM }));
    publish(copy, 'jolts', [{ code: 'quits_rate_sa', date: '2026-08-01', value: '7.7' }]);
    return dataDir;
  }
  const set = (dataDir: string, team: string) =>
    writeFileSync(path.join(dataDir, SETTINGS_FILE), JSON.stringify({ team }));
  const quits = async (client: Client) =>
    (await call(client, 'get_observations', { series: 'jolts.quits_rate_sa' })).structuredContent;

  test('it reads the app’s data: the team’s copy while it follows a team, its own data before and after', async () => {
    const dataDir = withCopy();
    set(dataDir, ADDRESS);
    const client = await stdioClient(COMMAND_LINE, 'mcp', '--data-dir', dataDir);
    const ofTeam = { total_rows: 1, rows: [['2026-08-01', '7.7']], lines: [{ is_sample: false }] };
    expect(await quits(client)).toMatchObject(ofTeam);
    // No sample data were made, because the team's copy hides the folder's own data.
    expect(readdirSync(dataDir)).not.toContain(DATA_FILE);
    publish(dataDir, 'jolts', [{ code: 'quits_rate_sa', date: '2026-08-01', value: '2.2' }]);
    set(dataDir, '');
    expect(await quits(client)).toMatchObject({ rows: [['2026-08-01', '2.2']] });
    set(dataDir, ADDRESS);
    expect(await quits(client)).toMatchObject(ofTeam);
  });

  test('it reads the data that a running service started with, whatever the setting is now', {
    tags: 'soak',
  }, async () => {
    const dataDir = withCopy();
    const serving = { kind: 'service' as const, dataDir, pid: process.pid, processStart: ownProcessStart() };
    const more = { startedAt: new Date().toISOString(), pagePort: null, servicePort: 4790, secret: null };
    announceInstance({ ...serving, ...more, follows: ADDRESS });
    const client = await stdioClient(COMMAND_LINE, 'mcp', '--data-dir', dataDir);
    expect(await quits(client)).toMatchObject({ rows: [['2026-08-01', '7.7']] });
    publish(dataDir, 'jolts', [{ code: 'quits_rate_sa', date: '2026-08-01', value: '2.2' }]);
    set(dataDir, ADDRESS);
    announceInstance({ ...serving, ...more });
    expect(await quits(client)).toMatchObject({ rows: [['2026-08-01', '2.2']] });
  });

  test('without a copy it refuses to start, and makes no data', async () => {
    const dataDir = temporaryFolder();
    set(dataDir, ADDRESS);
    const none = await almanac('mcp', '--data-dir', dataDir);
    expect([none.status, none.out]).toEqual([1, '']);
    expect(none.err).toContain(`follows the team at '${ADDRESS}' and has no copy of its data yet`);
    expect(readdirSync(dataDir)).toEqual([SETTINGS_FILE]);
  });
});

test('a line that is not a message is refused, with its id if it has one, and logged in one line', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const lines = [INITIALIZE, READY].map((one) => JSON.stringify(one));
  const calls = [asked(20, 'us_debt.debt_held_by_public'), asked(21, 'us_debt.debt_held_by_public')];
  const refused: readonly (readonly [string, number, unknown])[] = [
    ['{"jsonrpc":"2.0","id":2,', -32700, null],
    ['hello', -32700, null],
    ['[]', -32600, null],
    [JSON.stringify(calls), -32600, null],
    ['{"id":3,"method":"tools/list"}', -32600, 3],
    ['{"jsonrpc":"1.0","id":4,"method":"tools/list"}', -32600, 4],
    ['{"jsonrpc":"2.0","id":"five"}', -32600, 'five'],
    ['{"jsonrpc":"2.0","id":6,"method":7}', -32600, 6],
    ['{"jsonrpc":"2.0","id":8,"method":"tools/list","params":[]}', -32600, 8],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600, null],
    ['9', -32600, null],
    ['null', -32600, null],
  ];
  const { status, out, err } = await spoken(
    dataDir,
    [
      ...lines,
      ...refused.map(([line]) => line),
      '',
      JSON.stringify(asked(30, 'us_debt.debt_held_by_public')),
      // A line of several chunks, with a Unicode line separator.
      JSON.stringify(asked(31, `\u2028${'x'.repeat(100_000)}`)),
    ],
    3 + refused.length,
  );
  expect(status).toBe(0);
  const messages = out.map((line) => JSON.parse(line));
  // The answers to `initialize` and to the last two requests; the calls in the array were not made.
  expect(messages.flatMap(({ error, id }) => (error ? [] : id)).toSorted()).toEqual([1, 30, 31]);
  const resultOf = (asking: number) => messages.find(({ id }) => id === asking).result;
  expect(resultOf(30).structuredContent).toMatchObject({ total_rows: 40 });
  expect(resultOf(31).content[0].text).toContain('A text of at most 800 characters.');
  expect(
    messages.filter(({ error }) => error).map(({ jsonrpc, id, error }) => [jsonrpc, error.code, id]),
  ).toEqual(refused.map(([, code, id]) => ['2.0', code, id]));
  expect(err.trimEnd().split('\n')).toEqual(
    refused.map(([, code]) => expect.stringContaining(`A message was refused (${code})`)),
  );
});

test('it ends on a signal, or when its output is closed, even if its input is open', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const begun = async () => {
    const child = spawn(process.execPath, [COMMAND_LINE, 'mcp', '--data-dir', dataDir]);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.on('error', () => undefined).write(`${JSON.stringify(INITIALIZE)}\n`);
    await once(child.stdout, 'data');
    return child;
  };
  const [stopped, unread] = await Promise.all([begun(), begun()]);
  const ends = [stopped, unread].map((child) => once(child, 'exit'));
  const logged = once(unread.stderr.setEncoding('utf8'), 'data');
  stopped.kill('SIGTERM');
  unread.stdout.destroy();
  for (const id of [20, 21]) unread.stdin.write(`${JSON.stringify(asked(id, 'yields.US10Y'))}\n`);
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
  ]);
  // A broken output is logged in one line.
  expect(await logged).toEqual(['write EPIPE\n']);
});

test('if it cannot start, standard error has the reason and standard output is empty', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(path.join(dataDir, SETTINGS_FILE), '{"assistants":false}');
  const off = await almanac('mcp', '--data-dir', dataDir);
  expect([off.status, off.out]).toEqual([2, '']);
  expect(off.err).toMatch(
    new RegExp(`almanac\\S*(?: --)? settings set assistants true --data-dir ${dataDir}\n$`),
  );
  const file = path.join(dataDir, SETTINGS_FILE);
  const noFolder = await almanac('mcp', '--data-dir', file);
  expect([noFolder.status, noFolder.out]).toEqual([1, '']);
  expect(noFolder.err).toMatch(/^almanac: .*settings\.json/);
  const words = await almanac('mcp', 'please');
  expect([words.status, words.out]).toEqual([2, '']);
});

/** Messages on standard input: one per line, in any chunks. */

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const refusal = (code: number, id: RefusedMessage['id'], message: string) => ({
  refused: { jsonrpc: '2.0', id, error: { code, message } },
});
const NO_JSON = refusal(-32700, null, 'This is not JSON.');
const NO_REQUEST =
  'This is not a request of JSON-RPC 2.0. It needs "jsonrpc": "2.0", a "method", and an "id" that is a text or a whole number; "params" is an object.';
const BATCH = refusal(-32600, null, 'The protocol has no batches: send each message by itself.');

test('a line that is not a request keeps its id if the id is valid', () => {
  expect(readMessage(JSON.stringify(LIST))).toEqual({ message: LIST });
  expect(readMessage(JSON.stringify([LIST]))).toEqual(BATCH);
  for (const id of ['a', 7])
    expect(readMessage(JSON.stringify({ id }))).toEqual(refusal(-32600, id, NO_REQUEST));
  for (const id of [true, { a: 1 }])
    expect(readMessage(JSON.stringify({ id }))).toEqual(refusal(-32600, null, NO_REQUEST));
});

/** @returns the messages that pass and those refused; `ended` is the error that ended the stream. */
async function through(chunks: readonly Buffer[]) {
  const refused: RefusedMessage[] = [];
  const messages = messagesOnly((one) => refused.push(one));
  let [out, ended] = ['', undefined as string | undefined];
  messages.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  messages.once('error', (error) => {
    ended = error.message;
  });
  const closed = once(messages, 'close').catch(() => undefined);
  for (const chunk of chunks) messages.write(chunk);
  messages.end();
  await closed;
  return { out, refused, ended };
}

test('messages pass unchanged, blank lines are dropped, and any other line is refused', async () => {
  const said = { jsonrpc: '2.0', id: 'é', method: 'tools/call', params: { name: 'Zürich\u2028' } };
  const lines = [JSON.stringify(LIST), '', '  ', 'hello', `${JSON.stringify(said)}\r`, '[]'];
  const bytes = Buffer.from(`${lines.join('\n')}\n{"without":"end"`);
  const expected = {
    out: `${JSON.stringify(LIST)}\n${JSON.stringify(said)}\r\n`,
    refused: [NO_JSON.refused, BATCH.refused],
    ended: undefined,
  };
  expect(await through([bytes])).toEqual(expected);
  // The result is the same if a chunk ends within a character.
  expect(await through(Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)))).toEqual(expected);
});

test('a line may be as long as the library allows, without its end; a longer line ends the stream', async () => {
  const most = STDIO_DEFAULT_MAX_BUFFER_SIZE;
  expect(await through([Buffer.alloc(most, ' ')])).toEqual({ out: '', refused: [], ended: undefined });
  expect(await through([Buffer.from('no\n'), Buffer.alloc(most + 1, ' ')])).toEqual({
    out: '',
    refused: [NO_JSON.refused, refusal(-32600, null, 'A message has at most 10485760 bytes.').refused],
    ended: 'The line has no end.',
  });
});

/** Questions of people, and an assistant's calls to answer them over both transports: transcript.md. */

test('the calls for ten questions have the answers and sizes of transcript.md, over both transports', async () => {
  const app = await sampleApp();
  onTestFinished(async () => {
    await app.close();
    rmSync(app.folder, { recursive: true, force: true });
  });
  const url = await listening(app);
  const client = await httpClient(url, (await app.keys.create('assistant')).key);
  const started = await stdioClient(path.join(import.meta.dirname, 'stdio-at.ts'), app.folder, NOW);
  await expectWrittenAnswers(path.join(import.meta.dirname, 'transcript.md'), async (asked) => {
    const [, name = '', args = ''] = /^(\w+) (.*)$/.exec(asked) ?? [];
    const answer = await call(client, name, JSON.parse(args));
    expect(jsonBytes(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
    // The port differs each time.
    const told: Result = JSON.parse(JSON.stringify(answer).replaceAll(url, 'http://127.0.0.1:4780'));
    // Standard input and output give the same answer.
    expect(await call(started, name, JSON.parse(args))).toEqual(told);
    return [`${jsonBytes(told)} bytes`, textOf(told)];
  });
});
