import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { runningInstance } from '../../service/process/instances/index.ts';
import { type AppDriver, startApp, type Target } from './app-driver.ts';
import { asDesktop, type DesktopDriver } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { type KeptPage, keepPage, watchErrors } from './kept-page.ts';
import { START_MS } from './running-app.ts';

export type TargetOptions = { target: Target };

type TestFixtures = {
  /** Console errors that this spec is about; every other one fails it. */
  expectedErrors: RegExp[];
  /**
   * Whether the page shows the app at `/` when the test begins; costs a second. Files whose tests open a view of their own
   * first set it to false, and their page is then empty in the browser.
   */
  opensHome: boolean;
  /** The app for this spec alone, because it changes the data or ends the app. */
  ownApp: AppDriver;
  /** `app` as the desktop app that it is in @desktop-only specs. */
  desktop: DesktopDriver;
  explore: Explore;
};
/** The app with sample data and its page, for all specs that only look. */
type WorkerFixtures = TargetOptions & { app: AppDriver; browser: Browser; kept: KeptPage };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  target: ['browser', { option: true, scope: 'worker' }],
  expectedErrors: [[], { option: true }],
  opensHome: [true, { option: true }],
  browser: [
    async ({ target, playwright }, use) => {
      // A desktop app brings its own: whoever asks for this one there shall see that it is none.
      if (target !== 'browser') return use(undefined as unknown as Browser);
      const browser = await playwright.chromium.launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ target, browser }, use) => {
    if (target !== 'browser') return use(undefined as unknown as BrowserContext);
    const context = await browser.newContext();
    await use(context);
    await leaveRoutes(context);
    await context.close();
  },
  app: [
    async ({ target }, use) => {
      const app = await startApp(target);
      await hasService(app);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 2 * START_MS },
  ],
  kept: [
    async ({ app, target, browser }, use) => {
      const kept = keepPage(app, target === 'browser' ? await browser.newContext() : undefined);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  ownApp: async ({ target }, use) => {
    const app = await startApp(target);
    await hasService(app);
    await use(app);
    await app.stop();
  },
  desktop: async ({ app }, use) => {
    await use(asDesktop(app));
  },
  page: async (
    { kept, expectedErrors, opensHome, viewport, colorScheme, timezoneId, contextOptions: { reducedMotion } },
    use,
  ) => {
    await use(await kept.open({ viewport, colorScheme, timezoneId, reducedMotion, opensHome }));
    expect(unexpected(kept.errors, expectedErrors)).toEqual([]);
    await kept.rest();
  },
  explore: async ({ page }, use) => {
    await use(new Explore(page));
  },
});

/** Ends the routes of a test: one that is still fetching an answer would fail when its page closes. */
export async function leaveRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Waits for the first answer of the service: a page that is sooner gets 503, as it should. */
async function hasService({ dataDir }: AppDriver): Promise<void> {
  await expect.poll(() => runningInstance(dataDir)?.servicePort, { timeout: START_MS }).toBeTruthy();
}

export function unexpected(errors: readonly string[], expected: readonly RegExp[]): string[] {
  return errors.filter((error) => !expected.some((each) => each.test(error)));
}

export { expect, watchErrors };
