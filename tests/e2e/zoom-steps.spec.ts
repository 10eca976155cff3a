import type { Page } from '@playwright/test';
import { rangeOf } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './steps.ts';

test.use({ opensHome: false });

const SERIES = '?series=us_debt.total_public_debt_outstanding&table=closed';
const YEARS = `${SERIES}&from=2015-01-01&to=2020-12-31`;

for (const [name, back] of [
  ['back', (page: Page) => page.goBack()],
  ['undo', (page: Page) => page.keyboard.press('Control+z')],
] as const) {
  test(`a run of zooms is one step for ${name} @soak`, async ({ page, explore }) => {
    await explore.open(YEARS);
    await explore.choosePreset('10Y');
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe('10Y');
    const once = rangeOf(page);
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe(once);
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('10Y');

    // After leaving, a zoom is a new step again: the view between must not be lost.
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).toBe(once);
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('10Y');
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => rangeOf(page)).toBe('10Y');
  });
}

test('undo and back share one history @soak', async ({ page, explore }) => {
  await explore.open(YEARS);
  await explore.chart.focus();
  await page.keyboard.press('+');
  await expect.poll(() => rangeOf(page)).not.toBe('2015-01-01 2020-12-31');
  const zoomed = rangeOf(page);
  await page.keyboard.press('Alt+l');
  await expect(page).toHaveURL(/scale=log/);
  await page.goBack();
  await expect(page).not.toHaveURL(/scale=log/);
  expect(rangeOf(page)).toBe(zoomed);
  await page.keyboard.press('Control+Shift+z');
  await expect(page).toHaveURL(/scale=log/);
  // Leaving the zoom keeps what was changed since.
  await page.keyboard.press('Alt+r');
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
  await expect(page).toHaveURL(/scale=log/);
});

for (const [name, reset] of [
  ['a double click', async (page: Page, x: number, y: number) => page.mouse.dblclick(x, y)],
  ['Alt+R', async (page: Page) => page.keyboard.press('Alt+r')],
] as const) {
  test(`${name} undoes a zoom after a reload, then a link’s range @soak`, async ({ page, explore }) => {
    await explore.open(YEARS);
    const box = await boxOf(explore.chart);
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe('2015-01-01 2020-12-31');
    await page.reload();
    await explore.isDrawn();
    await reset(page, ...middle);
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await explore.isDrawn();
    await reset(page, ...middle);
    await expect(explore.preset('Max')).toBeChecked();
    // Escape must not discard a typed range.
    await page.goBack();
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await explore.chart.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+l');
    await expect(page).toHaveURL(/scale=log/);
    expect(rangeOf(page)).toBe('2015-01-01 2020-12-31');
  });
}
