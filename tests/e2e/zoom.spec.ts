import type { Locator, Page } from '@playwright/test';
import { rangeOf } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, drag } from './steps.ts';

test.use({ opensHome: false, viewport: { width: 1440, height: 900 } });

const SERIES = '?series=us_debt.total_public_debt_outstanding&table=closed';
const YEARS = `${SERIES}&from=2015-01-01&to=2020-12-31`;

for (const [name, back] of [
  ['back', (page: Page) => page.goBack()],
  ['undo', (page: Page) => page.keyboard.press('Control+z')],
] as const) {
  test(`a run of zooms is one step for ${name} @soak`, async ({ page, explore }) => {
    await explore.open(YEARS);
    await explore.choosePreset('10Y');
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe('10Y');
    const once = rangeOf(page);
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe(once);
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('10Y');

    // A zoom after going back is a new step: the view between must not be lost.
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).toBe(once);
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('10Y');
    await back(page);
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => rangeOf(page)).toBe('10Y');
  });
}

test('undo and back share one history @soak', async ({ page, explore }) => {
  await explore.open(YEARS);
  await explore.chart.focus();
  await page.keyboard.press('+');
  await expect.poll(() => rangeOf(page)).not.toBe('2015-01-01 2020-12-31');
  const zoomed = rangeOf(page);
  await page.keyboard.press('Alt+l');
  await expect(page).toHaveURL(/scale=log/);
  await page.goBack();
  await expect(page).not.toHaveURL(/scale=log/);
  expect(rangeOf(page)).toBe(zoomed);
  await page.keyboard.press('Control+Shift+z');
  await expect(page).toHaveURL(/scale=log/);
  // Undoing the zoom keeps later changes.
  await page.keyboard.press('Alt+r');
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
  await expect(page).toHaveURL(/scale=log/);
});

for (const [name, reset] of [
  ['a double click', async (page: Page, x: number, y: number) => page.mouse.dblclick(x, y)],
  ['Alt+R', async (page: Page) => page.keyboard.press('Alt+r')],
] as const) {
  test(`${name} undoes a zoom after a reload, then a link’s range @soak`, async ({ page, explore }) => {
    await explore.open(YEARS);
    const box = await boxOf(explore.chart);
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await explore.chart.focus();
    await page.keyboard.press('+');
    await expect.poll(() => rangeOf(page)).not.toBe('2015-01-01 2020-12-31');
    await page.reload();
    await explore.isDrawn();
    await reset(page, ...middle);
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await explore.isDrawn();
    await reset(page, ...middle);
    await expect(explore.preset('Max')).toBeChecked();
    // Escape must not discard a typed range.
    await page.goBack();
    await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2020-12-31');
    await explore.chart.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+l');
    await expect(page).toHaveURL(/scale=log/);
    expect(rangeOf(page)).toBe('2015-01-01 2020-12-31');
  });
}

const CLAIMS = '?series=ui_weekly_claims.initial_claims_sa&from=2015-01-01&to=2018-12-31&table=closed';

const shownIn = (page: Page) => page.getByRole('slider', { name: 'Range shown' });

/** @returns the smaller of width and height of the element's area that receives a press, in pixels. */
const pressable = (one: Locator): Promise<number> =>
  one.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const count = (dx: number, dy: number): number => {
      let pixels = 0;
      while (pixels < 30 && document.elementFromPoint(x + dx * pixels, y + dy * pixels) === element) pixels++;
      return pixels;
    };
    return Math.min(count(1, 0) + count(-1, 0), count(0, 1) + count(0, -1)) - 1;
  });

test('the chart follows the dragged window at once; it is one step', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const window = shownIn(page);
  await expect(window).toHaveAttribute('aria-valuetext', '2015-01-01 to 2018-12-31');
  for (const slider of ['First day shown', 'Last day shown', 'Range shown'])
    expect(await pressable(page.getByRole('slider', { name: slider }))).toBeGreaterThanOrEqual(24);
  const drawn = page.getByRole('group', { name: 'Overview of Initial claims, SA' }).locator('path');
  await expect(drawn).toHaveCount(2);
  const box = await boxOf(window);
  const line = await explore.line('ui_weekly_claims.initial_claims_sa').getAttribute('d');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 });
  await expect(explore.from).toHaveValue(/^201[0-4]/);
  await expect(explore.line('ui_weekly_claims.initial_claims_sa')).not.toHaveAttribute('d', line ?? '');
  await page.mouse.move(box.x + box.width / 2 - 200, box.y + box.height / 2, { steps: 8 });
  await expect(explore.from).toHaveValue(/^200/);
  // The whole range is drawn, though only four years had been loaded.
  await expect
    .poll(() => explore.chart.getAttribute('aria-label'))
    .toMatch(/: 2\d\d observations, first .* on 200/);
  expect(rangeOf(page)).toBe('2015-01-01 2018-12-31');
  const seen = [await explore.from.inputValue(), await explore.to.inputValue()].join(' ');
  await page.mouse.up();
  await expect.poll(() => rangeOf(page)).toBe(seen);
  await page.goBack();
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2018-12-31');
  await expect(window).toHaveAttribute('aria-valuetext', '2015-01-01 to 2018-12-31');
});

test('edges, presses, Escape, double clicks and keys move the window @soak', async ({ page, explore }) => {
  await explore.open(CLAIMS);
  const last = page.getByRole('slider', { name: 'Last day shown' });
  const box = await boxOf(last);
  const [x, y] = [box.x + 4, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await expect(explore.to).not.toHaveValue('2018-12-31');
  await page.keyboard.press('Escape');
  await expect(explore.to).toHaveValue('2018-12-31');
  await page.mouse.up();
  expect(rangeOf(page)).toBe('2015-01-01 2018-12-31');
  await drag(page, [x, y], [x + 60, y]);
  await expect.poll(() => rangeOf(page)).toMatch(/^2015-01-01 202\d/);
  await page.mouse.click(x - 400, y);
  await expect.poll(() => rangeOf(page)).toMatch(/^(19|200)/);
  await page.mouse.dblclick(x, y);
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2018-12-31');

  // Keys move and resize the window, and screen readers hear its days.
  const window = shownIn(page);
  await window.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => rangeOf(page)).toMatch(/^2014-\S+ 2018-/);
  const moved = rangeOf(page);
  await expect(window).toHaveAttribute('aria-valuetext', moved.replace(' ', ' to '));
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => rangeOf(page)).toMatch(new RegExp(`^${moved.slice(0, 10)} (2018-12|2019)`));
  await page.keyboard.press('Home');
  await expect.poll(() => rangeOf(page)).toMatch(/^1967-/);
  await page.keyboard.press('End');
  await expect(explore.to).toHaveValue(/^20[2-9]/);
  await page.getByRole('slider', { name: 'First day shown' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => rangeOf(page)).toMatch(/^1967-/);
  // Successive key presses are one step, like successive zooms.
  await page.keyboard.press('Control+z');
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2018-12-31');
});

test('the overview is shown if there is room, or if the user wants it @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(CLAIMS);
  await expect(shownIn(page)).toHaveCount(0);
  const more = page.getByRole('button', { name: 'More ranges' });
  const choice = page.getByRole('menuitemcheckbox', { name: 'Overview under the chart' });
  await more.click();
  await choice.click();
  await expect(shownIn(page)).toBeVisible();
  await page.reload();
  await expect(shownIn(page)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await more.click();
  await choice.click();
  await expect(shownIn(page)).toHaveCount(0);
});

test('a wheel zooms if nothing scrolls; a typed date moves the crosshair @soak', async ({
  page,
  explore,
}) => {
  await explore.open(CLAIMS);
  const box = await boxOf(explore.chart);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => rangeOf(page)).not.toBe('2015-01-01 2018-12-31');
  await page.keyboard.press('Alt+r');
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2018-12-31');
  await page.setViewportSize({ width: 1024, height: 320 });
  await explore.isDrawn();
  await explore.chart.hover();
  await page.mouse.wheel(0, 100);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  // If the plain wheel had already zoomed out, the range would be the old one again.
  await expect.poll(() => rangeOf(page)).toMatch(/^2015-0[2-9]\S+ 2018-/);
  await page.keyboard.press('Alt+r');
  await expect.poll(() => rangeOf(page)).toBe('2015-01-01 2018-12-31');
  await page.setViewportSize({ width: 1440, height: 900 });

  const field = page.getByRole('textbox', { name: 'Go to date' });
  const said = explore.said;
  await page.keyboard.press('Alt+g');
  await expect(field).toBeFocused();
  await field.fill('Mar 2016');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(explore.chart).toBeFocused();
  await expect(said).toContainText(/^2016-0(2-27|3-05): Initial claims, SA/);
  expect(rangeOf(page)).toBe('2015-01-01 2018-12-31');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText(/^2016-03-(05|12): /);

  await page.keyboard.press('Alt+g');
  await expect(field).toBeFocused();
  await field.fill('1950');
  await expect(field).toHaveAccessibleDescription(/There are no data on 1950-01-01: they go from 1967-/);
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();
  await field.fill('2008-09-15');
  await page.keyboard.press('Enter');
  await expect.poll(() => rangeOf(page)).toMatch(/^2006-09-1\d 2010-09-1\d$/);
  await expect(said).toContainText(/^2008-09-13: Initial claims, SA/);
  await page.keyboard.press('Alt+g');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(explore.chart).toBeFocused();
});
