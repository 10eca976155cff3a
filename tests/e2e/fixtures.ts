import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { runningInstance } from '../../service/process/instances.ts';
import { type BrowserDriver, startApp, startInBrowser } from './app-driver.ts';
import { asDesktop, type DesktopDriver } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { type KeptPage, keepPage, USUAL, watchErrors } from './kept-page.ts';
import { type AppDriver, START_MS, type Target } from './running-app.ts';

export type TargetOptions = { target: Target };

type TestFixtures = {
  /** Console errors that this spec expects. Any other error fails it. */
  expectedErrors: RegExp[];
  /**
   * Whether the page shows Explore when the test begins, which costs a second. Files whose tests start with
   * their own view set it to false: in the browser their page is then empty.
   */
  opensHome: boolean;
  /**
   * Whether the page repeats a failed request at once, not after 1, 2 and 4 s. For tests of the final error.
   */
  retriesAtOnce: boolean;
  /** An app for this spec alone, because the spec changes the data or ends the app. */
  ownApp: AppDriver;
  /** The page of `ownApp`, and Explore on it. */
  ownPage: Page;
  ownExplore: Explore;
  /** `app` as a desktop app, for @desktop-only specs. */
  desktop: DesktopDriver;
  explore: Explore;
};
/** All fixtures of a worker. No other file declares one, for the reason in `tests/README.md`, Decisions. */
type WorkerFixtures = TargetOptions & {
  browser: Browser;
  /** The app with sample data, shared by all specs that only read. */
  app: AppDriver;
  kept: KeptPage;
  /** Browser mode without data, for specs about signing in and about pages of other origins. */
  driver: BrowserDriver;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  target: ['browser', { option: true, scope: 'worker' }],
  expectedErrors: [[], { option: true }],
  opensHome: [true, { option: true }],
  retriesAtOnce: [false, { option: true }],
  browser: [
    async ({ target, playwright }, use) => {
      // A desktop app has its own browser: a spec that uses this one there must fail clearly.
      if (target !== 'browser') return use(undefined as unknown as Browser);
      const browser = await playwright.chromium.launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ target, browser }, use) => {
    if (target !== 'browser') return use(undefined as unknown as BrowserContext);
    const context = await browser.newContext({ permissions: USUAL });
    await use(context);
    await leaveRoutes(context);
    await context.close();
  },
  app: [
    async ({ target }, use) => {
      const app = await startApp(target, { isFirstStart: true });
      await hasService(app);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 2 * START_MS },
  ],
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const driver = await startInBrowser({ words: ['--no-sample'] });
      await use(driver);
      await driver.stop();
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ app, target, browser }, use) => {
      const kept = keepPage(
        app,
        target === 'browser' ? await browser.newContext({ permissions: USUAL }) : undefined,
      );
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
  ownPage: async ({ ownApp, context, expectedErrors }, use) => {
    const page = await ownApp.openPage(context);
    const errors = watchErrors(page.context());
    await use(page);
    expect(unexpected(errors, expectedErrors)).toEqual([]);
  },
  ownExplore: async ({ ownPage }, use) => {
    await use(new Explore(ownPage));
  },
  desktop: async ({ app }, use) => {
    await use(asDesktop(app));
  },
  page: async (
    {
      kept,
      expectedErrors,
      opensHome,
      retriesAtOnce,
      viewport,
      colorScheme,
      timezoneId,
      contextOptions: { reducedMotion },
    },
    use,
  ) => {
    const page = await kept.open({ viewport, colorScheme, timezoneId, reducedMotion, opensHome });
    const hurry = retriesAtOnce ? await page.addInitScript(shortenWaits) : undefined;
    if (hurry) await page.evaluate(shortenWaits);
    await use(page);
    await hurry?.dispose();
    expect(unexpected(kept.errors, expectedErrors)).toEqual([]);
    await kept.rest();
  },
  explore: async ({ page }, use) => {
    await use(new Explore(page));
  },
});

/** Runs in a page: TanStack Query repeats failed requests without waiting. */
function shortenWaits(): void {
  const wait = window.setTimeout;
  const hurried = (work: () => void, ms?: number) =>
    wait(work, [1000, 2000, 4000].includes(ms ?? 0) ? 0 : ms);
  window.setTimeout = hurried as typeof window.setTimeout;
}

/** Removes the routes of a test: a route that still waits for an answer would fail when its page closes. */
export async function leaveRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Waits for the first answer of the service. An earlier page correctly gets 503. */
async function hasService({ dataDir }: AppDriver): Promise<void> {
  await expect.poll(() => runningInstance(dataDir)?.servicePort, { timeout: START_MS }).toBeTruthy();
}

export function unexpected(errors: readonly string[], expected: readonly RegExp[]): string[] {
  return errors.filter((error) => !expected.some((each) => each.test(error)));
}

export { expect, watchErrors };
