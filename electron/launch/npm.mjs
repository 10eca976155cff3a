import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SetUpFailure } from './say.mjs';

/**
 * Finds npm, to run with the running Node: the npm that started us, otherwise the one beside Node, otherwise the one in PATH.
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [node] the Node to run it with
 * @returns {{ program: string, args: string[] }}
 */
export function findNpm(environment = process.env, node = process.execPath) {
  const startedBy = environment.npm_execpath;
  // yarn and pnpm set the same variable, and neither reads npm's lockfile.
  if (startedBy?.endsWith('npm-cli.js') && existsSync(startedBy)) return { program: node, args: [startedBy] };
  const folder = path.dirname(node);
  const places = ['node_modules/npm/bin/npm-cli.js', '../lib/node_modules/npm/bin/npm-cli.js'];
  const beside = places.map((place) => path.join(folder, place)).find((file) => existsSync(file));
  if (beside !== undefined) return { program: node, args: [beside] };
  for (const place of (environment.PATH ?? '').split(path.delimiter)) {
    const link = path.join(place, 'npm');
    if (place === '' || !existsSync(link)) continue;
    const file = realpathSync(link);
    if (file.endsWith('.js')) return { program: node, args: [file] };
    const near = path.join(path.dirname(file), 'node_modules/npm/bin/npm-cli.js');
    if (existsSync(near)) return { program: node, args: [near] };
  }
  throw new SetUpFailure('npm is not to be found: install it, or start Almanac by ‘npm start’');
}
