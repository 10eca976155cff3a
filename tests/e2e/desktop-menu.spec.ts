import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asDesktop, chooseInMenu } from './desktop-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { find } from './steps.ts';

test.describe('@desktop-only the menu', () => {
  test('exports what is shown, where there is something @soak', async ({ desktop, page, explore }) => {
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

  test('after the machine has slept the data are there @soak', async ({ desktop, page, explore }) => {
    await explore.isDrawn();
    await desktop.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('resume');
    });
    await page.reload();
    await explore.isDrawn();
  });
});
