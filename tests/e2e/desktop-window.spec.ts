import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseInMenu, startOnDesktop } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

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

  test('is light or dark as the menu says @soak', async ({ desktop, page, explore }) => {
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
    // Its provenance stands beside it.
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

  test('opens the data folder from Settings, and says if it did not @soak', async ({ desktop, page }) => {
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

  test('opens again where it stood, at the view that it showed @soak', async ({ target }) => {
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
