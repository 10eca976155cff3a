import path from 'node:path';
import { newestElectron, pinnedElectron, whyTooOld } from '../electron-age.mjs';
import { runChild } from '../run-child.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';

/**
 * `npm run package [-- KIND…]`: the installable packages of this machine's platform, into `.build/packages`. Fetches Electron and
 * the tools for that kind of package if they are missing.
 * @param {string} root
 * @param {string[]} kinds such as ‘deb’, ‘AppImage’, ‘dmg’, ‘nsis’, or ‘dir’ for the unpacked app; the platform's usual ones where
 *   none is named
 */
export async function run(root, kinds) {
  await setUp(root, ['service', 'host', 'renderer'], 'always');
  const newest = await newestElectron(root);
  const tooOld = newest === undefined ? undefined : whyTooOld(pinnedElectron(root), newest);
  if (tooOld !== undefined) throw new SetUpFailure(tooOld);
  if (newest === undefined)
    say('the age of this Electron is not known, because the registry does not answer');
  const program = path.join(root, 'electron/packages/main.ts');
  await runChild(process.execPath, [program, ...kinds]);
}
