import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { electronProgram } from '../electron/launch/desktop.mjs';
import { ownTestFolders } from '../electron/launch/test-folders.mjs';
import { findChromium } from './e2e/find-chromium.ts';
import type { TargetOptions } from './e2e/fixtures.ts';

/**
 * One set of specs, three ways to run the app: `browser` in Chromium; `standin`, the built desktop app in a double of
 * Electron (`tests/standin`); and `electron`, the same in Electron itself, where its binary is installed (`npm run
 * e2e:electron`). The browser runs all of them but those tagged @desktop-only, which the stand-in runs (windows, menus, dialogs,
 * its processes); Electron runs all but those tagged @browser-only; @real-only is what no double can show. `npm run soak` has the
 * stand-in run all that Electron would, and runs those tagged @soak.
 * ALMANAC_CHROMIUM names a Chromium; else one in PATH is taken, else Playwright's own.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const chromium = findChromium();
// Playwright's own is in the home of the person, so it is looked for first.
if (chromium !== undefined) process.env.ALMANAC_CHROMIUM = chromium;
ownTestFolders(process.env);
const electron = electronProgram(ROOT);
/** How many times longer everything may take, on a machine that does much else at the same time. */
const PATIENCE = Number(process.env.ALMANAC_PATIENCE ?? 1);
const isRoot = process.getuid?.() === 0;
if (electron !== undefined) process.env.ALMANAC_ELECTRON = electron;

/** `npm test` leaves the rest to the soak, and to runs by path: `npm test -- tests/e2e` runs every spec of the browser. */
const isLong =
  Boolean(process.env.ALMANAC_SOAK) || process.argv.some((word) => /^(tests\/)?(e2e|standin)\b/.test(word));
const LONG = isLong ? /@real-only/ : /@real-only|@soak/;

export default defineConfig<object, TargetOptions>({
  // Node strips the types of these, at half of what Playwright's compiler takes.
  build: { external: ['**/*.ts', '**/*.mjs'] },
  testMatch: ['e2e/**/*.spec.ts', 'standin/**/*.spec.ts'],
  outputDir: '../.build/test-results',
  timeout: 90_000 * PATIENCE,
  // A screen that takes longer is a fault. What takes longer for a reason says so where it waits (`e2e/running-app.ts`).
  expect: {
    timeout: 10_000 * PATIENCE,
    // Another version of Chromium may smooth letters differently. A control that moves changes more pixels than that.
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, pathTemplate: 'e2e/pictures/{arg}{ext}' },
  },
  forbidOnly: true,
  // `npm test` gives the second tries, at its end (`electron/launch/second-tries.mjs`).
  retries: 0,
  workers: availableParallelism(),
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Parts that fade and slide are drawn dozens of times, and waited for. A test of motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000 * PATIENCE,
    navigationTimeout: 20_000 * PATIENCE,
    screenshot: 'only-on-failure',
    // Costs a third of a run: for a few named specs (`npm test -- PATH`) and second tries.
    trace: process.env.ALMANAC_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        // Chromium's sandbox cannot be had as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-gpu',
        // A page that lives for seconds does not earn back what optimising its scripts costs: a tenth of the processor's time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  projects: [
    { name: 'browser', use: { target: 'browser' }, grepInvert: [/@desktop-only/, LONG] },
    {
      name: 'standin',
      use: { target: 'standin' },
      grep: process.env.ALMANAC_SOAK ? /./ : /@desktop-only/,
      grepInvert: [/@browser-only/, LONG],
    },
    ...(electron === undefined
      ? []
      : [{ name: 'electron', use: { target: 'electron' as const }, grepInvert: /@browser-only/ }]),
  ],
});
