import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forkKeychain } from '../../electron/child-process.ts';
import { type Log, openLog, openShellLog } from '../../electron/log.ts';
import { lastErrors } from '../../service/app/diagnostics.ts';

const AT = new Date('2026-11-21T10:40:12.123Z');
const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'almanac-log-')), 'logs/almanac.log');

function logWith(more: Partial<Parameters<typeof openLog>[0]> = {}): {
  log: Log;
  echoed: string[];
  lines(): string[];
} {
  const echoed: string[] = [];
  const file = more.file ?? newFile();
  const log = openLog({ file, now: () => AT, echo: (line) => echoed.push(line), environment: {}, ...more });
  return { log, echoed, lines: () => readFileSync(file, 'utf8').trimEnd().split('\n') };
}

test('a line has its time in UTC, its source and the id of its request; a stack keeps the id of its error', () => {
  const { log, lines, echoed } = logWith();
  log.host('The service stopped.');
  log.service('a1b2c3-4z TypeError: no');
  log.service('    at handler (app.ts:1:2)');
  log.service('The schedule looked.');
  expect(lines()).toEqual([
    '2026-11-21T10:40:12.123Z host - The service stopped.',
    '2026-11-21T10:40:12.123Z service a1b2c3-4z TypeError: no',
    '2026-11-21T10:40:12.123Z service a1b2c3-4z     at handler (app.ts:1:2)',
    '2026-11-21T10:40:12.123Z service - The schedule looked.',
  ]);
  expect(echoed[1]).toBe('a1b2c3-4z TypeError: no');
});

test('a text of several lines, or with control characters, cannot forge a line', () => {
  const { log, lines } = logWith();
  log.host('one\ntwo \u001b[31mred\r2026-01-01T00:00:00.000Z host - forged');
  expect(lines()).toEqual([
    '2026-11-21T10:40:12.123Z host - one',
    '2026-11-21T10:40:12.123Z host - two  [31mred 2026-01-01T00:00:00.000Z host - forged',
  ]);
});

test('keys are masked by their pattern, and keys in the environment by their value', () => {
  const { log, lines, echoed } = logWith({ environment: { ALMANAC_KEY_BLS: 'canary0123' } });
  log.service('GET https://x.example/a?api_key=abcdef failed for canary0123, sent with alm_zzzz');
  const expected = 'GET https://x.example/a?api_key=… failed for …, sent with alm_…';
  expect(lines()).toEqual([`2026-11-21T10:40:12.123Z service - ${expected}`]);
  expect(echoed).toEqual([expected]);
});

test('a learnt key is masked everywhere from then on, also in the forms of an address and of JSON', () => {
  const { log, lines } = logWith();
  log.service('before: plain0word');
  log.learn('plain0word');
  log.service('refused plain0word, says BLS');
  log.learn('a/b"c d');
  log.host('asked /x?q=a%2Fb%22c%20d, body {"q":"a/b\\"c d"}');
  expect(lines().map((line) => line.split(' - ')[1])).toEqual([
    'before: plain0word',
    'refused …, says BLS',
    'asked /x?q=…, body {"q":"…"}',
  ]);
  // A key that begins with another key is masked whole. A word too short for a key is not masked.
  for (const secret of ['plainword', 'plainwordandmore', 'time']) log.learn(secret);
  log.host('the key plainwordandmore and the key plainword, in good time');
  expect(lines().at(-1)).toMatch(/ host - the key … and the key …, in good time$/);
});

test('a key in a line that is cut is masked like any other', () => {
  const key = 'q'.repeat(60);
  const { log, lines } = logWith();
  for (const place of [`{"registrationkey":"${key}"}`, `?api_key=${key}`, `Bearer ${key}`, `--key ${key}`])
    for (const before of [3_900, 3_950, 3_980, 3_999, 4_000])
      log.service(`${'x '.repeat(before / 2)}${place}`);
  // The cut would leave only the first half of this key, which no longer looks like a key.
  log.learn('plainwordandmore');
  log.host(`${'x'.repeat(3_992)}plainwordandmore`);
  log.host(`${'x'.repeat(3_990)} alm_${'k'.repeat(40)}`);
  for (const line of lines()) {
    expect(line).not.toMatch(/qqqq|plain|kkk/);
    expect(line.length).toBeLessThan(4_100);
  }
});

test('only the owner can read the log, even if the file existed before', ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has other permissions');
  const { log } = logWith();
  log.host('one');
  expect(statSync(log.file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(log.file)).mode & 0o777).toBe(0o700);
  log.close();
  chmodSync(log.file, 0o644);
  logWith({ file: log.file }).log.host('two');
  expect(statSync(log.file).mode & 0o777).toBe(0o600);
});

test('a full log is renamed, a few older files are kept, and a new run continues the last file', () => {
  const file = newFile();
  const first = logWith({ file, maxBytes: 200, generations: 3 });
  for (let count = 0; count < 3; count += 1) first.log.host(`line ${count}`);
  first.log.close();
  const second = logWith({ file, maxBytes: 200, generations: 3 });
  for (let count = 3; count < 20; count += 1) second.log.host(`line ${count}`);
  const names = readdirSync(path.dirname(file)).toSorted();
  expect(names).toEqual(['almanac.log', 'almanac.log.1', 'almanac.log.2']);
  const texts = ['.2', '.1', ''].map((suffix) => readFileSync(file + suffix, 'utf8'));
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(200);
  const kept = [...texts.join('').matchAll(/line (\d+)/g)].map(([, number]) => Number(number));
  expect(kept.length).toBeGreaterThan(6);
  expect(kept).toEqual(Array.from(kept, (_, index) => 20 - kept.length + index));
});

test('if the disk cannot be written, work continues, and the error is printed once', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'almanac-log-'));
  writeFileSync(path.join(parent, 'logs'), 'a file in the way');
  const { log, echoed } = logWith({ file: path.join(parent, 'logs/almanac.log') });
  log.host('one');
  log.host('two');
  expect(echoed).toEqual([expect.stringMatching(/^The log .* cannot be written \(/), 'one', 'two']);
});

test('the last errors leave out refused requests, and work for a log longer than its tail', () => {
  const { log } = logWith();
  log.service('a1b2c3-1 Error: the first');
  for (let count = 0; count < 2000; count += 1)
    log.service(`a1b2c3-${count} GET /x?series=${count} 422 0.1 ms`);
  log.service('a1b2c3-9 GET /x 401 0.1 ms (40 of 401 within the hour)');
  log.service('a1b2c3-2 GET /x?series=a 500 0.2 ms');
  log.host('The data service stopped unexpectedly.');
  expect(lastErrors(log.file, 5)).toEqual([
    expect.stringMatching(/ service a1b2c3-2 GET \/x\?series=a 500 0\.2 ms$/),
    expect.stringMatching(/ host - The data service stopped unexpectedly\.$/),
  ]);
  expect(lastErrors(`${log.file}.none`, 5)).toEqual([]);
  // The tail begins in the middle of a line, but never gives half a line, for any length of lines.
  for (let count = 0; count < 100; count += 1) log.host(`${count} ${'long '.repeat(190 + count)}`);
  for (const line of lastErrors(log.file, 1_000))
    expect(line).toMatch(/^2026-11-21T10:40:12\.123Z host - \d/);
});

test('the output of a keychain process is in the log, masked', async () => {
  const KEY = 'a-key-of-the-person-0123456789';
  vi.stubEnv('ALMANAC_KEY_FRED', KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-log-'));
  const program = path.join(dataDir, 'prints.mjs');
  writeFileSync(
    program,
    `console.error('a library warns of ${KEY}'); console.log('and of alm_0123456789abcdef');`,
  );
  const terminal: string[] = [];
  const log = openShellLog(dataDir, (line) => terminal.push(line));
  forkKeychain(program, process.env, log.host);
  await vi.waitUntil(() => terminal.length === 2, { timeout: 30_000 });
  const file = readFileSync(log.file, 'utf8');
  for (const line of ['keychain: a library warns of …', 'keychain: and of alm_…']) {
    expect(terminal).toContain(line);
    expect(file).toContain(` host - ${line}\n`);
  }
  expect(file + terminal.join()).not.toContain(KEY);
});

/** Runs a process in which an unawaited promise fails. The exit status shows whether it continued. */
async function failUnheard(mode: 'desktop' | 'browser') {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-log-'));
  const program = path.join(dataDir, 'fails.mjs');
  const source = pathToFileURL(path.resolve(import.meta.dirname, '../../electron/log.ts')).href;
  writeFileSync(
    program,
    `const { noteFailures, openShellLog } = await import(${JSON.stringify(source)});
const log = openShellLog(${JSON.stringify(dataDir)}, () => undefined);
noteFailures('${mode}', log.host);
void Promise.reject(new Error('no page for alm_0123456789abcdef'));
setTimeout(() => process.exit(7), 100);
`,
  );
  const child = spawn(process.execPath, [program], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [status] = (await once(child, 'exit')) as [number | null];
  return { status, logged: readFileSync(path.join(dataDir, 'logs/almanac.log'), 'utf8') };
}

test.each([
  [
    'the desktop app continues',
    'desktop',
    7,
    'A failure that nobody waited for; the app continues: Error: no page for alm_…',
  ],
  ['browser mode ends', 'browser', 1, 'An error that nobody caught: Error: no page for alm_…'],
] as const)('an unawaited promise that fails is logged: %s', async (_, mode, ends, says) => {
  const { status, logged } = await failUnheard(mode);
  expect(status).toBe(ends);
  expect(logged).toContain(says);
  expect(logged).not.toContain('0123456789abcdef');
});
