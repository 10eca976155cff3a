import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test.use({ opensHome: false });

const table = (page: Page): Locator => page.getByRole('article').getByRole('table');
const cells = (page: Page, series: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: series }) })
    .getByRole('cell');
const numberOf = (text: string | null): number =>
  Number((text ?? '').replaceAll(',', '').replace('−', '-').replace('±', ''));

test('a release table has newest values and changes, and leads to the chart', async ({ app, page }) => {
  await goTo(page, '/release?dataset=yields&date=2025-03-09');
  const ten = cells(page, 'Treasury par yield, 10-year %');
  await expect(ten.first()).toHaveText('2025-03-07');
  const newest = numberOf(await ten.nth(1).textContent());
  // A change of a percentage is in percentage points.
  await expect(ten.nth(2)).toHaveText(/ pp$/);
  const change = numberOf((await ten.nth(2).innerText()).replace(' pp', ''));
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/date=2025-03-06/);
  await expect(ten.first()).toHaveText('2025-03-06');
  const before = numberOf(await ten.nth(1).textContent());
  expect(before + change).toBeCloseTo(newest, 5);

  await page.getByText('Values', { exact: true }).click();
  await expect(page).toHaveURL(/show=values/);
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/date=2025-03-07/);
  await expect(ten.nth(2)).toHaveText(before.toFixed(2));

  const file = await app.download(page, () => page.getByRole('button', { name: 'CSV', exact: true }).click());
  expect(file.name).toBe('yields_2025-03-07_sample.csv');
  expect(await axeFinds(page)).toEqual([]);

  await ten.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/explore\?.*series=yields\.US10Y.*explain=/);
  await expect(page.getByLabel('Explain this number', { exact: true })).toContainText(newest.toFixed(2));
});

test('the picker leads to the map of a dataset, and to its table @soak', async ({ page, explore }) => {
  await explore.open('');
  const claims = page.getByRole('treeitem', { name: /^Weekly unemployment claims by state/ });
  await claims.focus();
  await page.keyboard.press('ArrowRight');
  await claims.getByRole('treeitem', { name: 'As a map, any week' }).click();
  await expect(page).toHaveURL(/\/states$/);
  await explore.open('');
  await claims.focus();
  await page.keyboard.press('ArrowRight');
  await claims.getByRole('treeitem', { name: 'Release table' }).click();
  await expect(page).toHaveURL(/release\?dataset=ui_state_weekly_claims$/);
  await expect(page.getByRole('heading', { name: /by state, California/ })).toBeVisible();
  await page.getByLabel('State', { exact: true }).click();
  await page.getByRole('option', { name: 'Texas' }).click();
  await expect(page).toHaveURL(/state=TX/);
  await expect(page.getByRole('heading', { name: /by state, Texas/ })).toBeVisible();
  await expect(cells(page, 'Initial claims').nth(1)).toHaveText(/^[\d,]+$/);
});
