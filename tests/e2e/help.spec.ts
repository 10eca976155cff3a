import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('the diagnostic report can be read and copied @browser-only @soak', async ({ page }) => {
  // The desktop app has it in its Help menu too, with the system's clipboard: desktop-menu.spec.ts.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Help' }).click();
  const report = page.getByRole('region', { name: 'Diagnostics' });
  await expect(report).toContainText(/Almanac diagnostics, \d{4}-\d\d-\d\dT/);
  await expect(report).toContainText(/service: process \d+/);
  await expect(report).toContainText('integrity of data.sqlite: ok');
  await expect(report).toContainText(/us_debt: \d{4,}, from sample/);
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);

  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await report.textContent());

  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});
