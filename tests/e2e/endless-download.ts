import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { forceKill, forkService } from '../../electron/child-process.ts';
import { superviseService } from '../../electron/run-service.ts';
import { SOME_START, standInService } from '../shell/stand-in-service.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { launchElectron, MAIN, ROOT, utilities } from './desktop-driver.ts';
import { expect } from './fixtures.ts';
import { killServiceOf, START_MS, type Target } from './running-app.ts';

/** A page whose data service sends an endless answer, like a very large export, and one download of it. */
export type EndlessDownload = {
  page: Page;
  /** The folder in which the file `FILE` will be saved. */
  folder: string;
  start(): Promise<void>;
  /** The bytes that have arrived so far. */
  bytes(): Promise<number>;
  /** How the download ended, once it has. */
  ended(): Promise<'completed' | 'canceled' | undefined>;
  killService(): Promise<void>;
  stop(): Promise<void>;
};

export const FILE = 'debt.csv';

export async function openEndlessDownload(target: Target, context: BrowserContext): Promise<EndlessDownload> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-downloads-'));
  const opened = target === 'browser' ? await inBrowser(context, folder) : await onDesktop(target, folder);
  return {
    ...opened,
    folder,
    async stop() {
      await opened.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Opened = Omit<EndlessDownload, 'folder'>;

/** Starts the download, as the page does with a ticket for one. */
function press(page: Page): Promise<void> {
  return page.evaluate((name) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '/download/endless', download: name });
    link.click();
  }, FILE);
}

async function inBrowser(context: BrowserContext, folder: string): Promise<Opened> {
  const program = standInService('streams');
  let pid: number | undefined;
  const run = superviseService({
    spawn() {
      const child = forkService(program, () => undefined);
      pid = child.pid;
      return child;
    },
    settings: () => structuredClone(SOME_START),
    keychain: { ask: async () => ({ t: 'ended' }), close: async () => undefined },
    onQuit: () => undefined,
    onFailed: () => undefined,
    log: () => undefined,
  });
  run.start();
  const page = await context.newPage();
  await page.goto((await run.address()) ?? '');
  // The test's own folder, in which files get the names that a person would see.
  const devtools = await context.newCDPSession(page);
  const states: string[] = [];
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: targetInfo.browserContextId as string,
    downloadPath: folder,
    eventsEnabled: true,
  });
  devtools.on('Browser.downloadProgress', ({ state }) => void states.push(state));
  return {
    page,
    start: () => press(page),
    async bytes() {
      const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
      return Math.max(0, ...(await Promise.all(sizes)));
    },
    ended: async () => states.find((state) => state === 'completed' || state === 'canceled') as undefined,
    killService: async () => forceKill(pid),
    stop: run.stop,
  };
}

/** A copy of the built main process with another service beside it. It stays inside the repository, where its packages are. */
async function onDesktop(target: Target, folder: string): Promise<Opened> {
  await mkdir(path.join(ROOT, '.build/test'), { recursive: true });
  const build = await mkdtemp(path.join(ROOT, '.build/test/streaming-'));
  await cp(path.dirname(MAIN), path.join(build, 'host'), { recursive: true });
  await cp(makePageFolder(), path.join(build, 'renderer'), { recursive: true });
  await mkdir(path.join(build, 'service'));
  standInService('streams', path.join(build, 'service/main.js'));
  const main = path.join(build, 'host', path.basename(MAIN));
  const app = await launchElectron(target, main, path.join(build, 'data'));
  const page = await app.firstWindow({ timeout: START_MS });
  await expect(page).toHaveTitle('Almanac');
  // Replaces the dialogs: the one that asks where to save, and the one that reports a failure.
  const watched = await app.evaluateHandle(
    ({ dialog, session }, file) => {
      const seen = { bytes: 0, ended: undefined as string | undefined };
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
      session.defaultSession.once('will-download', (_event, item) => {
        item.setSavePath(file);
        item.on('updated', () => {
          seen.bytes = item.getReceivedBytes();
        });
        item.once('done', (_, state) => {
          seen.ended = state;
        });
      });
      return seen;
    },
    path.join(folder, FILE),
  );
  return {
    page,
    start: () => press(page),
    bytes: () => watched.evaluate(({ bytes }) => bytes),
    async ended() {
      const state = await watched.evaluate(({ ended }) => ended);
      return state === undefined || state === 'completed' ? state : 'canceled';
    },
    killService: () => killServiceOf({ services: () => utilities(app, 'Almanac service') }),
    async stop() {
      await app.close();
      await rm(build, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}
