import path from 'node:path';
import { runBundle } from '../run-child.mjs';
import { setUp } from '../set-up.mjs';

/** Lists a command's bundles. @param {string[]} args @returns {import('../set-up.mjs').BundleName[]} */
function bundlesOf([name, ...words]) {
  if (name === 'open') return ['service', 'shell', 'renderer'];
  return name === 'serve' && words.includes('--team') ? ['service', 'renderer'] : ['service'];
}

/** Runs the command line in this process. @param {string} root @param {string[]} args */
export async function run(root, args) {
  await setUp(root, bundlesOf(args), args[0] === 'open' ? 'usable' : undefined);
  await runBundle(path.join(root, '.build/service/cli.js'), args);
}
