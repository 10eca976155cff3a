import { chromium, type Page } from '@playwright/test';
import { listChange } from '../../service/series-math/list-change.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { startInBrowser } from '../e2e/app-driver.ts';
import { findChromium } from '../e2e/find-chromium.ts';
import { type BenchRow, median, printTable, rounds } from './measure.ts';

/**
 * Constituents at 1440 × 900. From the press on Map until the sample's 500 companies are painted, against as
 * many bare buttons with the same texts. The change between two lists of 505, against comparing only tickers.
 */

const ROUNDS = 9;
const MEMBERS = 505;
/** Two lists of the S&P 500 that are twelve years apart differ in about this many members. */
const CHANGED = 200;

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
});
const app = await startInBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await app.openPage(context);
await page.goto(new URL('/constituents', page.url()).href);
await page.locator('[data-tile]').first().waitFor();
type Timing = { map: number; painted: number; bare: number; barePainted: number };
const timings: Timing[] = [];
for (let round = 0; round < ROUNDS; round++) timings.push(await mapOf(page));
await browser.close();
await app.stop();

const member = (number: number, weight: string): Constituent => ({
  ticker: `T${number}`,
  name: `Company ${number} Inc`,
  sector: `Sector ${number % 11}`,
  weight,
});
const earlier = Array.from({ length: MEMBERS }, (_, i) => member(i, `0.${100 + i}`));
const later = Array.from({ length: MEMBERS }, (_, i) => member(i + CHANGED, `0.${110 + i}`));
const tickers = (list: readonly Constituent[]) => new Map(list.map((one) => [one.ticker, one]));
const difference = await rounds(ROUNDS * 5, {
  ours: () => timed(() => listChange(earlier, later)),
  bare: () =>
    timed(() => {
      const [before, after] = [tickers(earlier), tickers(later)];
      return later
        .filter(({ ticker }) => !before.has(ticker))
        .concat(earlier.filter(({ ticker }) => !after.has(ticker)));
    }),
});

const middle = (what: keyof Timing) => median(timings.map((timing) => timing[what]));
const rows: BenchRow[] = [
  {
    name: 'the map of 500, until its tiles are in the page',
    ours: `${middle('map').toFixed(1)} ms`,
    against: `${middle('bare').toFixed(1)} ms bare buttons`,
    ratio: (middle('map') / middle('bare')).toFixed(1),
    goal: '≤ 60 ms',
  },
  {
    name: 'and painted, in software',
    ours: `${middle('painted').toFixed(1)} ms`,
    against: `${middle('barePainted').toFixed(1)} ms bare buttons`,
    ratio: (middle('painted') / middle('barePainted')).toFixed(1),
    goal: '',
  },
  {
    name: `the difference of two lists of ${MEMBERS}`,
    ours: `${difference.ours.toFixed(2)} ms`,
    against: `${difference.bare.toFixed(2)} ms two maps of tickers`,
    ratio: (difference.ours / difference.bare).toFixed(1),
    goal: '≤ 5 ms',
  },
];
printTable(rows);

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

async function mapOf(page: Page): Promise<Timing> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const press = (view: string) =>
      document.querySelector<HTMLElement>(`input[type=radio][value=${view}]`)?.click();
    const tiles = () => document.querySelectorAll<HTMLElement>('[data-tile]');
    const texts = [...tiles()].map((tile) => [tile.style.cssText, tile.textContent ?? ''] as const);
    press('table');
    while (tiles().length > 0) await frame();
    for (let rest = 0; rest < 5; rest++) await frame();
    const start = performance.now();
    press('map');
    while (tiles().length === 0) await frame();
    const map = performance.now() - start;
    // The callback runs before its frame is painted, so the next frame shows that this one was.
    await frame();
    const painted = performance.now() - start;

    const box = document.createElement('div');
    box.style.cssText = 'position:fixed;inset:0';
    for (let rest = 0; rest < 5; rest++) await frame();
    const begin = performance.now();
    for (const [style, text] of texts) {
      const button = document.createElement('button');
      button.style.cssText = `position:absolute;${style}`;
      button.textContent = text;
      box.append(button);
    }
    document.body.append(box);
    await frame();
    const bare = performance.now() - begin;
    await frame();
    const barePainted = performance.now() - begin;
    box.remove();
    return { map, painted, bare, barePainted };
  });
}
