import { electronProgram, hasDisplay } from '../desktop.mjs';
import { packageProgram } from '../package-program.mjs';
import { runChild } from '../run-child.mjs';
import { SetUpFailure } from '../say.mjs';
import { setUp } from '../set-up.mjs';

/**
 * `npm run e2e:electron`: runs the specs in Electron itself, and checks all that Almanac relies on in Electron. `npm test` runs both on a
 * double of Electron; this run shows whether the double behaves like it.
 * @param {string} root
 * @param {string[]} args passed on to Playwright
 */
export async function run(root, args) {
  await setUp(root, []);
  if (electronProgram(root) === undefined)
    throw new SetUpFailure(
      'Electron’s binary is not here; ‘node node_modules/electron/install.js’ fetches it',
    );
  if (!hasDisplay(process.platform, process.env))
    throw new SetUpFailure('there is no display for Electron’s window; on Linux xvfb-run is one');
  await setUp(root, ['service', 'host', 'renderer'], 'always');
  process.chdir(root);
  const program = packageProgram(root, '@playwright/test', 'playwright');
  const config = ['--config', 'tests/playwright.config.ts', '--project=electron'];
  await runChild(process.execPath, [program, 'test', ...config, ...args]);
}
