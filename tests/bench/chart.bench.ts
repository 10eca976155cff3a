import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildChartPage, openChartPage } from '../chart-page/serve-page.ts';
import type { ChartWindow, Contender, Timing } from '../chart-page/types.ts';
import { findChromium } from '../e2e/find-chromium.ts';
import { type BenchRow, median, printTable } from './measure.ts';

/**
 * The app's chart against uPlot with the same numbers: from data to drawn, a mouse move, a step of a pan.
 * Both take turns in fresh pages of one Chromium; a smaller chart warms up each page.
 */

const WARM_UP = 5_000;
const OUT = path.resolve(import.meta.dirname, '../../.build/chart-page');

/** The first rows have goals; the others show whether a larger chart stays usable. */
const CASES: {
  count: number;
  length: number;
  rounds: number;
  goals: Partial<Record<keyof Timing, string>>;
}[] = [
  { count: 1, length: 250_000, rounds: 2, goals: {} },
  {
    count: 5,
    length: 25_000,
    rounds: 3,
    goals: { paint: '≤ 1.8', hover: '≤ 1.1', pan: '≤ 2.5', frame: '≤ 34 ms' },
  },
  { count: 5, length: 100_000, rounds: 2, goals: { paint: '≤ 1.3' } },
  { count: 8, length: 250_000, rounds: 1, goals: {} },
];

const WORDS: Record<keyof Timing, string> = {
  paint: 'data to drawn',
  hover: 'a move of the mouse',
  pan: 'a step of a pan',
  frame: 'frame to frame in a pan, 95th percentile',
};

await buildChartPage(OUT);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
});
const rows: BenchRow[] = [];
for (const { count, length, rounds, goals } of CASES) {
  const found: Record<Contender, Timing[]> = { ours: [], uplot: [] };
  for (let round = 0; round < rounds; round++)
    for (const contender of ['ours', 'uplot'] as const)
      found[contender].push(await timeOf(contender, count, length));
  for (const what of Object.keys(WORDS) as (keyof Timing)[]) {
    const [ours, uplot] = [middle(found.ours, what), middle(found.uplot, what)];
    rows.push({
      name: `${count} × ${length.toLocaleString('en-US')}: ${WORDS[what]}`,
      ours: `${ours.toFixed(1)} ms`,
      against: `${uplot.toFixed(1)} ms uPlot`,
      ratio: (ours / uplot).toFixed(2),
      goal: goals[what] ?? '',
    });
  }
}
await browser.close();
printTable(rows);

async function timeOf(contender: Contender, count: number, length: number): Promise<Timing> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 500 } });
  const page = await openChartPage(context, OUT);
  const ask = (size: number) =>
    page.evaluate(
      ([who, lines, many]) => (window as unknown as ChartWindow).chartPage.time(who, lines, many),
      [contender, count, size] as const,
    );
  await ask(WARM_UP);
  const timing = await ask(length);
  await context.close();
  return timing;
}

function middle(timings: readonly Timing[], what: keyof Timing): number {
  return median(timings.map((timing) => timing[what]));
}
