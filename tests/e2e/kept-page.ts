import path from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { WORK_FILE } from '../../service/contract/names.ts';
import type { AppDriver } from './running-app.ts';
import { isOpen, SIGNED_IN } from './running-app.ts';

/** Permissions that a browser with a window grants to a page in use. A headless one must be given them. */
export const USUAL = ['clipboard-write'];

/** A page gets a new process after this many tests: the process keeps megabytes of each page shown. */
const TESTS_PER_PROCESS = 20;

/** How a test emulates the browser. Absent fields have the values of a new page. */
export type Look = {
  viewport: { width: number; height: number } | null | undefined;
  colorScheme: 'light' | 'dark' | 'no-preference' | null | undefined;
  reducedMotion: 'reduce' | 'no-preference' | null | undefined;
  timezoneId: string | undefined;
  /** Whether the page shows Explore. In a browser the page is otherwise empty, at the app's origin. */
  opensHome: boolean;
};

/**
 * One signed-in page that the tests of a worker use in turn. A new page in a new context costs three times as
 * much processor time, mostly because it compiles the same scripts again.
 */
export type KeptPage = {
  /** Errors since `open` for the current test. */
  errors: string[];
  /** @returns a clean page: no storage, preferences, routes, permissions or emulation except `look`. */
  open(look: Look): Promise<Page>;
  /** Leaves the app, so that it does nothing while tests with their own apps run. */
  rest(): Promise<void>;
  close(): Promise<void>;
};

/** @param context of the browser that opens the page; a desktop app has its own page */
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
    current = { page, devtools, home: new URL('/explore', page.url()).href, isEmpty: false, rests: 0 };
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
      forgetPreferences(app.dataDir);
      kept.isEmpty = false;
      errors.length = 0;
      await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
      await page.emulateMedia({
        colorScheme: colorScheme ?? 'light',
        reducedMotion: reducedMotion ?? 'reduce',
        // An earlier test may have set these.
        forcedColors: null,
        media: null,
      });
      // A page has one time zone at a time, and only the session that set it may change it.
      await devtools.send('Emulation.setTimezoneOverride', { timezoneId: timezoneId ?? '' });
      // The window of a desktop app can show only the app.
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
      // An empty page of the same origin keeps the process, which has already compiled the scripts.
      if (current.isEmpty) await emptyOrigin(page, home);
      else await page.goto('about:blank');
    },
    close: async () => void (await context?.close()),
  };
}

/** Clears the app's storage from an empty page of its origin, where no script can store anything. */
async function emptyOrigin(page: Page, home: string): Promise<void> {
  const empty = new URL('/empty', home).href;
  await page.context().clearPermissions();
  await page.context().grantPermissions(USUAL);
  // Chromium requests an icon if the page names none.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(empty);
  await clearStorage(page);
  await page.unroute(empty);
}

/** Clears all storage of the page except its credential: the login address works only once. */
async function clearStorage(page: Page): Promise<void> {
  await page.evaluate((signedIn) => {
    const bearer = sessionStorage.getItem(signedIn);
    localStorage.clear();
    sessionStorage.clear();
    if (bearer !== null) sessionStorage.setItem(signedIn, bearer);
  }, SIGNED_IN);
}

/** Restores the default preferences: the tests of a worker share a data folder. */
function forgetPreferences(dataDir: string): void {
  const db = new Database(path.join(dataDir, WORK_FILE));
  db.exec('DELETE FROM preference');
  db.close();
}

/**
 * Collects errors of every page of the context: exceptions, console errors, violations of the security
 * policy.
 * @returns `errors`, to which each error is added when it occurs
 */
export function watchErrors(context: BrowserContext, errors: string[] = []): string[] {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return errors;
}
