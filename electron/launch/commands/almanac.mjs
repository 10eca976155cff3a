import path from 'node:path';
import { runBundle } from '../run-bundle.mjs';
import { setUp } from '../set-up.mjs';

/**
 * `npm run -s almanac -- …`: the command line, in this process.
 * @param {string} root
 * @param {string[]} args
 */
export async function run(root, args) {
  // `open` starts the app; every other command is the service's alone.
  await setUp(root, args[0] === 'open' ? ['service', 'host', 'renderer'] : ['service']);
  await runBundle(path.join(root, '.build/service/cli.js'), args);
}
