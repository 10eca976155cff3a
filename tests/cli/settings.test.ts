import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../service/contract/settings.ts';
import { ended, startCommandLine } from '../support/command-line.ts';
import { almanac } from './almanac.ts';
import { eachWithDataFolder } from './folder.ts';

/** The command line's messages about settings files that were edited by hand. */

const { dataDir, run } = eachWithDataFolder();

const BROKEN = '{\n "auto_refresh": false,\n "allowed_origins": ["https://dash.example"],\n}\n';
const PLACE = 'settings.json could not be read (line 3, column 45: no comma may stand before })';
const file = (): string => path.join(dataDir(), 'settings.json');

/** Runs `almanac serve` until it listens. @returns its output. */
async function served() {
  const child = startCommandLine(['serve', '--port', '0', '--no-sample', '--data-dir', dataDir()]);
  child.stdout?.once('data', () => child.kill('SIGINT'));
  return ended(child);
}

test('an unreadable settings file is named by every command in one line, and changed only by serve', async () => {
  writeFileSync(file(), BROKEN);
  const before = await run('status');
  expect(before.status).toBe(0);
  expect(before.out.split('\n').filter((line) => line.startsWith(PLACE))).toHaveLength(1);
  expect(readFileSync(file(), 'utf8')).toBe(BROKEN);

  const { status, err } = await served();
  expect(status).toBe(0);
  expect(err.split('\n').filter((line) => line.startsWith(PLACE))).toHaveLength(1);
  const [aside = ''] = readdirSync(dataDir()).filter((name) => name.startsWith('settings.json.unreadable-'));
  expect(readFileSync(path.join(dataDir(), aside), 'utf8')).toBe(BROKEN);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ auto_refresh: false, allow_fred: false });

  const json = await run('status', '--json');
  expect(JSON.parse(json.out).settings_notes).toEqual([expect.stringContaining(`put aside as ${aside}.`)]);
});

test('the list of origins from the README survives several starts', async () => {
  writeFileSync(file(), '{"allowed_origins": ["https://dash.example"]}\n');
  for (const _ of [1, 2]) expect((await served()).err).toBe('');
  expect(readFileSync(file(), 'utf8')).toMatch(
    /^\{"allowed_origins": \["https:\/\/dash\.example"\], "installation": /,
  );
});

test('almanac settings shows, sets and resets settings of both files', async () => {
  const settings = (...words: string[]) => run('settings', ...words);
  expect((await settings('set', 'number_style', 'space')).out).toBe('number_style is "space".\n');
  expect(await settings('set', 'port', '5999')).toMatchObject({
    out: 'port is 5999.\n',
    err: 'A running Almanac applies it after a restart.\n',
  });
  const kept = await settings('set', 'back_ups_kept', '3');
  expect(kept).toMatchObject({ out: 'back_ups_kept is 3.\n', err: '' });
  const shown = { number_style: 'space', port: 5999, theme: 'system' };
  expect(JSON.parse((await settings('--json')).out)).toMatchObject(shown);
  expect((await settings('reset', 'port')).out).toBe('port is 4780, the default.\n');
  expect((await settings('get', 'port')).out).toBe('4780\n');
});

test('almanac settings --help names the settings that take effect on a restart', async () => {
  const names = SETTINGS.filter(({ isOnRestart }) => isOnRestart).map(({ name }) => name);
  expect((await almanac('settings', '--help')).out).toContain(
    `within seconds; ${names.join(', ')} take effect when it is restarted.`,
  );
});
