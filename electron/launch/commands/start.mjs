import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseStartArguments, USAGE } from '../../start-arguments.mjs';
import { chooseShell, electronProgram, fetchElectron, hasDisplay } from '../desktop.mjs';
import { runBundle, runChild } from '../run-child.mjs';
import { say } from '../say.mjs';
import { setUp } from '../set-up.mjs';

/** @param {string} _root @param {string[]} args */
export async function answerEarly(_root, args) {
  // Electron ignores unknown options, so a typing error such as `--data-dri` would open the usual folder.
  const { help } = parseStartArguments(args, { links: true });
  if (help) console.log(USAGE);
  return help;
}

/**
 * `npm start`: opens a window if there are Electron and a display, otherwise the browser. @param {string}
 * root @param {string[]} args passed on to the app
 */
export async function run(root, args) {
  await setUp(root, ['service', 'shell', 'renderer'], 'usable');
  const main = path.join(root, '.build/shell/main.js');
  const { platform, env: environment } = process;
  const isRoot = process.getuid?.() === 0;
  const isBuilt = existsSync(main);
  if (isBuilt && hasDisplay(platform, environment) && !(platform === 'linux' && isRoot))
    await fetchElectron(root);
  const host = chooseShell({ platform, environment, isRoot, isBuilt, electron: electronProgram(root) });
  if ('electron' in host) {
    const { forPage } = parseStartArguments(args, { links: true });
    if (forPage.length > 0)
      say(`${forPage.join(', ')} is for a page in the browser, and does nothing for a window`);
    await runChild(host.electron, [main, ...args]);
    return;
  }
  say(`opening in the browser, since ${host.reason}`);
  await runBundle(path.join(root, '.build/shell/browser-mode.js'), args);
}
