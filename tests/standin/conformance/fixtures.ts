import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { launchElectron } from '../../e2e/desktop-driver.ts';
import { test as base, expect } from '../../e2e/fixtures.ts';

/**
 * Specs of the behaviour of Electron that Almanac relies on. They run on the stand-in and, with `npm run
 * e2e:electron`, on Electron. While they pass on both, results of other specs on the stand-in can be trusted.
 */

/** Records of the test app in `main.mjs`. */
export type Noted = {
  early: Record<string, unknown>;
  order: string[];
  thrownBy: (act: () => unknown) => string;
  /** The origin of the test app's pages. */
  origin: string;
};

let running: ElectronApplication;

/** Starts one test app for all specs of a file. @param name of its folder */
export function withTestApp(name: string): void {
  let folder: string;
  base.beforeAll(async ({ target }) => {
    folder = await mkdtemp(path.join(tmpdir(), `almanac-conformance-${name}-`));
    running = await launchElectron(target, path.join(import.meta.dirname, 'main.mjs'), folder);
  });
  base.afterAll(async () => {
    await running.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}

export const test = base.extend<{ electronApp: ElectronApplication; shown: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  electronApp: async ({}, use) => {
    await use(running);
  },
  shown: async ({ electronApp }, use) => {
    const page = await electronApp.firstWindow();
    await expect(page).toHaveTitle('/one');
    await use(page);
  },
});

export { expect };
