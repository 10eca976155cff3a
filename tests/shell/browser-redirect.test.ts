import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { canShowBrowser, redirectPage } from '../../electron/run-browser-mode.ts';
import { browserModeProgram } from '../support/browser-mode.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { signInAt } from '../support/signed-in.ts';

/** The file that leads the browser to the page. It has a login token, and is removed after its use. */

vi.setConfig({ testTimeout: 120_000 });
beforeEach(({ skip }) => skip(process.platform !== 'linux', 'the browser is started by xdg-open here'));

/** Folders for one test. Its `xdg-open` writes down its argument, and opens nothing. */
function makePlace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-redirect-'));
  const [temporary, programs, note] = ['tmp', 'bin', 'opened'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(temporary);
  mkdirSync(programs);
  const script = `#!/bin/sh\nprintf %s "$1" > '${note}.new' && mv '${note}.new' '${note}'\n`;
  writeFileSync(path.join(programs, 'xdg-open'), script, { mode: 0o755 });
  return { folder, temporary, programs, note };
}

type Place = ReturnType<typeof makePlace>;

/** @returns the process, and the file that it opened in the browser. */
async function start({
  folder,
  temporary,
  programs,
  note,
}: Place): Promise<{ host: ChildProcess; file: string }> {
  const words = [
    '--renderer-dir',
    makePageFolder(),
    '--no-sample',
    '--service-port',
    '0',
    '--data-dir',
    `${folder}/data`,
  ];
  const host = spawn(process.execPath, [browserModeProgram(), ...words], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PATH: `${programs}:${process.env.PATH}`,
      TMPDIR: temporary,
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    },
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  await vi.waitUntil(() => existsSync(note), { timeout: 60_000 });
  return { host, file: readFileSync(note, 'utf8') };
}

const addressIn = (file: string): string => /url=(http:[^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
const left = ({ temporary }: Place): string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('almanac-open.'));

test('the file can be read only by this account, and is removed once its token was used', async () => {
  const place = makePlace();
  const { host, file } = await start(place);
  expect([statSync(path.dirname(file)).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  const page = await signInAt(addressIn(file));
  await vi.waitUntil(() => left(place).length === 0, { timeout: 30_000 });
  expect((await page.ask('/host/state')).status).toBe(200);
  expect(host.exitCode).toBe(null);
});

test('the file is removed when Almanac ends, if nobody used it', async () => {
  const place = makePlace();
  const { host } = await start(place);
  expect(left(place)).toHaveLength(1);
  const ended = once(host, 'exit');
  host.kill('SIGINT');
  await ended;
  expect(left(place)).toEqual([]);
});

test('the file is removed by the next start after Almanac was killed', { tags: 'soak' }, async () => {
  const place = makePlace();
  const first = await start(place);
  const ended = once(first.host, 'exit');
  first.host.kill('SIGKILL');
  await ended;
  expect(existsSync(first.file)).toBe(true);
  rmSync(place.note);
  const next = await start(place);
  await vi.waitUntil(() => !existsSync(first.file), { timeout: 30_000 });
  expect(existsSync(next.file)).toBe(true);
});

test('the file leads to the exact address, even with special characters of HTML in it', () => {
  const page = redirectPage('http://127.0.0.1:4780/?a=1&copy=2#t="><script>x</script>');
  expect(page).toContain('url=http://127.0.0.1:4780/?a=1&amp;copy=2#t=');
  expect(page).not.toMatch(/<script|&copy=/);
});

test('a browser is opened only with a display', () => {
  expect(canShowBrowser('linux', {})).toBe(false);
  expect(canShowBrowser('linux', { DISPLAY: ':0' })).toBe(true);
  expect(canShowBrowser('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(canShowBrowser('darwin', {})).toBe(true);
});
