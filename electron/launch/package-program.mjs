import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Arguments of TypeScript’s `tsc` that check all types. With one checker: several work out the same types anew, each for itself, which
 * took three times the processor time, and longer.
 */
export const TYPE_CHECK = ['-b', '--checkers', '1'];

/**
 * @param {string} root
 * @param {string} name an installed npm package
 * @param {string} program one of its programs
 * @returns {string} the path of the program's JavaScript, to be run by Node
 */
export function packageProgram(root, name, program) {
  const folder = path.join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}
