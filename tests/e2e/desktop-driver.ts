import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import { copySample } from '../support/sample-data.ts';
import {
  type AppDriver,
  atExplore,
  isOpen,
  killServiceOf,
  SIGNED_IN,
  START_MS,
  type StartOptions,
  type Target,
} from './running-app.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const MAIN = path.join(ROOT, '.build/shell/main.js');
const STANDIN = path.join(ROOT, 'tests/standin');

/** The desktop app, and access to its main process. */
export type DesktopDriver = AppDriver & {
  app: ElectronApplication;
  /** Everything that the main process has printed so far. */
  printed(): string;
};

export type DesktopOptions = StartOptions & {
  /** The data folder of an earlier run, which `stop` keeps. By default a new folder. */
  dataDir?: string;
  /** Switches off the page's content security policy, to test the protection behind it. */
  bypassCSP?: boolean;
};

export async function startOnDesktop(target: Target, options: DesktopOptions = {}): Promise<DesktopDriver> {
  const dataDir = options.dataDir ?? (await newFolder(options));
  const clear = async (): Promise<void> => {
    // Chromium's processes may still write for a moment after the app has ended.
    if (options.dataDir === undefined)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  const app = await launchElectron(target, MAIN, dataDir, options).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  const lines: string[] = [];
  for (const output of [app.process().stdout, app.process().stderr])
    output?.setEncoding('utf8').on('data', (text: string) => void lines.push(text));
  const desktop: DesktopDriver = {
    kind: target,
    app,
    dataDir,
    printed: () => lines.join(''),
    async openPage() {
      const page = await app.firstWindow({ timeout: START_MS });
      await isOpen(page);
      // Opens Explore, unless a link or the last session chose another screen.
      if (/^\/(overview)?$/.test(new URL(page.url()).pathname)) {
        await page.goto(atExplore(page.url()));
        await isOpen(page);
      }
      return page;
    },
    async openFile(_, file) {
      await app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
      }, file);
      await chooseInMenu(desktop, 'import');
    },
    download: (_, press) => download(app, dataDir, press),
    services: () => utilities(app, 'Almanac service'),
    killService: () => killServiceOf(desktop),
    async stop() {
      await app.close();
      await clear();
    },
  };
  return desktop;
}

async function newFolder({ isFirstStart = false, words = [] }: DesktopOptions): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
  if (!isFirstStart && !words.includes('--no-sample')) await copySample(dataDir);
  return dataDir;
}

/** Options of a request that a test can pass to the page. */
type Asking = { method?: string; headers?: Record<string, string>; body?: string };
export type PageAnswer = { status: number; headers: [string, string][]; text: string };

/** Sends a signed-in request from the page. @returns status 0 if there was no answer */
export function askAsPage(page: Page, target: string, init: Asking = {}): Promise<PageAnswer> {
  return page.evaluate(
    async ([address, options, signedIn]) => {
      const headers = new Headers(options.headers);
      headers.set('Authorization', `Bearer ${sessionStorage.getItem(signedIn)}`);
      try {
        const answer = await fetch(address, { ...options, headers });
        return { status: answer.status, headers: [...answer.headers], text: await answer.text() };
      } catch (error) {
        return { status: 0, headers: [], text: String(error) };
      }
    },
    [target, init, SIGNED_IN] as const,
  );
}

/** Waits until the data service answers, also after a restart. */
export async function serviceIsReady(page: Page): Promise<void> {
  const status = async (): Promise<number> => (await askAsPage(page, '/host/state')).status;
  await expect.poll(status, { timeout: START_MS }).toBe(200);
}

/** @returns the process ids of the running utility processes with this name. */
export function utilities(
  app: ElectronApplication,
  name: 'Almanac service' | 'Almanac keychain',
): Promise<number[]> {
  return app.evaluate(
    (main, wanted) =>
      main.app
        .getAppMetrics()
        .flatMap((metric) => (metric.name === wanted && metric.pid > 0 ? [metric.pid] : [])),
    name,
  );
}

export function asDesktop(app: AppDriver): DesktopDriver {
  if (app.kind === 'browser') throw new Error('This spec is about the desktop app: tag it @desktop-only');
  return app as DesktopDriver;
}

/** Chooses an item of the menu bar by its id, as soon as it is enabled. */
export async function chooseInMenu({ app }: DesktopDriver, id: string): Promise<void> {
  await expect
    .poll(() =>
      app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled, id),
    )
    .toBe(true);
  await app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
}

/** Starts a main process under Playwright, in the stand-in or in the installed Electron. */
export function launchElectron(
  target: Target,
  main: string,
  dataDir: string,
  { words = [], environment = {}, bypassCSP = false }: DesktopOptions = {},
): Promise<ElectronApplication> {
  // Electron's package finds its program by this variable. Playwright reads it once per worker.
  if (target === 'standin') process.env.ELECTRON_OVERRIDE_DIST_PATH = STANDIN;
  return electron.launch({
    args: [main, `--user-data-dir=${path.join(dataDir, 'window')}`, '--service-port=0', ...words],
    env: {
      ...process.env,
      ALMANAC_DATA_DIR: dataDir,
      ALMANAC_STANDIN_NODE: process.execPath,
      // Tests must not write into the real keychain.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      ...environment,
    } as Record<string, string>,
    // Playwright emulates no colour scheme: only the app or a test sets one.
    colorScheme: null,
    bypassCSP,
    timeout: START_MS,
    chromiumSandbox: target === 'electron' && process.getuid?.() !== 0,
  });
}

/** The program and environment that start the same app a second time, without Playwright. */
export function desktopProgram(target: Target): { program: string; environment: Record<string, string> } {
  if (target === 'standin')
    return {
      program: path.join(STANDIN, 'electron'),
      environment: { ALMANAC_STANDIN_NODE: process.execPath },
    };
  return { program: process.env.ALMANAC_ELECTRON ?? '', environment: {} };
}

let downloads = 0;

/** Answers the save dialog: sets the path on the download itself. */
async function download(
  app: ElectronApplication,
  dataDir: string,
  press: () => Promise<void>,
): Promise<{ name: string; path: string }> {
  downloads += 1;
  const target = path.join(dataDir, `download-${downloads}`);
  const done = await app.evaluateHandle(
    ({ session }, file) => ({
      ended: new Promise<{ name: string; state: string }>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(file);
          item.once('done', (_, state) => resolve({ name: item.getFilename(), state }));
        });
      }),
    }),
    target,
  );
  await press();
  const { name, state } = await done.evaluate(({ ended }) => ended);
  if (state !== 'completed') throw new Error(`The download of ${name} was ${state}`);
  return { name, path: target };
}
