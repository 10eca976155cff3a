import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const INDEX = '?series=us_debt.total_public_debt_outstanding&units=nbd&table=closed';

/** Everything about ranges and dates that can be open over the chart, one after another. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  'the overview, a suggested frequency': (page) => page.getByRole('slider', { name: 'Range shown' }).focus(),
  'a date to go to': async (page) => {
    await page.keyboard.press('Alt+g');
    await expect(page.getByRole('textbox', { name: 'Go to date' })).toBeFocused();
    await page.keyboard.type('1950');
  },
  "a person's own ranges": async (page) => {
    await page.getByRole('button', { name: 'More ranges' }).click();
    await page.getByRole('menuitem', { name: 'Save this range…' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the range on the screen' });
    await expect(name).toBeFocused();
    await name.press('Enter');
    await expect(name).toHaveCount(0);
    await page.getByRole('button', { name: 'More ranges' }).click();
    await page.getByRole('menuitem', { name: 'Save this range, or remove one…' }).click();
    await expect(page.getByRole('list', { name: 'Saved ranges' })).toBeVisible();
  },
  'the day of an index': async (page) => {
    await page.getByRole('button', { name: 'Chart options' }).click();
    await page.getByRole('combobox', { name: 'Index date' }).fill('soon');
    await expect(page.getByRole('option', { name: 'Dec 2007' })).toBeVisible();
  },
};

test.describe('with every state of the screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  test('axe finds no faults in light and dark in anything about ranges @soak', async ({ page, explore }) => {
    test.slow();
    await explore.open(INDEX);
    for (const [name, reach] of Object.entries(STATES)) {
      await reach(page);
      expect(await axeFinds(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(':is([role=menu], [role=dialog], [role=listbox]):visible')).toHaveCount(0);
    }
  });
});
