import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { AppDriver } from './app-driver.ts';
import { isOpen } from './running-app.ts';

/** Where `renderer/api/session.ts` keeps it. */
const SIGNED_IN = 'almanac.bearer';

/** After so many tests the page gets a new process: one keeps some megabytes of each page that it has shown. */
const TESTS_PER_PROCESS = 20;

/** How a test wants to see the app; what it does not say is as in a new page. */
export type Look = {
  viewport: { width: number; height: number } | null | undefined;
  colorScheme: 'light' | 'dark' | 'no-preference' | null | undefined;
  reducedMotion: 'reduce' | 'no-preference' | null | undefined;
  timezoneId: string | undefined;
  /** Whether the page shows the app at `/`. Otherwise it is an empty page of the app's origin. */
  opensHome: boolean;
};

/**
 * One signed-in page that the tests of a worker use one after another. A new page in a new context costs three times as
 * much processor time, most of it for reading the same programs again.
 */
export type KeptPage = {
  /** Errors since the page was opened for the test that runs. */
  errors: string[];
  /** @returns the page as a new one is: no storage, no routes, no permissions, no emulation but `look`. */
  open(look: Look): Promise<Page>;
  /** Leaves the app, so that it does nothing while tests with apps of their own run. */
  rest(): Promise<void>;
  close(): Promise<void>;
};

/** @param context where a browser opens the page; a desktop app has its own */
export function keepPage(app: AppDriver, context: BrowserContext | undefined): KeptPage {
  let current:
    | { page: Page; devtools: CDPSession; home: string; isEmpty: boolean; rests: number }
    | undefined;
  const errors = context === undefined ? [] : watchErrors(context);

  async function opened(): Promise<NonNullable<typeof current>> {
    if (current !== undefined && !current.page.isClosed()) return current;
    const page = await app.openPage(context as BrowserContext);
    if (context === undefined) watchErrors(page.context(), errors);
    const devtools = await page.context().newCDPSession(page);
    current = { page, devtools, home: new URL('/', page.url()).href, isEmpty: false, rests: 0 };
    return current;
  }

  return {
    errors,
    async open({ viewport, colorScheme, reducedMotion, timezoneId, opensHome }) {
      const kept = await opened();
      const { page, devtools, home } = kept;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (context === undefined) await clearStorage(page);
      else if (!kept.isEmpty) await emptyOrigin(page, home);
      kept.isEmpty = false;
      errors.length = 0;
      await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
      await page.emulateMedia({
        colorScheme: colorScheme ?? 'light',
        reducedMotion: reducedMotion ?? 'no-preference',
      });
      // One page has one time zone at a time, and only the session that set it may change it.
      await devtools.send('Emulation.setTimezoneOverride', { timezoneId: timezoneId ?? '' });
      // The window of a desktop app shows nothing but the app.
      if (!opensHome && context !== undefined) return page;
      await page.goto(home);
      await isOpen(page);
      return page;
    },
    async rest() {
      if (context === undefined || current === undefined || current.page.isClosed()) return;
      const { page, home } = current;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      current.rests += 1;
      current.isEmpty = current.rests % TESTS_PER_PROCESS !== 0;
      // An empty page of the same origin: the next test has the same process, which has read the programs of the app.
      if (current.isEmpty) await emptyOrigin(page, home);
      else await page.goto('about:blank');
    },
    close: async () => void (await context?.close()),
  };
}

/** Clears what the app stored from an empty page of its origin, so that nothing of the app runs and stores it again. */
async function emptyOrigin(page: Page, home: string): Promise<void> {
  const empty = new URL('/empty', home).href;
  await page.context().clearPermissions();
  // Chromium asks for an icon where none is named.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(empty);
  await clearStorage(page);
  await page.unroute(empty);
}

/** Clears all that the page stored but what says that it is signed in: the address that it came from works once. */
async function clearStorage(page: Page): Promise<void> {
  await page.evaluate((signedIn) => {
    const bearer = sessionStorage.getItem(signedIn);
    localStorage.clear();
    sessionStorage.clear();
    if (bearer !== null) sessionStorage.setItem(signedIn, bearer);
  }, SIGNED_IN);
}

/**
 * Collects the errors of every page of the context: thrown, written to the console, or broken security policy (which
 * Chromium writes to the console).
 * @returns `errors`, to which each is added as it comes
 */
export function watchErrors(context: BrowserContext, errors: string[] = []): string[] {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return errors;
}
