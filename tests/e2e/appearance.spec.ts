import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fitsWindow, goTo, railLink } from './steps.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding,us_debt.debt_held_by_public&range=5Y';

test('the app is light or dark as the system is, until a person chooses @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  // The app follows the system until somebody chooses.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Appearance/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('button', { name: `Appearance: ${name}` })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name.toLowerCase());
  };
  await choose('Light');
  const light = await background();
  await choose('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await explore.isDrawn();
  await expect.poll(background).toBe(dark);
  // The desktop app keeps the choice, so the default is restored for the next test.
  await page.getByRole('button', { name: 'Appearance: Dark' }).click();
  await page.getByRole('menuitem', { name: 'As the system' }).click();
  await expect.poll(background).toBe(light);
});

test.describe('a small window', () => {
  test.use({ viewport: { width: 1024, height: 700 } });
  test('has picker, range, chart and table without a separate scroll bar', async ({ page, explore }) => {
    await explore.open(DEBT);
    await explore.openTable();
    const size = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    await expect.poll(size).toEqual([1024, 700]);
    for (const part of [explore.search, explore.from, explore.to, explore.chart, explore.table]) {
      await expect(part).toBeInViewport();
    }
    await expect.poll(async () => (await explore.chart.boundingBox())?.height).toBeGreaterThan(180);
    await expect.poll(async () => (await explore.chart.boundingBox())?.width).toBeGreaterThan(400);
  });
});

/** Tests on a phone, with forced colours and on paper. */

const PHONE = { width: 390, height: 844 };
const SCREENS = [
  ...['/overview', '/explore?series=yields.US10Y', '/yields', '/states', '/constituents', '/saved'],
  ...['/statement', '/release', '/board', '/data', '/access', '/guide', '/settings'],
];

const go = async (page: Page, path: string): Promise<void> => {
  await goTo(page, path);
  await page.locator('main:not([aria-busy="true"])').waitFor();
};

/** Texts and controls of an area that reach beyond the window or that another element cuts off. */
const cutWords = (page: Page, area: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const words: string[] = [];
    for (const box of document.querySelectorAll<HTMLElement>(selector)) {
      const { left, right } = box.getBoundingClientRect();
      const isCut = left < 0 || right > window.innerWidth || box.scrollWidth > box.clientWidth + 1;
      if (box.offsetParent !== null && isCut) words.push(box.textContent ?? '');
    }
    return words;
  }, area);

/** Buttons that overlap a heading of the screen. */
const coveredHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].filter((box) => box.checkVisibility());
    const buttons = shown('button');
    return shown(':is(h2, h3)').flatMap((heading) => {
      const { left, right, top, bottom } = heading.getBoundingClientRect();
      return buttons
        .filter((button) => {
          if (heading.contains(button) || button.contains(heading)) return false;
          const box = button.getBoundingClientRect();
          return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
        })
        .map((button) => `${button.textContent} on ${heading.textContent}`);
    });
  });

test('on a phone nothing scrolls sideways, and no heading is cut off @browser-only @soak', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const path of SCREENS) {
    await go(page, path);
    await fitsWindow(page, path);
    expect(await coveredHeadings(page), path).toEqual([]);
    expect(await cutWords(page, 'nav[aria-label="Screens"] :is(a, button)'), path).toEqual([]);
  }
  await expect(railLink(page, 'Constituents')).toBeVisible();
});

test('with forced colours a chosen option looks chosen @browser-only', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await go(page, '/explore?series=yields.US10Y&range=5Y');
  const selected = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('p'));
    box.style.cssText = 'forced-color-adjust: none; background: SelectedItem';
    const { backgroundColor } = getComputedStyle(box);
    box.remove();
    return backgroundColor;
  });
  for (const chosen of [
    'nav [aria-current="page"]',
    '.mantine-SegmentedControl-label[data-active]',
    'main button[aria-pressed="true"]',
  ])
    await expect(page.locator(chosen).first(), chosen).toHaveCSS('background-color', selected);
});

test('a print has the chart and its rows, in light colours @browser-only', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await go(page, '/explore?series=yields.US10Y&range=5Y&table=1');
  const grid = page.getByRole('grid', { name: 'Observations' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const plot = page.locator('.recharts-surface').first();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await expect(page.getByRole('button', { name: /Find a series/ })).toBeHidden();
  await expect(page.getByRole('group', { name: 'Range' })).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  // The whole drawing is on the sheet, and each row is below the one before.
  const [onPaper, sheet] = [await plot.boundingBox(), await page.locator('main').boundingBox()];
  if (!onPaper || !sheet) throw new Error('The plot or the screen has no place.');
  expect(onPaper.x + onPaper.width).toBeLessThanOrEqual(sheet.x + sheet.width + 1);
  const tops = await grid
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(5);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
