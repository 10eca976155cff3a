import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dayNumber } from '../../service/calendar/dates.ts';
import { buildChartPage, openChartPage } from '../chart-page/serve-page.ts';
import type { ChartWindow, Drawing, MadeLine } from '../chart-page/types.ts';
import { expect, test } from './fixtures.ts';

/**
 * The chart's drawing of made-up numbers, compared in whole pixels and words with the stored one: no fonts, no pictures.
 * UPDATE_DRAWINGS=1 stores the new drawing; then read the difference.
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

test('the chart draws what it drew before @browser-only', async ({ context }, testInfo) => {
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
});
