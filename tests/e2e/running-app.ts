import { type BrowserContext, expect, type Page } from '@playwright/test';
import { forceKill } from '../../electron/child-process.ts';

/**
 * The longest waits, for what takes seconds on any machine; everything else has the ten seconds of the configuration.
 * START_MS: an app, its service or its window starts or ends. RECOVERY_MS: a hung or crashed service is noticed and
 * replaced. RETRIES_MS: a request that fails is tried again some times before its error is shown.
 */
export const START_MS = 60_000;
export const RECOVERY_MS = 60_000;
export const RETRIES_MS = 30_000;

/** What shows the app: a browser; the stand-in for Electron (`tests/standin`); Electron itself. */
export type Target = 'browser' | 'standin' | 'electron';

/** The running app on a data folder of its own, whatever shows it. */
export type AppDriver = {
  kind: Target;
  dataDir: string;
  /** A signed-in page of the app. @param context where a browser opens it; a desktop app has its own */
  openPage(context: BrowserContext): Promise<Page>;
  /** Chooses a file for the Data screen, which the page shows, as a person does: in the browser's dialog or the system's. */
  openFile(page: Page, file: string): Promise<void>;
  /** Saves what `press` makes the page give out. */
  download(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }>;
  /** Process ids of the data service, as the host has it: none between two of them. */
  services(): Promise<number[]>;
  /** Ends the service's process, as a crash would; the host starts it again. */
  killService(): Promise<void>;
  stop(): Promise<void>;
};

export type StartOptions = {
  /** Arguments of the app. */
  words?: readonly string[];
  /** Beside this process's own environment. */
  environment?: Readonly<Record<string, string>>;
};

/** Ends the service that runs now, or the next one where it is just being started. */
export async function killServiceOf({ services }: Pick<AppDriver, 'services'>): Promise<void> {
  await expect
    .poll(async () => {
      const pids = await services();
      for (const pid of pids) forceKill(pid);
      return pids.length;
    })
    .toBeGreaterThan(0);
}

/** Waits until the app is there to be used. */
export async function isOpen(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
}
