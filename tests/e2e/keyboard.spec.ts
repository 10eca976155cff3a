import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { find, railLink } from './steps.ts';

test.use({ opensHome: false });

const YEAR = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('everything can be done without a pointer', async ({ page, explore }) => {
  await explore.open(YEAR);
  await tabTo(page, explore.search);
  await page.keyboard.type('quits level');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/jolts\.quits/);
  await page.keyboard.press('Escape');

  await tabTo(page, explore.from);
  await page.keyboard.type('2020-03');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2020-03-01/);

  await tabTo(page, explore.chart);
  await page.keyboard.press('End');
  await expect(explore.said).toContainText(/2020/);
  const last = await explore.said.textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(explore.said).not.toHaveText(last ?? '');

  await tabTo(page, explore.table);
  await page.keyboard.press('End');
  await expect(explore.table.getByRole('row', { selected: true })).toHaveCount(1);
});

test('units, formulas and lines are reached without a pointer @soak', async ({ page, explore }) => {
  const { keyboard } = page;
  await page.setViewportSize({ width: 1440, height: 900 });
  await explore.open(
    '?series=us_debt.total_public_debt_outstanding,jolts.quits_rate_sa&from=2018-01-01&table=closed',
  );
  await tabTo(page, page.getByRole('combobox', { name: 'Units', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Percent change', exact: true })).toBeVisible();
  // Each key press is awaited, because the next one starts from the option that it marked.
  const marked = page.locator('[role=option][data-combobox-selected]');
  const wanted = 'Percent change from year ago';
  for (let before = ''; before !== wanted; before = (await marked.textContent()) ?? '') {
    await keyboard.press('ArrowDown');
    await expect(marked).toHaveCount(1);
    await expect(marked).not.toHaveText(before, { useInnerText: true });
  }
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/units=pc1/);

  await tabTo(page, page.getByRole('button', { name: 'Formula' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Formula' })).toBeFocused();
  await keyboard.type('a-b');
  await keyboard.press('Enter');
  await expect(explore.line('=a-b')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Formula' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: /^More for Quits,/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Units, axis and type' })).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^More for Quits,/ })).toBeFocused();

  await tabTo(page, explore.chart);
  await keyboard.press('1');
  await expect(page).not.toHaveURL(/units=/);
  await keyboard.press('End');
  await keyboard.press('ArrowLeft');
  await expect(explore.said).toContainText(/^20\d\d-\d\d-\d\d: Total public debt/);
});

/** @returns the focused element, and whether the focus changes the look of it, its frame or its label. */
function lookOfFocus(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(async () => {
    const focused = document.activeElement as HTMLElement;
    // A field that shows chosen states has a frame around them.
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
    const settled = async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    };
    await settled();
    const withFocus = look();
    focused.blur();
    await settled();
    const without = look();
    focused.focus();
    return { name: focused.outerHTML.slice(0, 160), isSeen: withFocus.join('|') !== without.join('|') };
  });
}

test('the focused element is visibly marked @soak', async ({ page, explore }) => {
  await explore.open(YEAR);
  const unseen: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, isSeen } = await lookOfFocus(page);
    if (!isSeen) unseen.push(name);
  }
  expect(unseen).toEqual([]);
});

test('G and a letter go to a screen; shortcuts of a single key can be switched off', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(YEAR);
  const title = page.getByRole('heading', { level: 1 });
  const hint = page.getByRole('status').filter({ hasText: /^Go to/ });
  await explore.chart.focus();
  await page.keyboard.press('g');
  await expect(hint).toContainText('C Constituents');
  await page.keyboard.press('c');
  await expect(title).toHaveText('Constituents');
  await expect(hint).toHaveCount(0);
  // The hint disappears; then the letter is a shortcut of the screen again.
  await page.keyboard.press('g');
  await expect(hint).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/size=equal/);
  await page.keyboard.press('g');
  await page.keyboard.press('E');
  await explore.isDrawn();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const single = sheet.getByRole('switch', { name: 'Shortcuts of a single key' });
  await sheet.getByRole('searchbox', { name: 'Find a shortcut' }).fill('measure');
  await expect(sheet.getByRole('term')).toHaveText(['M', 'Esc']);
  await single.click();
  await expect(sheet.getByText(/^Single-key shortcuts are off/)).toBeVisible();
  await page.keyboard.press('Escape');
  await explore.chart.focus();
  const before = page.url();
  for (const key of ['?', 'g', 'y', 'f', '[', '+', '3']) await page.keyboard.press(key);
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(explore.said).toContainText(/20\d\d/);
  expect(page.url()).toBe(before);
  // Typed letters are not shortcuts.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('>keyboard');
  await page.getByRole('option', { name: /^Keyboard shortcuts/ }).click();
  await single.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(title).toHaveText('Data');
});

test('the palette has recent results, names, places, formulas, settings @soak', async ({ page, explore }) => {
  await explore.open('?series=yields.US10Y,yields.US2Y&range=1Y');
  const search = page.getByRole('searchbox', { name: 'Find a series' });
  const results = page.getByRole('option');
  const type = async (query: string) => {
    await find(page, query);
  };
  await type('=a-z');
  await expect(page.getByText(/^'z' is not a series of this formula/)).toBeVisible();
  await search.fill('=a-b');
  await search.press('Enter');
  await expect(page).toHaveURL(/formulas=a-b/);
  await type('states 2020-04-04');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/states\?week=2020-04-04/);
  await page.keyboard.press('Control+k');
  await expect(results.first()).toHaveText(/^State map, week ending 2020-04-04/);
  // Gives the series a custom name.
  await search.fill('ICSA');
  await expect(results.first()).toContainText('FRED ICSA');
  await search.press('Alt+n');
  await page.getByRole('textbox', { name: /^Your name for/ }).fill('zz');
  await page.keyboard.press('Enter');
  await search.fill('zz');
  await expect(results.first()).toContainText('FRED ICSA');
  await page.getByRole('button', { name: /^Names \(/ }).click();
  await page.getByRole('button', { name: 'Remove the name zz' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/^Nothing found for 'zz'/)).toBeVisible();
  // A setting is changed in the palette.
  await search.fill('density');
  const compact = page.getByRole('option', { name: /^Density: Compact/ });
  await compact.click();
  await expect(compact).toContainText('current value');
  await page.getByRole('option', { name: /^Density: Comfortable/ }).click();
  await expect(compact).not.toContainText('current value');
  // With '>' the palette shows actions only.
  await search.fill('>claims');
  await expect(results).toHaveText([/^State map/]);
});

const VIEW = '?series=jolts.quits_rate_sa,jolts.hires_rate_sa&range=10Y&units=pc1&table=closed';

/** Types into the global search and chooses the first result. */
async function findFirst(page: Page, text: string, keys = 'Enter'): Promise<void> {
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

test('Explore shows its last view: from the rail, from the search, and after a reload on another screen', {
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
  await findFirst(page, 'Explore');
  await expect(page).toHaveURL(link);
  await explore.isDrawn();
  await toData(page);
  await page.reload();
  await rail.click();
  await expect(page).toHaveURL(link);
  await explore.isDrawn();
  // The return to Explore added no second entry to the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/data$/);
});

test('the rail leads to the last view of another screen', async ({ page }) => {
  const link = new URL('/yields?date=2024-03-01', page.url()).href;
  await page.goto(link);
  await toData(page);
  await railLink(page, 'Yields').click();
  await expect(page).toHaveURL(link);
});

test('Shift adds a series from another screen to Explore’s chart @soak', async ({ page, explore }) => {
  await explore.open(VIEW);
  await toData(page);
  await findFirst(page, 'debt_held_by_public', 'Shift+Enter');
  await expect(page).toHaveURL(
    /series=jolts\.quits_rate_sa,jolts\.hires_rate_sa,us_debt\.debt_held_by_public/,
  );
  await expect(page).toHaveURL(/range=10Y/);
  await expect(page).toHaveURL(/units=pc1/);
  await expect(explore.lines).toHaveCount(3);
});

test('the first view is an entry of the history like any other @soak', async ({ page, explore }) => {
  await explore.open();
  await expect(explore.lines).toHaveCount(3);
  await explore.choosePreset('1Y');
  await page.goBack();
  await expect(explore.preset('5Y')).toBeChecked();
  await page.goForward();
  await expect(explore.preset('1Y')).toBeChecked();
});

test('a pasted request names the parts that the chart cannot show @soak', async ({ page, explore }) => {
  await explore.open('?series=yields.US10Y&table=closed');
  await findFirst(
    page,
    'http://127.0.0.1:4780/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&date_from=2020-01-01&date_to=2020-12-31',
  );
  await page.getByRole('button', { name: /^\+\d more lines$/ }).click();
  await expect(explore.lines).toHaveCount(8);
  await expect(page.getByText(/^The request names no state, so it means all 53\./)).toBeVisible();
  await explore.isDrawn();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/^The request names no state/)).toHaveCount(0);
});
