import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayNumber } from '../../service/calendar/dates.ts';
import { buildChartPage, openChartPage } from '../chart-page/serve-page.ts';
import type { ChartWindow, Drawing, MadeLine } from '../chart-page/types.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, goTo } from './steps.ts';

test.use({ opensHome: false });

/**
 * Compares the chart's drawing of made-up numbers with the stored one, in whole pixels and words: no fonts,
 * no pictures. UPDATE_DRAWINGS=1 stores the new drawing; then read the difference.
 */
const KEPT = path.resolve(import.meta.dirname, '../chart-page/drawings.json');

const MONTH = 30;
const first = dayNumber('2019-01-01') ?? 0;
const made = (
  id: string,
  unit: string,
  value: (i: number) => number,
  more: Partial<MadeLine> = {},
): MadeLine => ({
  id,
  unit,
  values: Array.from({ length: 36 }, (_, i) => [first + i * MONTH, value(i)]),
  ...more,
});
const rising = (i: number) => 100 + 7 * i + (i % 5) * 12;
const falling = (i: number) => 400 - 9 * i + (i % 3) * 20;
const gap = (line: MadeLine): MadeLine => ({
  ...line,
  values: line.values.filter((_, i) => i < 12 || i > 17),
});

const CHARTS: Record<string, { lines: MadeLine[]; isLog?: boolean }> = {
  'a line with a gap': { lines: [gap(made('a', '$', rising))] },
  'two axes': { lines: [made('a', '$', rising), made('b', '%', (i) => falling(i) / 100)] },
  'put on the right axis': { lines: [made('a', '$', rising), made('b', '$', falling, { axis: 'right' })] },
  areas: {
    lines: [made('a', '$', rising, { type: 'area' }), made('b', '$', (i) => 50 - 3 * i, { type: 'area' })],
  },
  'stacked areas': {
    lines: [made('a', '$', rising, { type: 'stacked' }), made('b', '$', falling, { type: 'stacked' })],
  },
  'bars of both signs': {
    lines: [made('a', '$', (i) => 60 - 5 * i, { type: 'bar' }), made('b', '$', rising, { type: 'bar' })],
  },
  steps: { lines: [made('a', '$', rising, { type: 'step' })] },
  'a log axis with a zero': { lines: [made('a', '$', (i) => (i === 20 ? 0 : 2 ** (i / 2)))], isLog: true },
};

test(
  'the chart’s drawing equals the stored one @browser-only',
  { tag: '@soak' },
  async ({ context }, testInfo) => {
    const outDir = testInfo.outputPath('chart-page');
    await buildChartPage(outDir);
    const page = await openChartPage(context, outDir);
    const drawings: Record<string, Drawing> = {};
    for (const [name, { lines, isLog = false }] of Object.entries(CHARTS))
      drawings[name] = await page.evaluate(
        ([given, log]) =>
          (window as unknown as ChartWindow).chartPage.draw(
            given,
            { from: '2019-01-01', to: '2021-12-31' },
            log,
          ),
        [lines, isLog] as const,
      );
    if (process.env.UPDATE_DRAWINGS) await writeFile(KEPT, `${JSON.stringify(drawings, null, 2)}\n`);
    const kept = JSON.parse(await readFile(KEPT, 'utf8')) as Record<string, Drawing>;
    expect(Object.keys(drawings)).toEqual(Object.keys(kept));
    for (const [name, drawing] of Object.entries(drawings)) expect(drawing, name).toEqual(kept[name]);
  },
);

const YIELDS = '?series=yields.US10Y,yields.US2Y&formulas=b-a&range=10Y&table=closed';

test('lines end with letters, dashes stay chosen, and zero has a line @soak', async ({ page, explore }) => {
  await explore.open(YIELDS);
  await expect(explore.chart.locator('[data-letter]')).toHaveText(['a', 'b', 'c']);
  await expect(explore.chart.locator('[data-zero]')).toHaveCount(1);
  const second = explore.line('yields.US2Y');
  await expect(second).not.toHaveAttribute('stroke-dasharray');
  await page.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('switch', { name: 'Dashed lines' }).check();
  await expect(second).toHaveAttribute('stroke-dasharray', /\d/);
  await page.reload();
  await expect(second).toHaveAttribute('stroke-dasharray', /\d/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('dashed lines');
  await page.getByRole('option', { name: 'Dashed lines Chart, is on' }).click();
  await expect(second).not.toHaveAttribute('stroke-dasharray');
  // A single line needs no letter.
  await explore.open('?series=yields.US10Y&range=1Y&table=closed');
  await expect(explore.chart.locator('[data-letter]')).toHaveCount(0);
});

test('a drag with Shift, or M twice, measures; Escape ends it @soak', async ({ page, explore }) => {
  await explore.open(YIELDS);
  const address = page.url();
  const shown = explore.chart.locator('[data-measure]');
  const box = await boxOf(explore.chart);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(x + 150, y, { steps: 4 });
  await expect(shown).toContainText(/[+−±][\d.]+ pp/);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(shown).toBeVisible();
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);

  await explore.chart.press('Home');
  await explore.chart.press('m');
  await explore.chart.press('Control+ArrowRight');
  await explore.chart.press('m');
  await explore.chart.press('End');
  await expect(shown).toContainText(/to \d{4}-\d\d-\d\d, \d\d days/);
  await expect(explore.said).toContainText(/^From .* pp/);
  await explore.chart.press('Escape');
  await expect(shown).toHaveCount(0);
});

test('dragging the overview moves the drawing until the pointer rests @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await explore.open('?series=yields.US10Y,yields.US2Y&from=2012-01-01&to=2014-12-31&table=closed');
  await expect(page.getByRole('group', { name: /^Overview/ }).locator('path')).toHaveCount(2);
  const window = page.getByRole('slider', { name: 'Range shown' });
  const box = await boxOf(window);
  const line = explore.line('yields.US10Y');
  const d = () => line.getAttribute('d');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The first move loads the whole history and prepares the drawing to be shifted.
  await page.mouse.move(x + 3, y);
  await expect(explore.from).not.toHaveValue('2012-01-01');
  // Network idle cannot be awaited, because the stream of events never ends.
  let lastMs = Date.now();
  page.on('requestfinished', () => {
    lastMs = Date.now();
  });
  await expect.poll(() => Date.now() - lastMs).toBeGreaterThan(500);
  await page.mouse.move(x + 6, y);
  const moved = await page.evaluate(async () => {
    const path = document.querySelector('path[data-series="yields.US10Y"]');
    const seen = { drawn: new Set<string | null>(), places: new Set<string>() };
    const slider = document.querySelector('[aria-label="Range shown"]');
    for (let step = 1; step <= 12; step++) {
      const at = { bubbles: true, pointerId: 1, clientX: 0, clientY: 0 };
      slider?.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: innerWidth / 2 + step }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.drawn.add(path?.getAttribute('d') ?? null);
      seen.places.add(path?.parentElement?.style.transform ?? '');
    }
    return { drawn: seen.drawn.size, places: seen.places.size };
  });
  expect(moved.places).toBeGreaterThan(moved.drawn);
  const before = await d();
  await page.mouse.up();
  await expect.poll(d).not.toBe(before);
  await expect
    .poll(() => line.evaluate((path) => path.parentElement?.style.transform))
    .toBe('translateX(0px)');
});

test('the legend has last values and dates in a small window @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open('?series=jolts.quits_level_sa,yields.US10Y:pc1&range=5Y&details=jolts.quits_level_sa');
  const rows = explore.lines;
  const dates = page.locator('[data-legend]').getByText(/^\d{4}-\d\d(-\d\d)?$/);
  for (const place of [0, 1]) {
    const last = rows.nth(place).getByTitle(/ on \d{4}-\d\d-\d\d /);
    await expect(last).toBeVisible();
    await expect(last).toHaveText(/\d (mn|%)$/);
  }
  // One date is at the beginning, the other beside its value.
  await expect(dates).toHaveCount(2);
  await expect(dates.first()).toBeInViewport();
});

test('bars can be distinguished without colour, in chart and legend', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  await explore.open('?series=jolts.quits_level_sa,jolts.hires_level_sa&range=1Y&type=bar');
  await expect(explore.line('jolts.quits_level_sa')).toHaveAttribute('stroke', /^#/);
  await expect(explore.line('jolts.hires_level_sa')).toHaveAttribute('stroke', 'url(#bars-1)');
  await expect(page.locator('pattern#bars-1')).toHaveCount(1);
  const chip = explore.lines.nth(1);
  await expect(chip.locator('pattern[data-slot="1"]')).toHaveCount(1);
});

test('lines stay visible under the selection of a drag @soak', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa&range=5Y');
  const box = await boxOf(explore.chart);
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  const selection = explore.chart.locator('[data-selection]');
  await expect(selection).toBeVisible();
  const alpha = await selection.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) return 1;
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return (context.getImageData(0, 0, 1, 1).data[3] ?? 255) / 255;
  });
  await page.mouse.up();
  expect(alpha).toBeGreaterThan(0.05);
  expect(alpha).toBeLessThan(0.4);
});

test('the progress of loading does not cover the legend @soak', async ({ page, explore }) => {
  await page.route(/token_id=/, () => undefined);
  await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding,yields.US10Y');
  const status = page.getByText(/^[\d,]+( of [\d,]+)? rows$/);
  await expect(status).toBeVisible();
  await expect(explore.lines).toHaveCount(2);
  const [above, below] = [await status.boundingBox(), await explore.shownSeries.boundingBox()];
  const isAbove = (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0);
  expect(isAbove || (above?.x ?? 0) >= (below?.x ?? 0) + (below?.width ?? 0)).toBe(true);
});

test('the legend follows the crosshair; a click explains the line @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=us_debt.total_public_debt_outstanding,us_debt.intragovernmental_holdings&range=1Y',
  );
  const head = page.locator('[data-legend] > span').first();
  const newest = await head.textContent();
  expect(newest).toMatch(/^\d{4}-\d\d-\d\d$/);
  const value = explore.lines.first().getByTitle(/Explain this number/);
  const last = await value.textContent();
  await explore.chart.press('Home');
  await expect(head).not.toHaveText(newest ?? '');
  await expect(value).not.toHaveText(last ?? '');
  const day = await head.textContent();
  await expect(explore.said).toContainText(`${day}: Total public debt`);
  // The focus moves from the chart to the legend, and the crosshair stays.
  await value.press('Enter');
  await expect(page).toHaveURL(new RegExp(`explain=.*total_public_debt_outstanding.*${day}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(head).toHaveText(newest ?? '');

  const box = await boxOf(explore.line('us_debt.intragovernmental_holdings'));
  await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2 - 8);
  await expect(page).toHaveURL(/explain=.*intragovernmental_holdings/);
});

test('the legend can show one line only, and then all lines again @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=us_debt.total_public_debt_outstanding,us_debt.intragovernmental_holdings,yields.US10Y&range=1Y',
  );
  const rows = explore.lines;
  await expect(rows.nth(0)).toContainText('left');
  await expect(rows.nth(2)).toContainText('right');
  const choose = async (item: string) => {
    await explore.chooseOf(1, item);
  };
  await choose('Only this');
  const drawn = explore.chart.locator('path[data-series]');
  await expect(drawn).toHaveCount(1);
  await expect(explore.line('us_debt.intragovernmental_holdings')).toBeVisible();
  await page.goBack();
  await expect(drawn).toHaveCount(3);
  await choose('Only this');
  await choose('Show all lines');
  await expect(drawn).toHaveCount(3);
});
