import { expect, test } from './fixtures.ts';
import { isScreen, RAIL, railLink } from './steps.ts';

test('@desktop-only every screen of the rail opens without an error @soak', async ({ page }) => {
  for (const screen of RAIL) {
    await railLink(page, screen).click();
    await isScreen(page, screen);
    await expect(railLink(page, screen)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
