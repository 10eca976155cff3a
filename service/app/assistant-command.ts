import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '../process/data-folder.ts';

/** From the folder of the project: what starts its command line. */
const LAUNCHER = 'electron/launch/launch.mjs';

/**
 * The command by which an assistant starts `almanac mcp` on this installation, with whole paths: an assistant has a folder and a PATH of
 * its own. It works the same for the window and the browser.
 * @param dataDir that the app runs on; it is named where it is not the one that every start takes.
 * @param from a folder within the project or the packaged app.
 * @returns program and arguments; null in a packaged app, which has no command line.
 */
export function assistantCommand(dataDir: string, from: string = import.meta.dirname): string[] | null {
  const launcher = launcherAbove(from);
  if (launcher === undefined) return null;
  const { ALMANAC_DATA_DIR: _, ...environment } = process.env;
  const surroundings = { platform: process.platform, environment, home: homedir() };
  const isUsual = dataDir === dataFolder(undefined, surroundings);
  return [nodeProgram(), launcher, 'almanac', 'mcp', ...(isUsual ? [] : ['--data-dir', dataDir])];
}

function launcherAbove(folder: string): string | undefined {
  const file = path.join(folder, LAUNCHER);
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  return above === folder ? undefined : launcherAbove(above);
}

/** In Electron, whose program is no Node, the one of the npm that started it. The launcher takes any from version 20 on. */
function nodeProgram(): string {
  return process.versions.electron === undefined
    ? process.execPath
    : (process.env.npm_node_execpath ?? 'node');
}
