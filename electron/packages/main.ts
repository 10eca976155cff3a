import path from 'node:path';
import { makePackages } from './builder-configuration.ts';
import { type PackageTarget, targetOfThisMachine } from './stage-app.ts';

/** Entry of `npm run package`: makes the packages for this machine, and prints where they are. */

const root = path.resolve(import.meta.dirname, '../..');
const target = targetOfThisMachine();
if (target === undefined) fail(`There are no packages of Almanac for ${process.platform} ${process.arch}.`);
else await make(target);

async function make(wanted: PackageTarget): Promise<void> {
  const output = path.join(root, '.build/packages');
  try {
    const { files, notes } = await makePackages({
      root,
      output,
      target: wanted,
      kinds: process.argv.slice(2),
    });
    for (const note of notes) console.error(`Note: ${note}.`);
    console.log(files.length > 0 ? files.join('\n') : `The unpacked app is in ${output}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isOffline =
      'code' in error && ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].includes(String(error.code));
    const advice = isOffline
      ? ' Electron, or a tool for this kind of package, has to be fetched from github.com once.'
      : '';
    fail(`The packages were not made: ${error.message}.${advice}`);
  }
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
