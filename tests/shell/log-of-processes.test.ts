import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { forkKeychain } from '../../electron/child-process.ts';
import { openShellLog } from '../../electron/log.ts';

/** What the shell and all that it starts print: in one file and on the terminal, masked in both. */

const KEY = 'a-key-of-the-person-0123456789';
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.unstubAllEnvs());

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'almanac-log-'));

test('the log has, masked, what is printed in a keychain process', async () => {
  vi.stubEnv('ALMANAC_KEY_FRED', KEY);
  const dataDir = newFolder();
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

/** A process in which a promise fails that nobody waits for, and which says then whether it is there still. */
async function failUnheard(mode: 'desktop' | 'browser') {
  const dataDir = newFolder();
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
] as const)('a promise that fails unheard is logged: %s', async (_, mode, ends, says) => {
  const { status, logged } = await failUnheard(mode);
  expect(status).toBe(ends);
  expect(logged).toContain(says);
  expect(logged).not.toContain('0123456789abcdef');
});
