import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asDesktop, chooseInMenu, startOnDesktop } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { find, goTo, isScreen, RAIL, railLink } from './steps.ts';

const DEBT = '?series=us_debt.total_public_debt_outstanding&range=5Y';
const FILE = 'dataset,series,date,value\njolts,hires_level_sa,2024-01-01,5000\n';

test.describe('@desktop-only the window', () => {
  test('opens once, is shown when it has painted, and shows Explore', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    await expect(page).toHaveTitle(/Almanac/);
    const windows = await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => [window.isVisible(), window.isDestroyed()]),
    );
    expect(windows).toEqual([[true, false]]);
  });

  test('gives the page seven functions of the desktop, and nothing of Node or Electron', async ({ page }) => {
    const reach = await page.evaluate(() => {
      const own = window as unknown as Record<string, object | undefined>;
      return {
        almanac: Object.keys(own.almanac ?? {}).toSorted(),
        isFrozen: Object.isFrozen(own.almanac),
        others: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
          (name) => name in own,
        ),
      };
    });
    expect(reach).toEqual({
      almanac: [
        ...['chooseFile', 'nextCommand', 'offer', 'openDataFolder', 'revealDownload', 'setTheme'],
        'windowAction',
      ],
      isFrozen: true,
      others: [],
    });
  });

  test('goes to screens from the menu, and to the search @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    await chooseInMenu(desktop, 'go-data');
    await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
    await chooseInMenu(desktop, 'go-explore');
    await explore.isDrawn();
    await chooseInMenu(desktop, 'find');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  });

  test('is light or dark as the menu item chooses @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    for (const [theme, isDark] of [
      ['dark', true],
      ['light', false],
    ] as const) {
      await chooseInMenu(desktop, `theme-${theme}`);
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      expect(await desktop.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(isDark);
    }
    await chooseInMenu(desktop, 'theme-auto');
    await expect
      .poll(() => desktop.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource))
      .toBe('system');
  });

  test('previews a file that is chosen in the system’s dialog @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    const file = path.join(desktop.dataDir, 'hires.csv');
    await writeFile(file, FILE);
    await desktop.openFile(page, file);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('hires.csv');
  });

  test('saves a download, and shows it in its folder', async ({ desktop, page, explore }) => {
    await explore.open(DEBT);
    const dialog = await explore.openExport();
    const saved = await desktop.download(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    expect(await readFile(saved.path, 'utf8')).toMatch(/^date,us_debt\.total_public_debt_outstanding\n/);
    // The provenance file is beside it.
    await expect(async () => {
      const { is_sample, receipt } = JSON.parse(await readFile(`${saved.path}.json`, 'utf8'));
      expect([is_sample, receipt.complete]).toEqual([true, true]);
    }).toPass();
    await desktop.app.evaluate(({ shell }) => {
      const shown: string[] = [];
      Object.assign(globalThis, { shown });
      shell.showItemInFolder = (file) => void shown.push(file);
    });
    const shown = () => desktop.app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
    await chooseInMenu(desktop, 'reveal-download');
    expect(await shown()).toEqual([saved.path]);
    await dialog.getByRole('button', { name: 'Show in its folder' }).click();
    await expect.poll(shown).toEqual([saved.path, saved.path]);
  });

  test('opens the data folder from Settings, and reports a failure @soak', async ({ desktop, page }) => {
    await desktop.app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openPath = async (folder) => (opened.push(folder) === 1 ? '' : 'no file manager');
    });
    await goTo(page, '/settings?group=folder');
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await open.click();
    await expect
      .poll(() => desktop.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
      .toEqual([desktop.dataDir]);
    await expect(page.getByText('The system did not open it')).toHaveCount(0);
    await open.click();
    await expect(page.getByText('The system did not open it. Copy the path instead.')).toBeVisible();
  });

  test('opens again at its last place and its last view @soak', async ({ target }) => {
    const first = await startOnDesktop(target);
    const bounds = { x: 120, y: 80, width: 1000, height: 700 };
    let dataDir: string;
    try {
      const page = await first.openPage(undefined as never);
      await new Explore(page).open(DEBT);
      await first.app.evaluate(
        ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
        bounds,
      );
      dataDir = first.dataDir;
      await first.app.close();
      const second = await startOnDesktop(target, { dataDir });
      try {
        const again = await second.openPage(undefined as never);
        await expect(again).toHaveURL(/range=5Y/);
        expect(
          await second.app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
          ),
        ).toEqual(bounds);
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  });
});

test.describe('@desktop-only the menu', () => {
  test('exports the shown data, if there are any @soak', async ({ desktop, page, explore }) => {
    await explore.open('?series=us_debt.total_public_debt_outstanding&range=1Y');
    await chooseInMenu(desktop, 'export-data');
    const dialog = page.getByRole('dialog', { name: 'Export data' });
    const saved = await desktop.download(page, () =>
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    );
    expect(await readFile(saved.path, 'utf8')).toMatch(/^date,us_debt\.\w+\n\d{4}-/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await chooseInMenu(desktop, 'go-data');
    await expect
      .poll(() =>
        desktop.app.evaluate(
          ({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('export-data')?.enabled,
        ),
      )
      .toBe(false);
    await chooseInMenu(desktop, 'go-explore');
    await explore.isDrawn();
  });

  test('copies the diagnostics @soak', async ({ desktop, explore }) => {
    await explore.isDrawn();
    await chooseInMenu(desktop, 'copy-diagnostics');
    await expect
      .poll(() => desktop.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toContain('Almanac');
  });

  test('has its items in the palette too @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    await find(page, '>full screen');
    await expect(page.getByRole('option').first()).toContainText('Full screen: on or off');
    await page.keyboard.press('Enter');
    const isFull = () =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());
    await expect.poll(isFull).toBe(true);
    await (await find(page, '>full screen')).press('Enter');
    await expect.poll(isFull).toBe(false);
  });

  test('keeps the app in the tray when its window is closed @soak', async ({ ownApp }) => {
    const desktop = asDesktop(ownApp);
    await new Explore(await desktop.openPage(undefined as never)).isDrawn();
    await chooseInMenu(desktop, 'tray');
    const closed = desktop.app.windows()[0]?.waitForEvent('close');
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await closed;
    const again = desktop.app.waitForEvent('window');
    await desktop.app.evaluate(({ app }) => app.emit('activate'));
    await new Explore(await again).isDrawn();
    const kept = async (): Promise<unknown> =>
      JSON.parse(await readFile(path.join(desktop.dataDir, 'window/window.json'), 'utf8'));
    // Changes are written together, a moment later.
    await expect.poll(kept).toMatchObject({ hasTray: true, tellsNews: false });
  });

  test('the data are available after the machine has slept @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    await desktop.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('resume');
    });
    await page.reload();
    await explore.isDrawn();
  });
});

test('@desktop-only every screen of the rail opens without an error @soak', async ({ page }) => {
  for (const screen of RAIL) {
    await railLink(page, screen).click();
    await isScreen(page, screen);
    await expect(railLink(page, screen)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

/** Whether the real Electron applies the settings of the app. Run by `npm run e2e:electron`. */

test.describe('@desktop-only @real-only Electron itself', () => {
  test('runs the page sandboxed and isolated, at its own origin', async ({ desktop, page }) => {
    await expect(page).toHaveTitle(/Almanac/);
    const held = await desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // The preferences that the page's process was started with; Electron's types lack them.
      return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences();
    });
    expect(held).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
    expect(await page.evaluate(() => [location.hostname, isSecureContext])).toEqual(['127.0.0.1', true]);
    expect(
      await page.evaluate(() => ['process', 'require', 'module'].filter((name) => name in globalThis)),
    ).toEqual([]);
  });

  test('logs no security warnings or deprecations', async ({ desktop, page }) => {
    await expect(page).toHaveTitle(/Almanac/);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Electron Security Warning')) warnings.push(message.text());
    });
    await page.reload();
    await expect(page).toHaveTitle(/Almanac/);
    expect(warnings).toEqual([]);
    expect(desktop.printed()).not.toMatch(/deprecat/i);
  });
});
