import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { electronProgram } from '../electron/launch/desktop.mjs';
import { findChromium } from './e2e/find-chromium.ts';
import type { TargetOptions } from './e2e/fixtures.ts';

/**
 * One set of specs, three ways to run the app: `browser` in Chromium; `standin`, the built desktop app in a double of
 * Electron (`tests/standin`); and `electron`, the same in Electron itself, where its binary is installed (`npm run
 * e2e:electron`). Tags: @browser-only, @desktop-only, and @real-only for what no double can show. ALMANAC_CHROMIUM names
 * a Chromium; else one in PATH is taken, else Playwright's own.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const chromium = findChromium();
const electron = electronProgram(ROOT);
const isRoot = process.getuid?.() === 0;
if (electron !== undefined) process.env.ALMANAC_ELECTRON = electron;

export default defineConfig<object, TargetOptions>({
  testMatch: ['e2e/**/*.spec.ts', 'standin/**/*.spec.ts'],
  outputDir: '../.build/test-results',
  // On a busy machine the service alone has taken 23 s to listen: only what never comes should fail.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // What passes on its second try only is named at the end of `npm test`: a slow machine is no failure, nor is it nothing.
  retries: 1,
  workers: 2,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Chromium's sandbox cannot be had as root.
      args: isRoot ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
    },
  },
  projects: [
    { name: 'browser', use: { target: 'browser' }, grepInvert: /@desktop-only|@real-only/ },
    { name: 'standin', use: { target: 'standin' }, grepInvert: /@browser-only|@real-only/ },
    ...(electron === undefined
      ? []
      : [{ name: 'electron', use: { target: 'electron' as const }, grepInvert: /@browser-only/ }]),
  ],
});
