import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const YEAR = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';

/** Presses Tab until `isThere`. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error('Tab does not lead there');
}

test('everything can be done without a pointer', async ({ page, explore }) => {
  await explore.open(YEAR);
  const hasFocus = (target: typeof explore.chart) => () =>
    target.evaluate((element) => element === document.activeElement);

  await tabTo(page, hasFocus(explore.search));
  await page.keyboard.type('quits level');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/jolts\.quits/);
  await page.keyboard.press('Escape');

  await tabTo(page, hasFocus(explore.from));
  await page.keyboard.type('2020-03');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2020-03-01/);

  await tabTo(page, hasFocus(explore.chart));
  await page.keyboard.press('End');
  await expect(explore.chart.getByRole('status')).toContainText(/2020/);
  const last = await explore.chart.getByRole('status').textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(explore.chart.getByRole('status')).not.toHaveText(last ?? '');

  await tabTo(page, hasFocus(explore.table));
  await page.keyboard.press('End');
  await expect(explore.table.getByRole('row', { selected: true })).toHaveCount(1);
});

test('Ctrl-K finds a series from anywhere, and Escape goes back', async ({ page, explore }) => {
  await explore.open(YEAR);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('exports asia');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/us_exports\.asia/);
});

/** @returns the focused element, and whether it, its frame or its label looks different from when it has no focus. */
function lookOfFocus(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(async () => {
    const focused = document.activeElement as HTMLElement;
    // A field with chosen states in it has its frame around them.
    const frame = focused.closest('.mantine-MultiSelect-input');
    const places = [
      focused,
      focused.parentElement,
      focused.nextElementSibling,
      focused.firstElementChild,
      frame,
    ];
    const look = () =>
      places.map((place) => {
        if (!place) return '';
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(place);
        return [outline, boxShadow, borderColor, backgroundColor, place.getBoundingClientRect().top].join();
      });
    const settled = () => new Promise((resolve) => setTimeout(resolve, 250));
    await settled();
    const withFocus = look();
    focused.blur();
    await settled();
    const without = look();
    focused.focus();
    return { name: focused.outerHTML.slice(0, 160), isSeen: withFocus.join('|') !== without.join('|') };
  });
}

test('the focused element is visibly marked', async ({ page, explore }) => {
  await explore.open(YEAR);
  const unseen: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, isSeen } = await lookOfFocus(page);
    if (!isSeen) unseen.push(name);
  }
  expect(unseen).toEqual([]);
});
