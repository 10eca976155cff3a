import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { railLink } from './steps.ts';

test.use({ opensHome: false });

const VIEW = '?series=jolts.quits_rate_sa,jolts.hires_rate_sa&range=10Y&units=pc1&table=closed';

/** Types into the global search and chooses the first result. */
async function find(page: Page, text: string, keys = 'Enter'): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: 'Find a series' });
  await expect(field).toBeFocused();
  await field.fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press(keys);
  await expect(field).toHaveCount(0);
}

const toData = async (page: Page) => {
  await railLink(page, 'Data').click();
  await expect(page).toHaveURL(/\/data$/);
};

test('Explore shows what it showed last, opened by rail, by search, and after a reload on another screen', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(VIEW);
  await expect(explore.preset('10Y')).toBeChecked();
  const link = page.url();
  const rail = railLink(page, 'Explore');
  await toData(page);
  await rail.click();
  await expect(page).toHaveURL(link);
  await explore.isDrawn();
  await toData(page);
  await find(page, 'Explore');
  await expect(page).toHaveURL(link);
  await explore.isDrawn();
  await toData(page);
  await page.reload();
  await rail.click();
  await expect(page).toHaveURL(link);
  await explore.isDrawn();
  // That made no other entry in the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/data$/);
});

test('the rail leads to what another screen showed last', async ({ page }) => {
  const link = new URL('/yields?date=2024-03-01', page.url()).href;
  await page.goto(link);
  await toData(page);
  await railLink(page, 'Yields').click();
  await expect(page).toHaveURL(link);
});

test('Shift adds a series from another screen to Explore’s chart @soak', async ({ page, explore }) => {
  await explore.open(VIEW);
  await toData(page);
  await find(page, 'debt_held_by_public', 'Shift+Enter');
  await expect(page).toHaveURL(
    /series=jolts\.quits_rate_sa,jolts\.hires_rate_sa,us_debt\.debt_held_by_public/,
  );
  await expect(page).toHaveURL(/range=10Y/);
  await expect(page).toHaveURL(/units=pc1/);
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(3);
});

test('the first view is an entry of the history like any other @soak', async ({ page, explore }) => {
  await explore.open();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(3);
  await explore.choosePreset('1Y');
  await page.goBack();
  await expect(explore.preset('5Y')).toBeChecked();
  await page.goForward();
  await expect(explore.preset('1Y')).toBeChecked();
});

test('a pasted request names the parts that the chart cannot show @soak', async ({ page, explore }) => {
  await explore.open('?series=yields.US10Y&table=closed');
  await find(
    page,
    'http://127.0.0.1:4780/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&date_from=2020-01-01&date_to=2020-12-31',
  );
  await page.getByRole('button', { name: /^\+\d more lines$/ }).click();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(8);
  await expect(page.getByText(/^The request names no state, and means all 53\./)).toBeVisible();
  await explore.isDrawn();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/^The request names no state/)).toHaveCount(0);
});
