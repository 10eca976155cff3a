import { expect, test } from './fixtures.ts';
import { takeAway } from './steps.ts';

const TOO_MUCH =
  'It takes too much work to calculate. Use fewer powers, ln or exp in this chart, or a lower frequency.';

test('a formula with too much work has a sentence @soak', async ({ ownPage: page, ownExplore: explore }) => {
  const search = new URLSearchParams({
    series: 'yields.US10Y,yields.US2Y',
    formulas: `${Array(14).fill('(a^100-b^100)').join('+')},a-b`,
    range: 'Max',
  });
  await explore.open(`?${search}`);
  await expect(page.getByText(TOO_MUCH).first()).toBeVisible();
  await takeAway(page, 'Add to a board…');
  await page.getByRole('button', { name: 'Make and add' }).click();
  await page.getByRole('button', { name: 'Open New board' }).click();
  await page.getByRole('radiogroup', { name: 'Preset range' }).getByText('Max', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tiles' }).getByText(`c: ${TOO_MUCH}`)).toBeVisible();
  // The two series, and the spread.
  await expect(page.locator('[data-drawn] path[data-series][d^=M]')).toHaveCount(3);
});
