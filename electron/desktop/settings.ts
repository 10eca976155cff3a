import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Theme } from '../../service/contract/desktop.ts';
import { writeWholeFile } from '../../service/process/whole-file.ts';

/** The state that the desktop app restores: window position, view, and choices made in menus. */
export const DesktopSettings = Type.Object({
  bounds: Type.Union([
    Type.Null(),
    Type.Object({
      x: Type.Integer(),
      y: Type.Integer(),
      width: Type.Integer({ minimum: 1 }),
      height: Type.Integer({ minimum: 1 }),
    }),
  ]),
  isMaximized: Type.Boolean(),
  /** Path and query of the view that was shown last. */
  view: Type.Union([Type.Null(), Type.String({ maxLength: 8_192 })]),
  theme: Theme,
  /** True if there is a tray icon; the app then outlives its window. */
  hasTray: Type.Boolean(),
  /** True to show a system notification when a refresh brings new data. */
  tellsNews: Type.Boolean(),
});
export type DesktopSettings = Static<typeof DesktopSettings>;

export const USUAL_SETTINGS: DesktopSettings = {
  bounds: null,
  isMaximized: false,
  view: null,
  theme: 'auto',
  hasTray: false,
  tellsNews: false,
};

/** @returns the page's background colour, so that the window does not flash before its first paint. */
export function backgroundColour(theme: Theme, isSystemDark: boolean): string {
  const isDark = theme === 'dark' || (theme === 'auto' && isSystemDark);
  return isDark ? '#14181e' : '#f5f6f9';
}

/** @returns Electron's name for the theme. */
export function themeSource(theme: Theme): 'system' | 'light' | 'dark' {
  return theme === 'auto' ? 'system' : theme;
}

/** The settings in `window.json`: read once, and written atomically soon after each change. */
export type KeptSettings = {
  value(): DesktopSettings;
  change(part: Partial<DesktopSettings>): void;
  /** Writes changes that are not written yet. */
  flush(): void;
};

/** How long a change waits for further changes before all are written. */
const PAUSE_MS = 500;

/** @param folder the folder with the window's files */
export async function openWindowSettings(folder: string, log: (line: string) => void): Promise<KeptSettings> {
  const file = path.join(folder, 'window.json');
  let value = await readSettings(file, log);
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      // A few hundred bytes: written synchronously, so that quitting need not wait for them.
      writeWholeFile(file, `${JSON.stringify(value, null, 2)}\n`);
    } catch (error) {
      log(`${file} could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    value: () => value,
    change(part) {
      value = { ...value, ...part };
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
  };
}

/** @returns the stored settings; the usual ones if the file is missing, unreadable or invalid. */
async function readSettings(file: string, log: (line: string) => void): Promise<DesktopSettings> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(DesktopSettings, found)) return found;
    log(`${file} is not what Almanac writes, so the usual settings are taken.`);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) log(`${file} could not be read: ${error instanceof Error ? error.message : error}`);
  }
  return USUAL_SETTINGS;
}
