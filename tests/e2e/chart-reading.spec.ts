import { expect, test } from './fixtures.ts';

test('a chip keeps its last value and the value’s date in a small window', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open('?series=jolts.quits_level_sa,yields.US10Y:pc1&range=5Y&details=jolts.quits_level_sa');
  const chips = explore.shownSeries.getByRole('listitem');
  for (const [place, date] of [/^\d{4}-\d\d$/, /^\d{4}-\d\d-\d\d$/].entries()) {
    const last = chips.nth(place).getByTitle(/^Last value, of \d{4}-\d\d-\d\d$/);
    await expect(last).toBeVisible();
    await expect(last).toHaveText(/\d (thousands|%) \d/);
    await expect(last.getByText(date)).toBeVisible();
  }
});
