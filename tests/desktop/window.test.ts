import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  backgroundColour,
  countPageCrashes,
  openWindowSettings,
  placeWindow,
  quitOnce,
  type Rectangle,
  SMALLEST,
  themeSource,
  USUAL_SETTINGS,
  USUAL_SIZE,
  windowOptions,
} from '../../electron/desktop/index.ts';

const coordinate = fc.integer({ min: -8_000, max: 8_000 });
const area: fc.Arbitrary<Rectangle> = fc.record({
  x: coordinate,
  y: coordinate,
  width: fc.integer({ min: 640, max: 7_680 }),
  height: fc.integer({ min: 480, max: 4_320 }),
});
const saved: fc.Arbitrary<Rectangle> = fc.record({
  x: fc.integer({ min: -100_000, max: 100_000 }),
  y: fc.integer({ min: -100_000, max: 100_000 }),
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const areas = fc.array(area, { minLength: 1, maxLength: 4 });

function isInside(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

test('the window is wholly on a screen, whatever was saved and whatever screens exist', () => {
  fc.assert(
    fc.property(areas, fc.option(saved, { nil: undefined }), (screens, before) => {
      const placed = placeWindow(screens, before);
      const screen = screens.find((each) => isInside(placed, each));
      expect(screen).toBeDefined();
      expect(placed.width).toBeGreaterThanOrEqual(Math.min(SMALLEST.width, screen?.width ?? 0));
      expect(placed.height).toBeGreaterThanOrEqual(Math.min(SMALLEST.height, screen?.height ?? 0));
      expect(Object.values(placed).every(Number.isInteger)).toBe(true);
    }),
  );
});

test('a window that is wholly on a screen is not moved', () => {
  fc.assert(
    fc.property(areas, saved, (screens, before) => {
      const placed = placeWindow(screens, before);
      expect(placeWindow(screens, placed)).toEqual(placed);
      const fits = before.width >= SMALLEST.width && before.height >= SMALLEST.height;
      const [only] = screens;
      if (fits && screens.length === 1 && only && isInside(before, only)) expect(placed).toEqual(before);
    }),
  );
});

test('a window on two screens opens on the one that shows most of it', () => {
  const left = { x: 0, y: 0, width: 1_920, height: 1_080 };
  const right = { x: 1_920, y: 0, width: 2_560, height: 1_400 };
  const across = { x: 1_500, y: 100, width: 1_280, height: 820 };
  expect(placeWindow([left, right], across)).toEqual({ ...across, x: 1_920 });
});

test('a window of a screen that is gone opens in the middle of the main screen, in its old size', () => {
  const main = { x: 0, y: 25, width: 1_440, height: 875 };
  expect(placeWindow([main], { x: 3_000, y: 0, width: 1_000, height: 700 })).toEqual({
    x: 220,
    y: 112,
    width: 1_000,
    height: 700,
  });
  expect(placeWindow([main], undefined)).toEqual({ x: 80, y: 52, ...USUAL_SIZE });
});

const bounds = { x: 10, y: 20, width: 1_000, height: 700 };

test('the window has no Node, is isolated and sandboxed, and keeps all protections', () => {
  const { webPreferences, ...options } = windowOptions({
    bounds,
    colour: '#14181e',
    preload: '/app/preload.cjs',
    hasDeveloperTools: false,
  });
  expect(webPreferences).toEqual({
    preload: '/app/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: false,
  });
  expect(options).toEqual({
    ...bounds,
    minWidth: 800,
    minHeight: 600,
    show: false,
    title: 'Almanac',
    backgroundColor: '#14181e',
  });
});

test('before its first paint the window has the colour of the page in that theme', () => {
  expect(backgroundColour('dark', false)).toBe(backgroundColour('auto', true));
  expect(backgroundColour('light', true)).toBe(backgroundColour('auto', false));
  expect(backgroundColour('dark', true)).not.toBe(backgroundColour('light', true));
  expect(['auto', 'light', 'dark'].map((theme) => themeSource(theme as 'auto'))).toEqual([
    'system',
    'light',
    'dark',
  ]);
});

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

test('a changed value is kept for the next start; before a change nothing is written', async () => {
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

test('a page that crashes is loaded again; after a second crash within a minute a person is asked', () => {
  let now = 0;
  const after = countPageCrashes(() => now);
  // Closing the page is not a crash.
  expect(after('clean-exit')).toBe('nothing');
  expect(after('crashed')).toBe('load');
  now = 59_000;
  expect(after('oom')).toBe('ask');
  now = 130_000;
  expect(after('killed')).toBe('load');
});

function open(stop: () => Promise<void>) {
  let ring: (() => void) | undefined;
  const cancel = vi.fn(() => {
    ring = undefined;
  });
  const [quit, exit, lines] = [vi.fn(), vi.fn(), [] as string[]];
  const listener = quitOnce({
    stop,
    quit,
    exit,
    log: (line) => lines.push(line),
    after: (_, call) => {
      ring = call;
      return cancel;
    },
  });
  const ask = (): boolean => {
    const preventDefault = vi.fn();
    listener({ preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { ask, quit, exit, lines, cancel, ring: () => ring?.() };
}

test('the first quit stops everything, even if quit is requested again, and then the app quits', async () => {
  let stopped: (() => void) | undefined;
  const stop = vi.fn(() => new Promise<void>((resolve) => (stopped = resolve)));
  const { ask, quit, exit, cancel } = open(stop);
  expect([ask(), ask(), ask()]).toEqual([true, true, true]);
  expect(stop).toHaveBeenCalledOnce();
  expect(quit).not.toHaveBeenCalled();
  stopped?.();
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  expect(cancel).toHaveBeenCalledOnce();
  // Quitting asks once more, and now nothing prevents it.
  expect(ask()).toBe(false);
  expect(exit).not.toHaveBeenCalled();
});

test('the app is ended by force if it does not end in time', () => {
  const { ask, ring, exit, lines } = open(() => new Promise(() => undefined));
  ask();
  ring();
  expect(exit).toHaveBeenCalledWith(1);
  expect(lines[0]).toContain('5000 ms');
});

test('an error while stopping is logged, and the app still quits', async () => {
  const { ask, quit, lines } = open(() => Promise.reject(new Error('no')));
  ask();
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  expect(lines[0]).toContain('no');
});
