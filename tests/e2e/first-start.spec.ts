import { expect, test } from './fixtures.ts';

test('a first start shows a chart of sample data, under a band', async ({ page, explore }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  await explore.isDrawn();
  await expect(explore.sampleBand).toContainText('made up');
  await expect(explore.line('us_debt.total_public_debt_outstanding')).toBeVisible();
  await expect(page).toHaveTitle(/Almanac/);
});

test('the sample band links to the refresh of the real data, by keyboard too, and has the commands', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.sampleBand.getByRole('button', { name: 'By command' }).click();
  await expect(page.getByText('npm run -s almanac -- import FILE')).toBeVisible();
  await page.keyboard.press('Escape');
  const way = explore.sampleBand.getByRole('link', { name: 'Get the real data' });
  await way.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  const refresh = page.getByRole('region', { name: 'Refresh', exact: true });
  const all = page.getByRole('button', { name: 'Refresh all' });
  await expect(all).toBeEnabled();
  await expect(refresh).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(all).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible();
  // On that screen it works too, each time it is pressed.
  await way.click();
  await expect(refresh).toBeFocused();
});
