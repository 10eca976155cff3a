import type { Page } from '@playwright/test';
import { SCREENS } from '../../renderer/screens.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

/** Screens of one's own work at 1024 × 700, and the same window at 200 %: nothing slides sideways. */

/** A page at 200 % has half as many CSS pixels. */
const SIZES = [
  { width: 1024, height: 700 },
  { width: 512, height: 350 },
];
const PATHS = ['/overview', '/saved', '/board', '/settings', '/settings?group=privacy', '/guide/freezing'];

const tooWide = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  );

test('screens of one’s own work have no sideways scroll at 200 % @browser-only @soak', async ({ page }) => {
  for (const path of PATHS) {
    await goTo(page, path);
    await expect(page.locator('main')).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(async () => Math.max(...(await tooWide(page))), `${path} at ${size.width}`).toBe(0);
    }
  }
});

test('the search stands at one place on all screens @browser-only @soak', async ({ page }) => {
  const boxes = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { path, title } of SCREENS) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main', { name: 'Loading' })).toHaveCount(0);
      // However many series are late.
      const last = page.getByRole('banner').getByRole('button', { name: /^Appearance/ });
      await expect(last).toBeInViewport({ ratio: 1 });
      found.push(JSON.stringify(await page.getByRole('button', { name: 'Find a series' }).boundingBox()));
    }
    return [...new Set(found)];
  };
  for (const size of [{ width: 1440, height: 900 }, SIZES[0] as { width: number; height: number }]) {
    await page.setViewportSize(size);
    expect(await boxes(), `at ${size.width}`).toHaveLength(1);
  }
  await goTo(page, '/release');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('A long name '.repeat(12));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Go on without/ }).waitFor();
  expect(await boxes(), 'beside the name of a saved view').toHaveLength(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('where Overview is narrow, what comes next is a tab @browser-only @soak', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, '/overview');
  await expect(page.getByRole('region', { name: 'Welcome to Almanac' })).toBeVisible();
  await page.getByRole('tab', { name: 'Next 14 days' }).click();
  await expect(page.getByRole('button', { name: 'Save .ics' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Welcome to Almanac' })).toHaveCount(0);
});

test('Ctrl-S on Saved and on a board says it is stored @browser-only @soak', async ({ page }) => {
  for (const [path, words] of [
    ['/saved', 'What you change here is saved by itself'],
    ['/board', 'A board is saved by itself'],
  ] as const) {
    await goTo(page, path);
    await expect(page.locator('main')).toBeVisible();
    await page.evaluate(() =>
      // Once all that listen have heard it.
      window.addEventListener('keydown', (event) => {
        setTimeout(() => {
          document.body.dataset.isHeard = String(event.defaultPrevented);
        });
      }),
    );
    await expect(async () => {
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1, { timeout: 500 });
    }).toPass();
    // Never the browser's own dialog.
    await expect(page.locator('body')).toHaveAttribute('data-is-heard', 'true');
  }
});

test('a card goes up and down by the number of columns @browser-only @soak', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, '/overview');
  const cards = page.getByRole('region', { name: 'Newest numbers' }).getByRole('listitem');
  const titles = () => cards.locator('a[data-item]').allTextContents();
  await expect(cards).toHaveCount(9);
  const before = await titles();
  await cards.first().locator('a[data-item]').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(titles).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await cards.nth(2).locator('a[data-item]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(titles).toEqual(before);
  await page
    .getByRole('button', { name: /^More of .*Initial claims/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Add to chart' }).click();
  await expect(page).toHaveURL(/\/explore\?.*ui_weekly_claims\.initial_claims/);
});
