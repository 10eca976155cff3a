import { packageProgram, TYPE_CHECK } from '../package-program.mjs';
import { runChild } from '../run-child.mjs';
import { setUp } from '../set-up.mjs';

/**
 * `npm run check`: types, then lint and format. `npm run check -- --write` also mends what can be mended.
 * @param {string} root
 * @param {string[]} args passed on to Biome
 */
export async function run(root, args) {
  await setUp(root, []);
  process.chdir(root);
  await runChild(process.execPath, [packageProgram(root, 'typescript', 'tsc'), ...TYPE_CHECK]);
  const typesStatus = process.exitCode;
  await runChild(process.execPath, [packageProgram(root, '@biomejs/biome', 'biome'), 'check', ...args]);
  process.exitCode ||= typesStatus;
}
