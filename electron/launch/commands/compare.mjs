import path from 'node:path';
import { isTypeStripping } from '../node-version.mjs';
import { runChild } from '../run-child.mjs';
import { setUp } from '../set-up.mjs';

/**
 * `npm run compare -- BEFORE_TREE`: asks another tree of the project and this one the same questions, and prints where
 * the answers differ (`tests/compare`).
 * @param {string} root
 * @param {string[]} args
 */
export async function run(root, args) {
  await setUp(root, ['service', 'host', 'renderer']);
  const flags = isTypeStripping(process.versions.node) ? [] : ['--experimental-strip-types'];
  await runChild(process.execPath, [...flags, path.join(root, 'tests/compare/compare.ts'), ...args]);
}
