import { expect, test } from './fixtures.ts';
import { RETRIES_MS } from './running-app.ts';

test.use({ opensHome: false });

/** The debt of three decades is two pages; the second one does not come here until it may. */
test('a long load shows how far it is, can be cancelled, and goes on from there @desktop-too', async ({
  page,
  explore,
}) => {
  let isHeld = true;
  await page.route(/token_id=/, async (route) => {
    if (!isHeld) await route.continue();
  });
  await page.goto(new URL('/explore?series=us_debt.total_public_debt_outstanding', page.url()).href);
  await expect(page.getByRole('progressbar', { name: 'Loading observations' })).toBeVisible();
  await expect(page.getByText(/^[\d,]+( of [\d,]+)? rows$/)).toBeVisible();
  // Half of a line has no last value, makes no image and is not copied as if it were all.
  const chip = explore.shownSeries.getByRole('listitem');
  await expect(chip).toContainText('loading…');
  await expect(chip).not.toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/still loading, 5,000 observations so far\.$/);
  await explore.openTable();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Nothing copied: still loading, 5,000 observations so far')).toBeVisible();
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
  await expect(page.getByRole('alert')).toContainText('still loading, 5,000 observations so far');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(chip).toContainText('not all loaded');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText(/Loading was stopped/)).toBeVisible();
  await expect(explore.chart).toBeVisible();
  isHeld = false;
  const rest = page.waitForRequest(/economic-data\/us_debt\?/);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  // Behind what has come, not from the first day once more.
  expect((new URL((await rest).url()).searchParams.get('date_from') ?? '') > '1993-04-01').toBe(true);
  await explore.isDrawn();
  await expect(page.getByText(/Loading was stopped/)).toHaveCount(0);
  await expect(chip).toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/, last /);
});

test.describe('when the service does not answer', () => {
  test.use({ expectedErrors: [/500/] });
  test('an error says what happened, and Retry tries again', async ({ page, explore }) => {
    await page.route(/economic-data\/us_debt/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } }),
    );
    await page.goto(
      new URL('/explore?series=us_debt.total_public_debt_outstanding&range=5Y', page.url()).href,
    );
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toContainText('Internal Server Error', { timeout: RETRIES_MS });
    await page.unroute(/economic-data\/us_debt/);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await explore.isDrawn();
  });
});
