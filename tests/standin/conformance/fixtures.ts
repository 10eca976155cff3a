import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { launchElectron } from '../../e2e/desktop-driver.ts';
import { test as base, expect } from '../../e2e/fixtures.ts';

/**
 * What Almanac relies on in Electron. The same specs run on the stand-in and, with `npm run e2e:electron`, on Electron. As long as
 * they pass on both, results of other specs on the stand-in can be trusted.
 */

/** What the test app in `main.mjs` records for the tests. */
export type Noted = {
  early: Record<string, unknown>;
  order: string[];
  thrownBy: (act: () => unknown) => string;
};

export const test = base.extend<object, { appName: string; electronApp: ElectronApplication; shown: Page }>({
  appName: ['usual', { option: true, scope: 'worker' }],
  electronApp: [
    async ({ target, appName }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), `almanac-conformance-${appName}-`));
      const app = await launchElectron(target, path.join(import.meta.dirname, 'main.mjs'), folder);
      await use(app);
      await app.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shown: [
    async ({ electronApp }, use) => {
      const page = await electronApp.firstWindow();
      await expect(page).toHaveTitle('/one');
      await use(page);
    },
    { scope: 'worker' },
  ],
});

export { expect };
