import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETTINGS } from '../../service/contract/settings.ts';
import { ended, startCommandLine } from '../support/command-line.ts';
import { almanac } from './almanac.ts';

/** What the command line says of settings that somebody wrote by hand. */

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-cli-settings-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const BROKEN = '{\n "auto_refresh": false,\n "allowed_origins": ["https://dash.example"],\n}\n';
const PLACE = 'settings.json could not be read (line 3, column 45: no comma may stand before })';
const file = (): string => path.join(dataDir, 'settings.json');

/** Runs `almanac serve` until it listens. @returns what it said. */
async function served() {
  const child = startCommandLine(['serve', '--port', '0', '--no-sample', '--data-dir', dataDir]);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  return ended(child);
}

test('a file that cannot be read is told by every command, in one line, and no command touches it but serve', async () => {
  writeFileSync(file(), BROKEN);
  const before = await almanac('status', '--data-dir', dataDir);
  expect(before.status).toBe(0);
  expect(before.out.split('\n').filter((line) => line.startsWith(PLACE))).toHaveLength(1);
  expect(readFileSync(file(), 'utf8')).toBe(BROKEN);

  const { status, err } = await served();
  expect(status).toBe(0);
  expect(err.split('\n').filter((line) => line.startsWith(PLACE))).toHaveLength(1);
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('settings.json.unreadable-'));
  expect(readFileSync(path.join(dataDir, aside), 'utf8')).toBe(BROKEN);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ auto_refresh: false, allow_fred: false });

  const json = await almanac('status', '--json', '--data-dir', dataDir);
  expect(JSON.parse(json.out).settings_notes).toEqual([expect.stringContaining(`put aside as ${aside}.`)]);
});

test('the list of origins of the README lasts longer than one start', async () => {
  writeFileSync(file(), '{"allowed_origins": ["https://dash.example"]}\n');
  for (const _ of [1, 2]) expect((await served()).err).toBe('');
  expect(readFileSync(file(), 'utf8')).toMatch(
    /^\{"allowed_origins": \["https:\/\/dash\.example"\], "installation": /,
  );
});

test('almanac settings shows, sets and resets a setting of either file, and says what would be right', async () => {
  const run = (...words: string[]) => almanac('settings', ...words, '--data-dir', dataDir);
  expect((await run('set', 'number_style', 'space')).out).toBe('number_style is "space".\n');
  expect(await run('set', 'port', '5999')).toMatchObject({
    out: 'port is 5999.\n',
    err: 'An Almanac that runs takes it when it is restarted.\n',
  });
  expect(await run('set', 'back_ups_kept', '3')).toMatchObject({ out: 'back_ups_kept is 3.\n', err: '' });
  expect(JSON.parse((await run('--json')).out)).toMatchObject({
    number_style: 'space',
    port: 5999,
    theme: 'system',
  });
  expect((await run('reset', 'port')).out).toBe('port is 4780, the default.\n');
  expect((await run('get', 'port')).out).toBe('4780\n');
  expect(await run('set', 'density', 'dense')).toMatchObject({
    status: 2,
    err: expect.stringContaining('it is "comfortable" or "compact".'),
  });
  expect((await run('set', 'densty', 'compact')).err).toMatch(/There is no setting 'densty'\. Did you mean/);
});

test('almanac settings --help names the settings that take effect on a restart', async () => {
  const names = SETTINGS.filter(({ isOnRestart }) => isOnRestart).map(({ name }) => name);
  expect((await almanac('settings', '--help')).out).toContain(
    `within seconds; ${names.join(', ')} take effect when it is restarted.`,
  );
});
