import { type BrowserContext, expect, type Page } from '@playwright/test';
import { forceKill } from '../../electron/child-process.ts';

/**
 * Timeouts for steps that take seconds on any machine; other steps have the ten seconds of the configuration.
 * START_MS: an app, its service or its window starts or ends. RECOVERY_MS: a hung or crashed service is
 * noticed and replaced. RETRIES_MS: a failing request is repeated before its error is shown.
 */
export const START_MS = 60_000;
export const RECOVERY_MS = 60_000;
export const RETRIES_MS = 30_000;

/** The storage key of the session's credential, from `renderer/api/session.ts`. */
export const SIGNED_IN = 'almanac.bearer';

/** The target of a spec: a browser, the stand-in for Electron (`tests/standin`), or Electron itself. */
export type Target = 'browser' | 'standin' | 'electron';

/** A running app with its own data folder, on any target. */
export type AppDriver = {
  kind: Target;
  dataDir: string;
  /** Opens a signed-in page, with Explore. @param context of the browser; a desktop app has its own page */
  openPage(context: BrowserContext): Promise<Page>;
  /** On the Data screen, chooses a file in the file dialog of the browser or the system. */
  openFile(page: Page, file: string): Promise<void>;
  /** Saves the download that `press` starts. */
  download(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }>;
  /** Process ids of the data service; none while the host restarts it. */
  services(): Promise<number[]>;
  /** Kills the service's process, as in a crash. The host starts it again. */
  killService(): Promise<void>;
  stop(): Promise<void>;
};

export type StartOptions = {
  /** Arguments of the app. */
  words?: readonly string[];
  /** Added to this process's own environment. */
  environment?: Readonly<Record<string, string>>;
  /**
   * Whether a new data folder starts empty, so that the app makes its sample data. Default: a copy of them.
   */
  isFirstStart?: boolean;
};

/** Kills the running service, or the next one if it is just starting. */
export async function killServiceOf({ services }: Pick<AppDriver, 'services'>): Promise<void> {
  await expect
    .poll(async () => {
      const pids = await services();
      for (const pid of pids) forceKill(pid);
      return pids.length;
    })
    .toBeGreaterThan(0);
}

/** @returns the address with Explore instead of the app's first screen; a token in it stays. */
export function atExplore(address: string): string {
  const url = new URL(address);
  url.pathname = '/explore';
  return url.href;
}

export async function isOpen(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
}
