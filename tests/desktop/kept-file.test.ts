import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWindowSettings, USUAL_SETTINGS } from '../../electron/desktop/index.ts';

let folder: string;
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);
beforeEach(async () => {
  lines.length = 0;
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-window-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(folder, 'window.json'), 'utf8'));

test('a changed value is there at the next start; before a change nothing is written', async () => {
  const settings = await openWindowSettings(folder, log);
  settings.flush();
  expect(await readdir(folder)).toEqual([]);
  expect(settings.value()).toEqual(USUAL_SETTINGS);
  settings.change({ theme: 'dark', bounds: { x: 1, y: 2, width: 900, height: 700 } });
  settings.change({ isMaximized: true });
  settings.flush();
  expect((await openWindowSettings(folder, log)).value()).toEqual({
    ...USUAL_SETTINGS,
    theme: 'dark',
    bounds: { x: 1, y: 2, width: 900, height: 700 },
    isMaximized: true,
  });
  expect([await readdir(folder), lines]).toEqual([['window.json'], []]);
});

test('many changes are written once, a moment after the last', async () => {
  const settings = await openWindowSettings(folder, log);
  for (let x = 0; x < 50; x++) settings.change({ bounds: { x, y: 0, width: 800, height: 600 } });
  expect(await readdir(folder)).toEqual([]);
  await vi.waitFor(async () => expect(await read()).toMatchObject({ bounds: { x: 49 } }), {
    timeout: 10_000,
  });
});

test.each([
  ['cut off', '{"bounds":{"x":1'],
  ['of another shape', '{"bounds":{"x":"left"},"theme":"blue"}'],
  ['without a part', '{"theme":"dark"}'],
  ['empty', ''],
])('a file that is %s is ignored, and that is logged', async (_, text) => {
  await writeFile(path.join(folder, 'window.json'), text);
  expect((await openWindowSettings(folder, log)).value()).toEqual(USUAL_SETTINGS);
  expect(lines).toHaveLength(1);
});

test('a file that cannot be written is logged, leaves nothing unfinished, and the app continues', async () => {
  await mkdir(path.join(folder, 'window.json', 'in the way'), { recursive: true });
  const settings = await openWindowSettings(folder, log);
  settings.change({ hasTray: true });
  settings.flush();
  expect(lines).toEqual([expect.stringContaining('read'), expect.stringContaining('written')]);
  expect(await readdir(folder)).toEqual(['window.json']);
  expect(settings.value().hasTray).toBe(true);
});
