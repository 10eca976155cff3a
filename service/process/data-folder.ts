import { homedir } from 'node:os';
import path from 'node:path';
import { APP_NAME } from '../contract/names.ts';

/** What the choice of the data folder depends on. Tests set it; otherwise it comes from the process. */
export type Surroundings = {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
};

/**
 * Finds the folder for `data.sqlite` and `keys.sqlite`. The first of these that is set: `explicit` (`--data-dir`), `ALMANAC_DATA_DIR`,
 * the platform's folder for application data. That is `$XDG_DATA_HOME/Almanac` or `~/.local/share/Almanac` (XDG Base Directory
 * Specification, which says to ignore a relative XDG_DATA_HOME), `~/Library/Application Support/Almanac` or `%APPDATA%\Almanac`.
 * @returns an absolute path; the folder may not exist yet.
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
