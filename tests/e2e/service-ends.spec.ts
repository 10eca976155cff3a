import { expect, test } from './fixtures.ts';
import { railLink } from './steps.ts';

test('a killed service comes back under the page @needs-linux', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=5Y');
  await ownApp.killService();
  await explore.choosePreset('10Y');
  await explore.isDrawn();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Its code, too, comes from the service.
  await ownApp.killService();
  await railLink(page, 'Yields').click();
  await expect(page.locator('[data-curve]')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await explore.isDrawn();
});
