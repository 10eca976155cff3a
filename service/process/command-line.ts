import { existsSync } from 'node:fs';
import path from 'node:path';
import { NPM_PROGRAM, shellWord } from '../contract/shell.ts';

/** How commands of Almanac are printed. All of them are made here, so that each can be pasted. */

const OWN_NAME = 'almanac';
const FILES = process.platform === 'win32' ? ['almanac.cmd', 'almanac.exe'] : [OWN_NAME];

/** @returns how the command line is called: `almanac` where that is on the PATH, and npm where npm has started this process. */
export function programName(environment: NodeJS.ProcessEnv = process.env): string {
  // An `almanac` on the PATH may then be the one of a package, which is a window.
  if (environment.npm_package_name === OWN_NAME) return NPM_PROGRAM;
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const isThere = folders.some((folder) => FILES.some((file) => existsSync(path.join(folder, file))));
  return isThere ? OWN_NAME : NPM_PROGRAM;
}

/**
 * A command of Almanac: commandLine`keys revoke ${id}`, each value quoted as one word for a shell. Stands at the end of a sentence,
 * without a full stop, since that would be pasted too.
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
