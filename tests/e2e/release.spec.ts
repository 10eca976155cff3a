import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { goTo, railLink } from './steps.ts';

test.use({ opensHome: false });

const table = (page: Page): Locator => page.getByRole('article').getByRole('table');
const cells = (page: Page, series: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: series }) })
    .getByRole('cell');
const numberOf = (text: string | null): number =>
  Number((text ?? '').replaceAll(',', '').replace('−', '-').replace('±', ''));

test('a release table has the latest values and changes, and leads to the chart', async ({ app, page }) => {
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

const WEEK = '2025-03-05';

const statement = (page: Page): Locator => page.getByRole('table', { name: /^Assets and liabilities/ });
const week = (page: Page): Locator => page.getByRole('textbox', { name: 'Week', exact: true });
const line = (page: Page, label: string): Locator =>
  statement(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: label, exact: true }) });

/** Opens a statement by its link, and waits for its numbers. */
async function open(page: Page, search = ''): Promise<void> {
  await goTo(page, `/statement${search}`);
  await isShown(page);
}

async function isShown(page: Page): Promise<void> {
  await expect(statement(page)).toHaveAttribute('aria-busy', 'false');
  await expect(line(page, 'Bills').getByRole('cell').first()).toHaveText(/^[\d,]+$/);
}

/** @returns the numbers of a line, without separators. */
async function numbersOf(page: Page, label: string): Promise<number[]> {
  const texts = await line(page, label).getByRole('cell').allTextContents();
  return texts.map((text) => Number(text.replaceAll(',', '').replace('−', '-')));
}

test('a week has levels with their changes from the week and year before @soak', async ({ page }) => {
  await open(page, `?date=${WEEK}`);
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
  for (const date of [WEEK, '2025-02-26', '2024-03-06'])
    await expect(statement(page).getByRole('columnheader').filter({ hasText: date })).toBeVisible();
  const [now = Number.NaN, fromWeek = Number.NaN, fromYear = Number.NaN] = await numbersOf(
    page,
    'US Treasury securities',
  );
  await open(page, '?date=2025-02-26');
  expect((await numbersOf(page, 'US Treasury securities'))[0]).toBe(now - fromWeek);
  await open(page, '?date=2024-03-06');
  expect((await numbersOf(page, 'US Treasury securities'))[0]).toBe(now - fromYear);
});

test('a week is stepped, typed, and kept in the address @soak', async ({ page }) => {
  await open(page, '?date=2025-03-07');
  await expect(week(page)).toHaveValue(WEEK);
  await page.getByRole('button', { name: 'Week before' }).click();
  await expect(page).toHaveURL(/statement\?date=2025-02-26$/);
  await expect(week(page)).toHaveValue('2025-02-26');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/date=2025-03-05$/);
  await week(page).click();
  await week(page).fill('2024-05-03');
  await week(page).press('Enter');
  await expect(page).toHaveURL(/date=2024-05-01$/);
  await isShown(page);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/\/statement$/);
  await expect(page.getByRole('button', { name: 'Week after' })).toBeDisabled();
  await page.goBack();
  await expect(week(page)).toHaveValue('2024-05-01');
});

test('the statement is found in the tree and by Ctrl-K, and its lines lead to their charts', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=5Y');
  await explore.tree.getByRole('treeitem', { name: /^Factors affecting reserve balances/ }).focus();
  await page.keyboard.press('ArrowRight');
  const entry = explore.tree.getByText('As a statement', { exact: true });
  await expect(entry).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/statement$/);
  await isShown(page);

  await railLink(page, 'Explore').click();
  await explore.isDrawn();
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('dialog').getByRole('searchbox');
  await expect(search).toBeFocused();
  await search.fill('fed balance sheet');
  await page.getByRole('option', { name: /^Fed balance sheet/ }).click();
  await isShown(page);

  await statement(page).getByRole('link', { name: 'Bills', exact: true }).click();
  await explore.isDrawn();
  await expect(page).toHaveURL(/series=factors_affecting_reserve_balances\.treasury_bills/);
});

test('the statement is copied for a spreadsheet and saved as CSV @soak', async ({ app, page }) => {
  await open(page, `?date=${WEEK}`);
  const [bills] = await numbersOf(page, 'Bills');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const file = await app.download(page, () => page.getByRole('button', { name: 'CSV', exact: true }).click());
  expect(file.name).toBe(`fed-balance-sheet-${WEEK}-sample.csv`);
  // Pastes by keyboard, because scripts may not read the clipboard.
  await week(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(week(page)).toHaveValue(new RegExp(`Bills\\s+${bills}\\s`));
  await page.keyboard.press('Escape');
  await expect(week(page)).toHaveValue(WEEK);
});
