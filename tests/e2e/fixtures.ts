import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { runningInstance } from '../../service/process/instances/index.ts';
import { type AppDriver, startApp, type Target } from './app-driver.ts';
import { asDesktop, type DesktopDriver, freshen } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';

export type TargetOptions = { target: Target };

type TestFixtures = {
  /** Console errors that this spec is about; every other one fails it. */
  expectedErrors: RegExp[];
  /** The app for this spec alone, because it changes the data or ends the app. */
  ownApp: AppDriver;
  /** `app` as the desktop app that it is in @desktop-only specs. */
  desktop: DesktopDriver;
  explore: Explore;
};
/** The app with sample data, for all specs that only look; a desktop app has one page for all of them too. */
type WorkerFixtures = TargetOptions & { app: AppDriver; browser: Browser };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  target: ['browser', { option: true, scope: 'worker' }],
  expectedErrors: [[], { option: true }],
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
    await context.close();
  },
  app: [
    async ({ target }, use) => {
      const app = await startApp(target);
      await hasService(app);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 240_000 },
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
    { app, target, context, expectedErrors, viewport, colorScheme, timezoneId, contextOptions },
    use,
  ) => {
    const early = target === 'browser' ? watchErrors(context) : [];
    const page = await app.openPage(context);
    const later = target === 'browser' ? [] : watchErrors(page.context());
    if (target !== 'browser') {
      const { reducedMotion } = contextOptions;
      await freshen(page, { viewport, colorScheme, timezoneId, reducedMotion });
    }
    await use(page);
    expect(unexpected([...early, ...later], expectedErrors)).toEqual([]);
  },
  explore: async ({ page }, use) => {
    await use(new Explore(page));
  },
});

/** Waits for the first answer of the service: on a busy machine a page that is sooner gets 503, as it should. */
async function hasService({ dataDir }: AppDriver): Promise<void> {
  await expect.poll(() => runningInstance(dataDir)?.servicePort, { timeout: 120_000 }).toBeTruthy();
}

/**
 * @returns the errors, as they come, of every page of the context: thrown, written to the console, or broken security policy
 * (which Chromium writes to the console).
 */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return errors;
}

export function unexpected(errors: readonly string[], expected: readonly RegExp[]): string[] {
  return errors.filter((error) => !expected.some((each) => each.test(error)));
}

export { expect };
