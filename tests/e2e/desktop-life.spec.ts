import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { forceKill } from '../../electron/child-process.ts';
import { processesFrom, processesSaying, stillRunning } from '../support/child-processes.ts';
import {
  asDesktop,
  askAsPage,
  type DesktopDriver,
  desktopProgram,
  MAIN,
  serviceIsReady,
  startOnDesktop,
} from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { RECOVERY_MS, START_MS } from './running-app.ts';

/** Less than a minute, because the app notices a crash a little later than the test. */
const MINUTE_MS = 50_000;
const LINK = 'almanac://view?series=jolts.quits_level_sa&range=10Y';

test.describe('@desktop-only the app', () => {
  test('a second start brings the first to the front, and opens the new link there', async ({
    target,
    desktop,
    page,
    explore,
  }) => {
    await explore.isDrawn();
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const { program, environment } = desktopProgram(target);
    const second = spawn(program, [MAIN, `--user-data-dir=${path.join(desktop.dataDir, 'window')}`, LINK], {
      env: { ...process.env, ...environment, ALMANAC_DATA_DIR: desktop.dataDir },
      stdio: 'ignore',
    });
    try {
      const [status] = await once(second, 'exit');
      expect(status).toBe(0);
    } finally {
      second.kill('SIGKILL');
    }
    await expect(page).toHaveURL(/quits_level_sa/);
    await explore.isDrawn();
    const state = () =>
      desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => [window.isMinimized(), window.isFocused()]),
      );
    await expect.poll(state).toEqual([[false, true]]);
  });

  test('follows a link of the system, and ignores look-alikes', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    const open = (link: string) =>
      desktop.app.evaluate(
        ({ app }, address) => void app.emit('open-url', new Event('open-url'), address),
        link,
      );
    for (const link of ['almanac://elsewhere?series=x', 'https://evil.example/', 'almanac://view?a=1&a=2'])
      await open(link);
    await open(LINK);
    await expect(page).toHaveURL(/\/explore\?series=jolts\.quits_level_sa&range=10Y/);
    await explore.isDrawn();
  });

  test('opens at the view of a link that it is started with @soak', async ({ target }) => {
    const app = await startOnDesktop(target, { words: [LINK] });
    try {
      await expect(await app.openPage(undefined as never)).toHaveURL(
        /series=jolts\.quits_level_sa&range=10Y/,
      );
    } finally {
      await app.stop();
    }
  });

  test('leaves nothing running after Quit, and reports how long its start took @needs-linux', async ({
    target,
  }, info) => {
    test.skip(process.platform !== 'linux', 'processes are found in /proc');
    const report = info.outputPath('startup.json');
    const app = await startOnDesktop(target, { words: ['--startup-report', report] });
    const pid = app.app.process().pid ?? 0;
    let started: number[];
    try {
      await new Explore(await app.openPage(undefined as never)).isDrawn();
      await expect.poll(async () => (await marksOf(report)).data_visible ?? 0).toBeGreaterThan(0);
      started = await processesFrom(pid);
      expect(started.length).toBeGreaterThan(2);
    } finally {
      await app.stop();
    }
    await expect.poll(() => stillRunning(started)).toEqual([]);
    const marks = await marksOf(report);
    console.log(`Start of the desktop app (${target}), ms: ${JSON.stringify(marks)}`);
    expect(Object.keys(marks)).toEqual(['evaluated', 'ready', 'listening', 'first_paint', 'data_visible']);
    expect(marks.ready).toBeGreaterThanOrEqual(marks.evaluated ?? Number.POSITIVE_INFINITY);
    expect(marks.data_visible).toBeGreaterThan(marks.listening ?? Number.POSITIVE_INFINITY);
  });

  test('leaves nothing running after it is killed, and opens again with all data @needs-linux @soak', async ({
    target,
  }) => {
    test.skip(process.platform !== 'linux', 'processes are found in /proc');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
    const first = await startOnDesktop(target, { dataDir });
    try {
      const { started, held } = await killed(first);
      await expect.poll(() => stillRunning(started)).toEqual([]);
      // Also finds processes that began meanwhile, by the data folder in their command lines.
      await expect.poll(() => processesSaying(dataDir)).toEqual([]);
      const second = await startOnDesktop(target, { dataDir });
      try {
        const page = await second.openPage(undefined as never);
        await new Explore(page).isDrawn();
        await expect(page).toHaveURL(new RegExp(`series=${SERIES}&range=5Y`));
        await expect(page.getByRole('alert')).toHaveCount(0);
        expect(await heldIn(page)).toEqual(held);
      } finally {
        await second.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    }
  });

  test('ends with its last window @soak', async ({ target }) => {
    const app = await startOnDesktop(target);
    try {
      await app.openPage(undefined as never);
      const closed = app.app.waitForEvent('close', { timeout: START_MS });
      // The answer may be lost, because the app ends.
      await app.app
        .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
        .catch(() => undefined);
      await closed;
    } finally {
      await app.stop();
    }
  });

  test('reloads its page after a crash, and asks after a second crash @soak', async ({ ownApp }) => {
    const { app, ...desktop } = asDesktop(ownApp);
    await new Explore(await desktop.openPage(undefined as never)).isDrawn();
    const heading = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (!contents || contents.isCrashed()) return 'crashed';
        // A page that ends during the question gives no answer, or a late one: the poll asks again.
        const asked: Promise<string> = contents.executeJavaScript(
          `document.querySelector('h1')?.textContent ?? ''`,
        );
        const silence = new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'no answer'));
        return Promise.race([asked.catch(() => 'gone'), silence]);
      });
    const crash = () =>
      app.evaluate(
        ({ BrowserWindow }) =>
          new Promise<void>((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents;
            contents?.once('render-process-gone', () => resolve());
            contents?.forcefullyCrashRenderer();
          }),
      );
    let crashedAt = performance.now();
    await crash();
    await expect.poll(heading).toBe('Explore');
    // The app asks a person after two crashes within a minute, so a slow page must crash again.
    while (performance.now() - crashedAt > MINUTE_MS) {
      crashedAt = performance.now();
      await crash();
      await expect.poll(heading).toBe('Explore');
    }
    await answerDialogs(app, 0);
    await crash();
    await expect.poll(() => asked(app)).toEqual(['The page stopped working: Open the first screen, Quit']);
    await expect.poll(heading).toBe('Overview');
  });

  test('asks when the data service stays down, and quits @needs-linux @soak', async ({ target }) => {
    const desktop = await startOnDesktop(target);
    const { app } = desktop;
    try {
      const page = await desktop.openPage(undefined as never);
      await new Explore(page).isDrawn();
      await answerDialogs(app, 0);
      await killUntil(desktop, async () => (await asked(app)).length === 1);
      expect(await asked(app)).toEqual(['The data service does not run: Try again, Quit']);
      await serviceIsReady(page);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await answerDialogs(app, 1);
      let hasClosed = false;
      app.once('close', () => {
        hasClosed = true;
      });
      // The app ends while the test still asks it.
      await killUntil(desktop, async () => hasClosed);
    } finally {
      await desktop.stop();
    }
  });
});

/** Makes every later dialog answer with this button. */
const answerDialogs = (app: ElectronApplication, response: number): Promise<void> =>
  app.evaluate(({ dialog }, button) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = async (...given: unknown[]) => {
      const { message, buttons = [] } = given.at(-1) as Electron.MessageBoxOptions;
      shown.push(`${message}: ${buttons.join(', ')}`);
      return { response: button, checkboxChecked: false };
    };
  }, response);
const asked = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);

/** Kills the service each time it restarts, until `hasHappened`. */
async function killUntil({ services }: DesktopDriver, hasHappened: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    for (const pid of await services().catch(() => [])) forceKill(pid);
    expect(await hasHappened()).toBe(true);
  }).toPass({ timeout: RECOVERY_MS });
}

const SERIES = 'us_debt.total_public_debt_outstanding';

/** Kills the host with a view open. @returns the processes that it had, and the content of its folder. */
async function killed({ app, dataDir, openPage, services }: DesktopDriver) {
  const page = await openPage(undefined as never);
  await new Explore(page).open(`?series=${SERIES}&range=5Y`);
  const settings = (): Promise<string> =>
    readFile(path.join(dataDir, 'window/window.json'), 'utf8').catch(() => '');
  await expect.poll(settings).toContain(`${SERIES}&range=5Y`);
  const held = await heldIn(page);
  const started = await processesFrom(app.process().pid ?? 0);
  expect(started).toEqual(expect.arrayContaining(await services()));
  const renderers = await processesSaying('--type=renderer');
  expect(started.filter((pid) => renderers.includes(pid))).not.toEqual([]);
  const closed = app.waitForEvent('close', { timeout: START_MS });
  app.process().kill('SIGKILL');
  await closed;
  return { started, held };
}

/** The report's lines about the data: whether the file is intact, and the observations of each dataset. */
async function heldIn(page: Page): Promise<string[]> {
  await serviceIsReady(page);
  const { text: report } = await askAsPage(page, '/host/diagnostics');
  const lines = report.match(/(integrity of data\.sqlite: ok|\w+: [\d,]+, from sample)/g) ?? [];
  expect(lines).toHaveLength(10);
  return lines;
}

async function marksOf(report: string): Promise<Record<string, number>> {
  const text = await readFile(report, 'utf8').catch(() => '{"marks":{}}');
  return (JSON.parse(text) as { marks: Record<string, number> }).marks;
}

test('@desktop-only faults of the main process are logged, masked @soak', async ({ target }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
  await mkdir(path.join(dataDir, 'window'), { mode: 0o700 });
  await writeFile(path.join(dataDir, 'window/window.json'), 'alm_0123456789abcdef');
  const app = await startOnDesktop(target, { dataDir });
  try {
    const page = await app.openPage(undefined as never);
    await app.app.evaluate(() => {
      void Promise.reject(new Error('Nobody waits for alm_0123456789abcdef'));
    });
    const logged = () => readFile(path.join(dataDir, 'logs/almanac.log'), 'utf8').catch(() => '');
    await expect.poll(logged).toContain('the app continues: Error: Nobody waits for alm_…');
    expect(await logged()).toMatch(/ host - \S+window\.json could not be read: /);
    expect((await logged()) + app.printed()).not.toContain('0123456789abcdef');
    expect((await askAsPage(page, '/host/state')).status).toBe(200);
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
