import { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

test('a killed service comes back under the page, which stays where it was and signed in @needs-linux', async ({
  ownApp,
  context,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const page = await ownApp.openPage(context);
  const explore = new Explore(page);
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=5Y');
  await ownApp.killService();
  await explore.choosePreset('10Y');
  await explore.isDrawn();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Its code, too, comes from the service.
  await ownApp.killService();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Yields' }).click();
  await expect(page.locator('[data-curve]')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await explore.isDrawn();
});
