import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf, drag, find } from './steps.ts';

test.use({ opensHome: false, viewport: { width: 1440, height: 900 } });

/** The plot's share of the window, and that nothing on the screen moves while it is used. */

/** The debt and its two parts: three lines on one axis. The band over sample data takes 36 px. */
const THREE =
  '?series=us_debt.total_public_debt_outstanding,us_debt.debt_held_by_public,us_debt.intragovernmental_holdings&range=10Y';

/** The area inside the axes, in pixels of the page. */
type Box = { x: number; y: number; width: number; height: number };

/** @returns the rectangle that clips the lines, without the two pixels of width of a line at the edge. */
function plotOf(page: Page): Promise<Box> {
  return page
    .locator('clipPath[id^=plot] rect')
    .first()
    .evaluate((rect: SVGRectElement) => {
      const svg = (rect.ownerSVGElement as SVGSVGElement).getBoundingClientRect();
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
        Number(rect.getAttribute(name)),
      ) as [number, number, number, number];
      return { x: svg.x + x, y: svg.y + y + 2, width, height: height - 4 };
    });
}

/** @returns the plot's share of the window, in percent. */
async function shareOf(page: Page): Promise<number> {
  const [{ width, height }, size] = [await plotOf(page), page.viewportSize()];
  return (100 * width * height) / ((size?.width ?? 0) * (size?.height ?? 0));
}

test('with three lines the plot has most of the window @soak', async ({ page, explore }) => {
  const atLeast = (share: number, what: string) =>
    expect.poll(() => shareOf(page), { message: what }).toBeGreaterThanOrEqual(share);
  const table = page.getByRole('button', { name: 'Table', exact: true });
  const picker = page.getByRole('button', { name: 'Choose series' });
  await explore.open(THREE);
  await expect(explore.table).toBeVisible();
  await atLeast(36, '1440 × 900');
  await picker.click();
  await atLeast(45, '1440 × 900, picker folded');
  await table.click();
  await atLeast(64, '1440 × 900, picker folded, no table');
  await picker.click();
  await atLeast(50, '1440 × 900, no table');
  await page.setViewportSize({ width: 1024, height: 700 });
  await atLeast(40, '1024 × 700, no table');
  await table.click();
  await atLeast(26, '1024 × 700');
});

/**
 * Records layout shifts outside legend and notes, also right after a key or click (no part of the usual
 * score).
 */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { shifts: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Node | null }[];
      })[]) {
        // The legend is as wide as its text, and a wider note moves the notes after it.
        const moved = entry.sources
          .map(({ node }) => (node instanceof Element ? node : node?.parentElement))
          .filter((element) => !element?.closest('[data-legend], [aria-label=Notes]'))
          .map(
            (element) => `${element?.tagName}.${element?.className} ${element?.textContent?.slice(0, 40)}`,
          );
        // A smaller shift is a drawn mark that moved by a fraction of a pixel.
        if (moved.length > 0 && entry.value >= 0.0001)
          found.push(`${entry.value.toFixed(5)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
  return async () => {
    // Waits two frames: the observer is notified after the frame of a shift.
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))),
    );
    return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));
  };
}

test('nothing moves when a series is checked, an index is shown, or a notice comes', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa,jolts.hires_level_sa&range=5Y&table=closed');
  const item = (name: RegExp) => explore.tree.getByRole('treeitem', { name });
  // Waits until the values of the visible rows are loaded.
  await expect(item(/^Quits, level, seasonally/)).toContainText(/ mn \d{4}-/);
  const shifts = await watchShifts(page);
  const plot = await plotOf(page);
  const rows = explore.lines;

  await item(/^Quits, level, not seasonally/).click();
  await expect(rows).toHaveCount(3);
  await explore.isDrawn();
  expect(await shifts(), 'a series is checked').toEqual([]);
  await item(/^Quits, level, not seasonally/).click();
  await expect(rows).toHaveCount(2);
  expect(await shifts(), 'it would be a recent one').toEqual([]);

  await explore.chart.press('0');
  await expect(page).toHaveURL(/units=nbd/);
  await expect(rows.first()).toContainText('Index');
  expect(await shifts(), 'an index').toEqual([]);

  await page.keyboard.press('Control+z');
  // Adds a line of a third unit, and notes on frequencies.
  await item(/^Quits, rate, seasonally/).click();
  await find(page, 'total_public_debt_outstanding');
  await page.getByRole('option').first().click();
  await expect(page.getByText(/^Not drawn:/)).toBeVisible();
  const after = await plotOf(page);
  expect([after.y, after.height]).toEqual([plot.y, plot.height]);
});

test.describe('when the service does not answer', () => {
  test.use({ expectedErrors: [/500/], retriesAtOnce: true });
  test('its notice moves nothing @soak', async ({ page, explore }) => {
    // The window is too low for the overview, whose window moves with the range.
    await page.setViewportSize({ width: 1440, height: 700 });
    await explore.open(`${THREE}&table=closed`);
    const plot = await plotOf(page);
    const shifts = await watchShifts(page);
    await page.route(/economic-data\/us_debt/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } }),
    );
    await explore.choosePreset('Max');
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible({
      timeout: 40_000,
    });
    expect(await shifts()).toEqual([]);
    expect(await plotOf(page)).toEqual(plot);
  });
});

test('the handle over the table is moved by mouse and keys @soak', async ({ page, explore }) => {
  await explore.open(THREE);
  const handle = page.getByRole('separator', { name: 'Height of the chart' });
  await expect(handle).toHaveAttribute('aria-valuenow', '75');
  const before = await plotOf(page);
  await handle.press('ArrowUp');
  await expect(handle).toHaveAttribute('aria-valuenow', '73');
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', '40');
  await expect.poll(async () => (await plotOf(page)).height).toBeLessThan(before.height / 1.5);
  await handle.press('End');
  await expect(handle).toHaveAttribute('aria-valuenow', '88');
  const box = await boxOf(handle);
  await drag(page, [box.x + 300, box.y + box.height / 2], [box.x + 300, box.y - 200]);
  await expect(handle).toHaveAttribute('aria-valuenow', /^6\d$/);
  const share = await handle.getAttribute('aria-valuenow');
  // The share is stored once the handle rests.
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('almanac-preferences') ?? '{}'));
  await expect.poll(async () => String(Math.round((await kept()).chart_share))).toBe(share);
  await page.reload();
  await expect(handle).toHaveAttribute('aria-valuenow', share ?? '');
  await handle.dblclick();
  await expect(handle).toHaveAttribute('aria-valuenow', '75');
});

test('F shows the chart alone, S folds the picker, and both are undone @soak', async ({ page, explore }) => {
  await explore.open(THREE);
  const parts = [explore.tree, explore.table, explore.from];
  const areThere = async (...are: boolean[]) => {
    for (const [i, part] of parts.entries()) await expect(part).toHaveCount(are[i] ? 1 : 0);
  };
  await page.keyboard.press('f');
  await areThere(false, false, false);
  await expect(explore.chart).toBeVisible();
  await page.keyboard.press('f');
  await areThere(true, true, true);
  await page.keyboard.press('f');
  // The first Escape removes the crosshair.
  await explore.chart.press('End');
  await page.keyboard.press('Escape');
  await areThere(false, false, false);
  await page.keyboard.press('Escape');
  await areThere(true, true, true);
  // In the tree and in a text field a letter is not a shortcut of the screen.
  await explore.tree.getByRole('treeitem').first().press('f');
  await explore.search.fill('fs');
  await explore.search.fill('');
  await areThere(true, true, true);
  await explore.chart.press('s');
  await areThere(false, true, true);
  await page.reload();
  await explore.isDrawn();
  await areThere(false, true, true);
  await page.keyboard.press('Control+Shift+a');
  await expect(explore.search).toBeFocused();
});

test('a chart is cleared, or a new one begun; back restores the lines @soak', async ({ page, explore }) => {
  await explore.open('?series=yields.US10Y,yields.US2Y&units=chg&table=closed');
  const rows = explore.lines;
  await expect(rows).toHaveCount(2);
  await page
    .getByRole('region', { name: 'Series', exact: true })
    .getByRole('button', { name: 'Clear' })
    .click();
  await expect(page.getByRole('heading', { name: 'Choose a series' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await explore.openOptions();
  await explore.options.getByRole('button', { name: 'New chart' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a series' })).toBeVisible();
  await expect(page).not.toHaveURL(/units=/);
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/units=chg/);
  await expect(rows).toHaveCount(2);
});

/** Tests that nothing beside a chart covers a pixel of its lines while the pointer is away. */

const EIGHT_YIELDS = ['1M', '3M', '6M', '1Y', '2Y', '5Y', '10Y', '30Y']
  .map((term) => `yields.US${term}`)
  .join(',');
const EIGHT = `?series=${EIGHT_YIELDS}&range=Max&table=closed`;
/** A view with notes on points, on a third unit, on a line without values on a log axis, and on quarters. */
const NOTED =
  '?series=yields.US10Y,us_debt.total_public_debt_outstanding,jolts.quits_level_sa:q&formulas=a*0-1:left&range=Max&scale=log&table=closed';
const INDEX = '?series=yields.US10Y,yields.US2Y&units=nbd&index_date=2015-01-02&range=Max&table=closed';

/** @returns how many pixels the lines have, and how many of them have another colour in the whole chart. */
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
      // The edges of a line are blended with the background: only pixels of its full colour count.
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
      // The blend of two crossing lines may happen to have the colour of a third.
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
  // Lines hidden behind the button cannot take the focus.
  await row
    .getByRole('button', { name: /^More for/ })
    .first()
    .focus();
  const last = explore.lines.last().getByRole('button').first();
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
  await expect(explore.lines.nth(6)).toContainText('30-year');
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

test('notes share one line; notes that do not fit are opened by keys @soak', async ({ page, explore }) => {
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

test('title and subtitle are shown whole if they fit @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(EIGHT);
  for (const name of [/edit the title/, /edit the subtitle/]) {
    const words = page.getByRole('button', { name }).locator('.cut');
    expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
});
