import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Theme } from '../../service/contract/desktop.ts';
import { type KeptFile, openKeptFile } from './kept-file.ts';

/** The state in which the desktop app was left: place of the window, view, and choices of the menus. */
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
  /** A tray icon; the app then stays when the window is closed. */
  hasTray: Type.Boolean(),
  /** A notification of the system when a refresh brought new data. */
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

/** @param folder of what belongs to the window */
export function openWindowSettings(
  folder: string,
  log: (line: string) => void,
): Promise<KeptFile<DesktopSettings>> {
  return openKeptFile({
    file: path.join(folder, 'window.json'),
    schema: DesktopSettings,
    usual: USUAL_SETTINGS,
    log,
  });
}

/** @returns the page's background colour, so that the window does not flash in another colour before its first paint. */
export function backgroundColour(theme: Theme, isSystemDark: boolean): string {
  const isDark = theme === 'dark' || (theme === 'auto' && isSystemDark);
  return isDark ? '#14181e' : '#f5f6f9';
}

/** @returns Electron's word for the choice. */
export function themeSource(theme: Theme): 'system' | 'light' | 'dark' {
  return theme === 'auto' ? 'system' : theme;
}
