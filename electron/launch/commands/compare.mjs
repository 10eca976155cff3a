import path from 'node:path';
import { runChild } from '../run-child.mjs';
import { setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';

/**
 * `npm run compare -- BEFORE_TREE`: asks another tree of the project and this one the same questions, and prints where
 * the answers differ (`tests/compare`). `--pictures FOLDER [NAMES] [--quick | --whole]`: takes pictures of every screen and state of this tree.
 * @param {string} root
 * @param {string[]} args
 */
export async function run(root, args) {
  await setUp(root, ['service', 'host', 'renderer']);
  ownTestFolders(process.env);
  const isPictures = args[0] === '--pictures';
  const program = path.join(root, 'tests/compare', isPictures ? 'pictures.ts' : 'compare.ts');
  const words = isPictures ? ['collect', root, ...args.slice(1)] : args;
  await runChild(process.execPath, [program, ...words]);
}
