import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { processesFrom, stillRunning } from '../support/child-processes.ts';
import { asDesktop, chooseInMenu, desktopProgram, MAIN, startOnDesktop } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

const LINK = 'almanac://view?series=jolts.quits_level_sa&range=10Y';

test.describe('@desktop-only the app', () => {
  test('runs once for a folder: a second start brings the first to the front at its link, and ends', async ({
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

  test('follows a link that the system hands over, and nothing that only looks like one', async ({
    desktop,
    page,
    explore,
  }) => {
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

  test('opens at the view of a link that it is started with', async ({ target }) => {
    const app = await startOnDesktop(target, { words: [LINK] });
    try {
      await expect(await app.openPage(undefined as never)).toHaveURL(
        /series=jolts\.quits_level_sa&range=10Y/,
      );
    } finally {
      await app.stop();
    }
  });

  test('leaves nothing running when it is quit, and tells how long its start took @needs-linux', async ({
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

  test('ends with its last window', async ({ target }) => {
    const app = await startOnDesktop(target);
    try {
      await app.openPage(undefined as never);
      const closed = app.app.waitForEvent('close');
      // The answer may be lost, since the app ends on it.
      await app.app
        .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
        .catch(() => undefined);
      await closed;
    } finally {
      await app.stop();
    }
  });

  test('opens its page again where the page’s process ends, and says so when it ends twice', async ({
    ownApp,
  }) => {
    const { app, ...desktop } = asDesktop(ownApp);
    await new Explore(await desktop.openPage(undefined as never)).isDrawn();
    const heading = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (!contents || contents.isCrashed()) return 'crashed';
        return contents.executeJavaScript(
          `document.querySelector('h1')?.textContent ?? ''`,
        ) as Promise<string>;
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
    await crash();
    await expect.poll(heading).toBe('Explore');
    await crash();
    await expect.poll(heading).toBe('The page stopped working');
    // From there the menu leads back, since no script of ours runs in that page.
    await chooseInMenu(asDesktop(ownApp), 'go-data');
    await expect.poll(heading).toBe('Data');
  });
});

async function marksOf(report: string): Promise<Record<string, number>> {
  const text = await readFile(report, 'utf8').catch(() => '{"marks":{}}');
  return (JSON.parse(text) as { marks: Record<string, number> }).marks;
}
