import { homedir } from 'node:os';
import path from 'node:path';
import { APP_NAME } from '../contract/names.ts';

/** Inputs to the choice of the data folder. Tests set them; otherwise they come from the process. */
export type Surroundings = {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
};

/**
 * @param explicit from `--data-dir`. @returns the data folder, which may not exist yet.
 * The order: `explicit`, `ALMANAC_DATA_DIR`, the platform's folder for application data. This is `Almanac`
 * in `$XDG_DATA_HOME` (ignored if relative, by the XDG specification), Application Support or `%APPDATA%`.
 */
export function dataFolder(explicit?: string, surroundings: Surroundings = ofThisProcess()): string {
  const { platform, environment, home } = surroundings;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const chosen = explicit || environment.ALMANAC_DATA_DIR;
  if (chosen) return paths.resolve(chosen);
  if (platform === 'win32') {
    return paths.join(environment.APPDATA || paths.join(home, 'AppData', 'Roaming'), APP_NAME);
  }
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', APP_NAME);
  const xdg = environment.XDG_DATA_HOME;
  return paths.join(xdg && paths.isAbsolute(xdg) ? xdg : paths.join(home, '.local', 'share'), APP_NAME);
}

function ofThisProcess(): Surroundings {
  return { platform: process.platform, environment: process.env, home: homedir() };
}
