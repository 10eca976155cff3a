import { existsSync } from 'node:fs';
import path from 'node:path';
import { chooseHost, electronProgram, fetchElectron, hasDisplay } from '../desktop.mjs';
import { runBundle } from '../run-bundle.mjs';
import { runChild } from '../run-child.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';
import { judgeStartWords, wantsHelp } from '../start-words.mjs';

/**
 * `npm start`: opens the app in a window if there are Electron and a display, otherwise in the browser.
 * @param {string} root
 * @param {string[]} args passed on: `--data-dir`, `--no-open`, `--no-sample`, `--port`
 */
export async function run(root, args) {
  await setUp(root, ['service', 'host', 'renderer']);
  const main = path.join(root, '.build/host/main.js');
  const browserMode = path.join(root, '.build/host/browser-mode.js');
  // Its text is for both.
  if (wantsHelp(args)) return runBundle(browserMode, ['--help']);
  const { platform, env: environment } = process;
  const isRoot = process.getuid?.() === 0;
  const isBuilt = existsSync(main);
  if (isBuilt && hasDisplay(platform, environment) && !(platform === 'linux' && isRoot))
    await fetchElectron(root);
  const host = chooseHost({ platform, environment, isRoot, isBuilt, electron: electronProgram(root) });
  if ('electron' in host) {
    const { wrong, idle } = judgeStartWords(args);
    if (wrong !== undefined) throw new SetUpFailure(wrong);
    if (idle.length > 0)
      say(`${idle.join(', ')} is for a page in the browser, and does nothing for a window`);
    await runChild(host.electron, [main, ...args]);
    return;
  }
  say(`opening in the browser, since ${host.reason}`);
  await runBundle(browserMode, args);
}
