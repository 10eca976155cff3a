import { existsSync } from 'node:fs';
import path from 'node:path';
import { NPM_PROGRAM, shellWord } from '../contract/shell.ts';

/** Prints commands of Almanac. All are made here, so that each can be pasted. */

const OWN_NAME = 'almanac';
const FILES = process.platform === 'win32' ? ['almanac.cmd', 'almanac.exe'] : [OWN_NAME];

/** @returns the name for the command line: `almanac` if it is on the PATH, otherwise a call through npm. */
export function programName(environment: NodeJS.ProcessEnv = process.env): string {
  // With npm, an `almanac` on the PATH may be the window of an installed package.
  if (environment.npm_package_name === OWN_NAME) return NPM_PROGRAM;
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const isThere = folders.some((folder) => FILES.some((file) => existsSync(path.join(folder, file))));
  return isThere ? OWN_NAME : NPM_PROGRAM;
}

/**
 * Makes a command: commandLine`keys revoke ${id}`. Quotes each value for the shell.
 * Put it at the end of a sentence, without a full stop, which would be pasted too.
 */
export function commandLine(
  texts: TemplateStringsArray,
  ...values: readonly (string | readonly string[])[]
): string {
  const shell = process.platform === 'win32' ? 'powershell' : 'sh';
  const words = texts.flatMap((text, at) => [
    text.trim(),
    ...[values[at] ?? []].flat().map((value) => shellWord(value, shell)),
  ]);
  return [programName(), ...words.filter((word) => word !== '')].join(' ');
}
