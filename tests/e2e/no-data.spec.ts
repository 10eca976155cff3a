import { startInBrowser } from './app-driver.ts';
import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { atExplore } from './running-app.ts';

test('an empty data folder offers ways to get data @browser-only @soak', async ({ context }) => {
  const driver = await startInBrowser({ words: ['--no-sample'] });
  try {
    const page = await context.newPage();
    await page.goto(atExplore(await driver.host.freshAddress()));
    const offer = page.getByRole('region', { name: 'No data yet' });
    await expect(offer).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chart' })).toHaveCount(0);
    await offer.getByRole('link', { name: 'Import a file' }).click();
    await expect(page.getByRole('heading', { name: 'Import a file' })).toBeInViewport();
    await page.goBack();
    await offer.getByRole('link', { name: 'Get the real data' }).click();
    await expect(page.getByRole('button', { name: 'Refresh all' })).toBeEnabled();
    await page.goBack();
    await offer.getByRole('button', { name: 'Show sample data' }).click();
    const explore = new Explore(page);
    await explore.isDrawn();
    await expect(explore.sampleBand).toContainText('made up');
  } finally {
    await driver.stop();
  }
});
