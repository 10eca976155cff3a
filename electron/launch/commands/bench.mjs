import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '../run-child.mjs';
import { SetUpFailure } from '../say.mjs';
import { setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';

/**
 * `npm run bench [-- NAME…]`: the benchmarks, one after another, so that none disturbs another. Each prints a table
 * of ratios. Exit status 1 when one of them failed.
 * @param {string} root
 * @param {string[]} names those to run, such as ‘paging’; all where none is named
 */
export async function run(root, names) {
  const folder = path.join(root, 'tests/bench');
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const known = present.filter((file) => file.endsWith('.bench.ts')).map((file) => file.slice(0, -9));
  const unknown = names.find((name) => !known.includes(name));
  if (known.length === 0) throw new SetUpFailure('there are no benchmarks in tests/bench');
  if (unknown !== undefined)
    throw new SetUpFailure(`there is no benchmark ‘${unknown}’; there are ${known.join(', ')}`);
  await setUp(root, ['service', 'host', 'renderer']);
  ownTestFolders(process.env);
  process.chdir(root);
  let status = 0;
  for (const name of names.length === 0 ? known.sort() : names) {
    process.stdout.write(`\n## ${name}\n\n`);
    await runChild(process.execPath, [path.join(folder, `${name}.bench.ts`)]);
    status ||= Number(process.exitCode);
  }
  process.exitCode = status;
}
