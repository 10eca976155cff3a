import { startInBrowser } from './app-driver.ts';
import { expect, test } from './fixtures.ts';

test('an empty data folder offers ways to get data, not an empty chart @browser-only', async ({
  context,
}) => {
  const driver = await startInBrowser({ words: ['--no-sample'] });
  try {
    const page = await context.newPage();
    await page.goto(await driver.host.freshAddress());
    const offer = page.getByRole('region', { name: 'No data yet' });
    await expect(offer).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chart' })).toHaveCount(0);
    await expect(offer.getByText('npm start')).toBeVisible();
    await expect(offer.getByRole('link', { name: 'Refresh from the publishers' })).toBeVisible();
    await offer.getByRole('link', { name: 'Import a file' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  } finally {
    await driver.stop();
  }
});
