import { expect, test } from './fixtures.ts';

test('@desktop-only every screen of the rail opens in the window, and says nothing of an error', async ({
  page,
}) => {
  const rail = page.getByRole('navigation', { name: 'Screens' });
  // The API's docs open in the browser of the system.
  const screens = await rail.locator('a:not([target])').allTextContents();
  expect(screens.length).toBeGreaterThanOrEqual(3);
  for (const screen of screens) {
    await rail.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(rail.getByRole('link', { name: screen, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
