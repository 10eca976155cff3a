import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SCREENS } from '../../renderer/screens.ts';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { expect, test } from './fixtures.ts';
import { isOpen } from './running-app.ts';

/**
 * The main state of each screen with sample data, as it looked when somebody last looked at it. The clocks of
 * app and page stand still, so that every run shows the same days. `renderer/README.md` says how to change a
 * picture.
 */

const NOW = '2026-11-20T15:00:00Z';
const CLOCK = pathToFileURL(path.resolve(import.meta.dirname, 'fixed-clock.mjs')).href;

let app: BrowserDriver;
/** Paths of the screens that need more in their address to show their main state. */
const addresses = new Map([
  ['/explore', '/explore?series=us_debt.debt_held_by_public,us_debt.intragovernmental_holdings&range=5Y'],
  ['/release', '/release?dataset=jolts'],
]);

test.beforeAll(async ({ browser }) => {
  const environment = { NODE_OPTIONS: `--import=${CLOCK}`, FIXED_NOW: NOW };
  app = await startInBrowser({ isFirstStart: true, environment });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await app.openPage(context);
  await page.goto(`${app.host.origin}/board`);
  await page.getByRole('button', { name: 'Copy Labour' }).click();
  await page.locator('[data-saved]').waitFor();
  const { pathname, search } = new URL(page.url());
  addresses.set('/board', pathname + search);
  await context.close();
});
test.afterAll(() => app.stop());

for (const [tag, colorScheme, width, height] of [
  ['', 'light', 1440, 900],
  [' @soak', 'dark', 1024, 700],
] as const)
  test(`every screen looks as it did, ${colorScheme} at ${width} × ${height} @browser-only @needs-linux${tag}`, async ({
    browser,
  }) => {
    test.skip(process.platform !== 'linux', 'the pictures show letters as Linux draws them');
    const viewport = { width, height };
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
    await context.clock.setFixedTime(NOW);
    const page = await app.openPage(context);
    for (const { path: screen, title } of SCREENS) {
      await page.goto(app.host.origin + (addresses.get(screen) ?? screen));
      await isOpen(page);
      await expect.soft(page, title).toHaveScreenshot([colorScheme, `${screen.slice(1)}.png`]);
    }
    await context.close();
  });
