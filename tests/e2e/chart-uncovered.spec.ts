import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Whatever is shown beside a chart, every pixel of its lines is to be seen while the pointer is away. */

test.use({ opensHome: false });

const YIELDS = ['1M', '3M', '6M', '1Y', '2Y', '5Y', '10Y', '30Y'].map((term) => `yields.US${term}`).join(',');
const EIGHT = `?series=${YIELDS}&range=Max&table=closed`;
/** Too many points, a third unit, a line without values on a log axis, and how quarters are made. */
const NOTED =
  '?series=yields.US10Y,us_debt.total_public_debt_outstanding,jolts.quits_level_sa:q&formulas=a*0-1:left&range=Max&scale=log&table=closed';
const INDEX = '?series=yields.US10Y,yields.US2Y&units=nbd&index_date=2015-01-02&range=Max&table=closed';

/**
 * Takes the chart as it is, and again with nothing on the page but its lines.
 * @returns how many pixels the lines have, and how many of them have another colour where all is shown.
 */
async function coveredPixels(page: Page): Promise<{ drawn: number; covered: number }> {
  await page.mouse.move(2, 2);
  const clip = await page.locator('section[aria-roledescription=chart]').boundingBox();
  if (clip === null) throw new Error('There is no chart.');
  const shot = { clip, animations: 'disabled' } as const;
  const whole = await page.screenshot(shot);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'body * { visibility: hidden !important } :is(path[data-series], clipPath *) { visibility: visible !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const lines = await page.screenshot(shot);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return page.evaluate(
    async (pictures) => {
      const [all, alone] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      // The edges of a line are mixed with what is behind it: only whole pixels of its colour count.
      const colours = [...document.querySelectorAll('path[data-series]')].map((path) =>
        (getComputedStyle(path).stroke.match(/\d+/g) ?? []).slice(0, 3).map(Number),
      );
      const isNear = (
        data: Uint8ClampedArray | undefined,
        at: number,
        colour: readonly number[],
        by: number,
      ) => colour.every((part, i) => Math.abs((data?.[at + i] ?? 0) - part) <= by);
      let [drawn, covered] = [0, 0];
      for (let at = 0; at < (alone?.length ?? 0); at += 4) {
        const colour = colours.find((one) => isNear(alone, at, one, 4));
        if (colour === undefined) continue;
        drawn++;
        if (!isNear(all, at, colour, 24)) covered++;
      }
      return { drawn, covered };
    },
    [whole.toString('base64'), lines.toString('base64')],
  );
}

const SIZES = [
  [1440, 900, ' @soak'],
  [1024, 700, ' @soak'],
  [720, 450, ', a window of 1440 × 900 at 200 %'],
] as const;

for (const [width, height, what] of SIZES) {
  test(`nothing covers a line at ${width} × ${height}${what}`, async ({ page, explore }) => {
    await page.setViewportSize({ width, height });
    const views = {
      one: '?series=yields.US10Y&range=Max&table=closed',
      eight: EIGHT,
      noted: NOTED,
      index: INDEX,
    };
    for (const [name, view] of Object.entries(views)) {
      await explore.open(view);
      await expect(explore.line('yields.US10Y')).toBeVisible();
      const { drawn, covered } = await coveredPixels(page);
      expect(drawn, `pixels of lines: ${name}`).toBeGreaterThan(500);
      // Where two lines cross, their mixture may happen to have the colour of a third.
      expect(covered, `covered pixels of lines: ${name}`).toBeLessThan(5);
    }
  });
}

test('the folded part of the legend is reached and moved by keys @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(EIGHT);
  const row = page.locator('[data-legend]');
  const height = async () => (await row.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(30);
  const more = row.getByRole('button', { name: /^\+\d more lines$/ });
  const [folded] = /\d/.exec(await more.innerText()) ?? [];
  expect(Number(folded)).toBeLessThanOrEqual(6);
  // Behind the button nothing takes the focus.
  await row
    .getByRole('button', { name: /^More for/ })
    .first()
    .focus();
  const last = explore.shownSeries.getByRole('listitem').last().getByRole('button').first();
  await last.evaluate((button: HTMLElement) => button.focus());
  await expect(last).not.toBeFocused();
  await more.press('Enter');
  await expect(row.getByRole('button', { name: 'Fewer' })).toBeFocused();
  expect(await height()).toBeGreaterThan(50);
  await last.focus();
  await expect(last).toBeInViewport();
  await page.keyboard.press('Space');
  await expect(explore.line('yields.US30Y')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(explore.line('yields.US30Y')).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page).toHaveURL(/US30Y,yields\.US10Y/);
  await expect(explore.shownSeries.getByRole('listitem').nth(6)).toContainText('30-year');
  await expect(explore.shownSeries.getByRole('button', { name: /30-year/ }).first()).toBeFocused();
  await row.getByRole('button', { name: 'Fewer' }).press('Enter');
  expect(await height()).toBeLessThan(30);
});

test('a line that is moved behind the fold by keys unfolds it @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(EIGHT);
  const first = explore.shownSeries.getByRole('button', { name: /1-month/ }).first();
  await first.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('Alt+ArrowRight');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
});

test('notes share one line; those without room are opened by keys @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(NOTED);
  const box = async () => (await explore.notes.boundingBox()) ?? { y: 0, height: 0 };
  const heading = await page.getByRole('heading', { level: 2 }).boundingBox();
  const folded = await box();
  expect(folded.height).toBeLessThan(30);
  expect(folded.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0) - 2);
  const last = explore.notes.getByRole('listitem').last();
  await page.getByRole('button', { name: /^\+\d more notes$/ }).press('Enter');
  expect((await box()).height).toBeGreaterThan(50);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(last).toContainText('Quarterly');
  await expect(explore.notes).toContainText(/of zero or below not drawn/);
  await page.keyboard.press('Enter');
  expect((await box()).height).toBeLessThan(30);
});

test('title and subtitle are whole where they have room @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(EIGHT);
  for (const name of [/edit the title/, /edit the subtitle/]) {
    const words = page.getByRole('button', { name }).locator('.cut');
    expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
});
