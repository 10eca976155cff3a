import { expect, test } from './fixtures.ts';

test('a first start shows a chart of sample data at once, under a band that says what it is', async ({
  page,
  explore,
}) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  await explore.isDrawn();
  await expect(explore.sampleBand).toContainText('made up');
  await expect(explore.line('us_debt.total_public_debt_outstanding')).toBeVisible();
  await expect(page).toHaveTitle(/Almanac/);
});

test('the band tells how to get the real data', async ({ page, explore }) => {
  await explore.sampleBand.getByRole('button', { name: 'How' }).click();
  await expect(page.getByText('npm run -s almanac -- import FILE').first()).toBeVisible();
});
