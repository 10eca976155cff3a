import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppDouble } from './app.ts';
import { startChromium } from './chromium.ts';
import { createElectron } from './electron-module.ts';
import { readFlags } from './engine.ts';
import { isLocked } from './instance-lock.ts';
import { hookElectron } from './module-hooks.ts';
import { startNetwork } from './network.ts';

/*
 * A double of the parts of Electron 45 that Almanac uses. Node runs the app's built main process, with the
 * double as the module `electron`. Debian's Chromium shows its windows, controlled over DevTools, so Playwright's
 * `_electron` drives both like Electron. tsc compares it with electron.d.ts; `conformance/` runs on both.
 * It cannot test the OS sandbox of renderers and utility processes, fuses, ASAR integrity, the keychain's access
 * list, the look of native dialogs, menus, trays and notifications, media keys and accelerators, the GPU,
 * updates, and WebRTC over UDP. It has no windows opened by pages, no webviews, no schemes of the app's own and
 * only the default session. It asks the app's permission handlers for each loaded document, not on need.
 */

const words = process.argv.slice(2);
const flags = readFlags(words);
const require = createRequire(import.meta.url);
const { version } = require('electron/package.json') as { version: string };
process.argv = flags.argv;
Object.defineProperty(process.versions, 'electron', { value: version });
Object.defineProperty(process.versions, 'chrome', { value: '156.0.0.0' });
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'defaultApp', { value: true });
Object.defineProperty(process, 'resourcesPath', { value: path.join(path.dirname(flags.entry), 'resources') });

const given = flags.switches.get('user-data-dir');
const userData = given === undefined ? mkdtempSync(path.join(tmpdir(), 'standin-')) : path.resolve(given);
const app = new AppDouble(flags, userData);

const profile = path.join(userData, 'Chromium');
mkdirSync(userData, { recursive: true });
// A second instance ends before it opens a window: the profile belongs to the first.
const isSecond = isLocked(userData);
const network = await startNetwork();
const secondProfile = path.join(tmpdir(), `standin-second-${process.pid}`);
const chromium = startChromium(
  isSecond ? secondProfile : profile,
  network.port,
  flags.switches.has('remote-debugging-port'),
);
process.once('exit', () => {
  chromium.process.kill('SIGKILL');
  rmSync(secondProfile, { recursive: true, force: true, maxRetries: 5 });
  if (given === undefined) rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});
chromium.process.once('exit', () => app.exit(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => app.quit());

const electron = createElectron({ flags, chromium, network, isReady: () => app.isReady() }, app, profile);
hookElectron(electron);
for (const module of flags.required) require(module);
try {
  await import(pathToFileURL(flags.entry).href);
} catch (error) {
  console.error(error);
  process.exit(1);
}
app.becomeReady();
