import { expect, test } from './fixtures.ts';
import { boxOf, goTo } from './steps.ts';

test.use({ opensHome: false });

test('the legend has last values and dates in a small window @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open('?series=jolts.quits_level_sa,yields.US10Y:pc1&range=5Y&details=jolts.quits_level_sa');
  const rows = explore.shownSeries.getByRole('listitem');
  const dates = page.locator('[data-legend]').getByText(/^\d{4}-\d\d(-\d\d)?$/);
  for (const place of [0, 1]) {
    const last = rows.nth(place).getByTitle(/ on \d{4}-\d\d-\d\d /);
    await expect(last).toBeVisible();
    await expect(last).toHaveText(/\d (mn|%)$/);
  }
  // One date at the beginning, the other beside its value.
  await expect(dates).toHaveCount(2);
  await expect(dates.first()).toBeInViewport();
});

test('bars are told apart without colour, in chart and legend', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  await explore.open('?series=jolts.quits_level_sa,jolts.hires_level_sa&range=1Y&type=bar');
  await expect(explore.line('jolts.quits_level_sa')).toHaveAttribute('stroke', /^#/);
  await expect(explore.line('jolts.hires_level_sa')).toHaveAttribute('stroke', 'url(#bars-1)');
  await expect(page.locator('pattern#bars-1')).toHaveCount(1);
  const chip = explore.shownSeries.getByRole('listitem').nth(1);
  await expect(chip.locator('pattern[data-slot="1"]')).toHaveCount(1);
});

test('lines stay visible under the selection of a drag @soak', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa&range=5Y');
  const box = await boxOf(explore.chart);
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  const selection = explore.chart.locator('[data-selection]');
  await expect(selection).toBeVisible();
  const alpha = await selection.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) return 1;
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return (context.getImageData(0, 0, 1, 1).data[3] ?? 255) / 255;
  });
  await page.mouse.up();
  expect(alpha).toBeGreaterThan(0.05);
  expect(alpha).toBeLessThan(0.4);
});

test('the progress of loading does not cover the legend @soak', async ({ page, explore }) => {
  await page.route(/token_id=/, () => undefined);
  await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding,yields.US10Y');
  const status = page.getByText(/^[\d,]+( of [\d,]+)? rows$/);
  await expect(status).toBeVisible();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(2);
  const [above, below] = [await status.boundingBox(), await explore.shownSeries.boundingBox()];
  const isAbove = (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0);
  expect(isAbove || (above?.x ?? 0) >= (below?.x ?? 0) + (below?.width ?? 0)).toBe(true);
});

test('the legend follows the crosshair; a click explains the line @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=us_debt.total_public_debt_outstanding,us_debt.intragovernmental_holdings&range=1Y',
  );
  const head = page.locator('[data-legend] > span').first();
  const newest = await head.textContent();
  expect(newest).toMatch(/^\d{4}-\d\d-\d\d$/);
  const value = explore.shownSeries
    .getByRole('listitem')
    .first()
    .getByTitle(/Explain this number/);
  const last = await value.textContent();
  await explore.chart.press('Home');
  await expect(head).not.toHaveText(newest ?? '');
  await expect(value).not.toHaveText(last ?? '');
  const day = await head.textContent();
  await expect(explore.chart.getByRole('status')).toContainText(`${day}: Total public debt`);
  // The focus leaves the chart for the legend, and the crosshair stays.
  await value.press('Enter');
  await expect(page).toHaveURL(new RegExp(`explain=.*total_public_debt_outstanding.*${day}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(head).toHaveText(newest ?? '');

  const box = await boxOf(explore.line('us_debt.intragovernmental_holdings'));
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2 - 8);
  await expect(page).toHaveURL(/explain=.*intragovernmental_holdings/);
});

test('the legend shows only one line, and all again @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=us_debt.total_public_debt_outstanding,us_debt.intragovernmental_holdings,yields.US10Y&range=1Y',
  );
  const rows = explore.shownSeries.getByRole('listitem');
  await expect(rows.nth(0)).toContainText('left');
  await expect(rows.nth(2)).toContainText('right');
  const choose = async (item: string) => {
    await rows
      .nth(1)
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Only this');
  const drawn = explore.chart.locator('path[data-series]');
  await expect(drawn).toHaveCount(1);
  await expect(explore.line('us_debt.intragovernmental_holdings')).toBeVisible();
  await page.goBack();
  await expect(drawn).toHaveCount(3);
  await choose('Only this');
  await choose('Show all lines');
  await expect(drawn).toHaveCount(3);
});
