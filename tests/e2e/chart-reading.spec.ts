import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

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

test('bars are told apart without colour, in chart and legend', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa,jolts.hires_level_sa&range=1Y&type=bar');
  await expect(explore.line('jolts.quits_level_sa')).toHaveAttribute('stroke', /^#/);
  await expect(explore.line('jolts.hires_level_sa')).toHaveAttribute('stroke', 'url(#bars-1)');
  await expect(page.locator('pattern#bars-1')).toHaveCount(1);
  const chip = explore.shownSeries.getByRole('listitem').nth(1);
  await expect(chip.locator('pattern[data-slot="1"]')).toHaveCount(1);
});

test('lines stay visible under the selection of a drag', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa&range=5Y');
  const box = await explore.chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
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

test('the progress of loading does not cover a chip', async ({ page, explore }) => {
  await page.route(/token_id=/, () => undefined);
  await page.goto(
    new URL('/explore?series=us_debt.total_public_debt_outstanding,yields.US10Y', page.url()).href,
  );
  const status = page.getByText(/^[\d,]+( of [\d,]+)? rows$/);
  await expect(status).toBeVisible();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(2);
  const [above, below] = [await status.boundingBox(), await explore.shownSeries.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('the pointer can move into the tooltip, which follows all other moves; Escape closes it', async ({
  page,
  explore,
}) => {
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=1Y');
  const box = await explore.chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  const tooltip = explore.chart.locator('div:has(> table)');
  const day = () => tooltip.locator('span').first().textContent();
  const [x, y] = [box.x + box.width / 4, box.y + 50];
  await page.mouse.move(x, y);
  const first = await day();
  // Moves away from the tooltip: after a rest, a move towards it would leave it where it is.
  await page.mouse.move(x - 40, y);
  await expect.poll(day).not.toBe(first);
  await expect(tooltip).toHaveAttribute('data-reachable');
  const there = await day();
  const place = await tooltip.boundingBox();
  if (!place) throw new Error('There is no tooltip.');
  await page.mouse.move(place.x + 30, place.y + place.height / 2, { steps: 12 });
  await expect(tooltip).toBeVisible();
  expect(await day()).toBe(there);
  // Back on the plot it follows again.
  await page.mouse.move(x, box.y + box.height - 80);
  await expect.poll(day).not.toBe(there);
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
