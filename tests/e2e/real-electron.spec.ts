import { expect, test } from './fixtures.ts';

/** What no double can show: that Electron itself holds to what it was told. Run by `npm run e2e:electron`. */

test.describe('@desktop-only @real-only Electron itself', () => {
  test('runs the page sandboxed and isolated, at its own origin', async ({ desktop, page }) => {
    await expect(page).toHaveTitle(/Almanac/);
    const held = await desktop.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Not in Electron's types; it is what the page's process was started with.
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

  test('finds nothing to warn of', async ({ desktop, page }) => {
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
