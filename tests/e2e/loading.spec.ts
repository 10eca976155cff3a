import { expect, test } from './fixtures.ts';
import { RETRIES_MS } from './running-app.ts';
import { goTo, takeAway } from './steps.ts';

test.use({ opensHome: false });

/** Three decades of debt are two pages. The second one is held back until the test releases it. */
test('a long load shows its progress, can be cancelled, and continues from there', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  let isHeld = true;
  await page.route(/token_id=/, async (route) => {
    if (!isHeld) await route.continue();
  });
  await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding');
  await expect(page.getByRole('progressbar', { name: 'Loading observations' })).toBeVisible();
  await expect(page.getByText(/^[\d,]+( of [\d,]+)? rows$/)).toBeVisible();
  // A line that is loaded in part has no last value, and cannot be saved as an image or copied as if it were complete.
  const chip = explore.shownSeries.getByRole('listitem');
  await expect(chip).toContainText('loading…');
  await expect(chip).not.toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/still loading, 5,000 observations so far\.$/);
  await explore.openTable();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Nothing copied: still loading, 5,000 observations so far')).toBeVisible();
  await takeAway(page, 'Save as PNG');
  await expect(page.getByRole('alert')).toContainText('still loading, 5,000 observations so far');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(chip).toContainText('not all loaded');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText(/Loading was stopped/)).toBeVisible();
  await expect(explore.chart).toBeVisible();
  isHeld = false;
  const rest = page.waitForRequest(/economic-data\/us_debt\?/);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  // Continues after the loaded part, not from the first day again.
  expect((new URL((await rest).url()).searchParams.get('date_from') ?? '') > '1993-04-01').toBe(true);
  await explore.isDrawn();
  await expect(page.getByText(/Loading was stopped/)).toHaveCount(0);
  await expect(chip).toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/, last /);
});

test.describe('when the service does not answer', () => {
  test.use({ expectedErrors: [/500/], retriesAtOnce: true });
  test('an error says what happened, and Retry tries again', async ({ page, explore }) => {
    await page.route(/economic-data\/us_debt/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } }),
    );
    await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding&range=5Y');
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toContainText('Internal Server Error', { timeout: RETRIES_MS });
    // Whether the range holds any is not known.
    await expect(explore.chart).toBeVisible();
    await expect(page.getByText(/no observations/i)).toHaveCount(0);
    await expect(page.getByText('The observations are not loaded.')).toBeVisible();
    await page.unroute(/economic-data\/us_debt/);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await explore.isDrawn();
  });
});

test('Ctrl-S while the code of a screen loads asks for the name then @soak', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/statement-screen-[^/]*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(new URL('/statement', page.url()).href, { waitUntil: 'commit' });
  await expect(page.getByRole('main', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await page.keyboard.press('Control+s');
  resolve();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
});
