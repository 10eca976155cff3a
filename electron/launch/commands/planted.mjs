import path from 'node:path';
import { runChild } from '../run-child.mjs';
import { setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';

/**
 * `npm run planted -- [ROOM…]`: plants one fault at a time in a copy of the tree, and prints which of them the tests find
 * (`tests/planted`).
 * @param {string} root
 * @param {string[]} args
 */
export async function run(root, args) {
  await setUp(root, ['renderer']);
  ownTestFolders(process.env);
  await runChild(process.execPath, [path.join(root, 'tests/planted/run.ts'), ...args]);
}
