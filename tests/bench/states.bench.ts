import type { Page } from '@playwright/test';
import { type BenchRow, median, printTable } from './measure.ts';
import { timingsInPage } from './page.ts';

/**
 * Plays 320 weeks of the state map with the sample at 1440 × 900: work per week (slider moved, 53 tiles,
 * legend and head painted), and time between frames. Against only setting 53 fills and texts.
 */

const ROUNDS = 5;
const WEEKS = 320;

type Timing = { week: number; bare: number; frame: number; bareFrame: number };

const timings = await timingsInPage(ROUNDS, timeOf);

const middle = (what: keyof Timing): number => median(timings.map((timing) => timing[what]));
const rows: BenchRow[] = [
  {
    name: 'a week of the map, script',
    ours: `${middle('week').toFixed(2)} ms`,
    against: `${middle('bare').toFixed(2)} ms bare fills`,
    ratio: (middle('week') / middle('bare')).toFixed(1),
    goal: '≤ 8 ms',
  },
  {
    name: 'frame to frame, 95th percentile',
    ours: `${middle('frame').toFixed(1)} ms`,
    against: `${middle('bareFrame').toFixed(1)} ms bare fills`,
    ratio: (middle('frame') / middle('bareFrame')).toFixed(1),
    goal: '≤ 34 ms',
  },
];
printTable(rows);

async function timeOf(page: Page): Promise<Timing> {
  await page.goto(new URL('/states?week=2018-01-06', page.url()).href);
  await page.locator('input[type=range]:enabled').waitFor();
  await page.locator('[data-class] rect').first().waitFor();
  return page.evaluate(async (weeks) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]') as HTMLInputElement;
    // React ignores the event if the value equals the one that React set, so this uses the native setter.
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const move = (i: number) => {
      set?.call(slider, String(i + 1));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const tiles = [...document.querySelectorAll('[data-area]')].map((tile) => ({
      rect: tile.querySelector('rect') as SVGElement,
      value: tile.querySelector('[data-part=value]') as SVGElement,
    }));
    const timed = (run: (i: number) => void) => {
      const start = performance.now();
      for (let i = 0; i < weeks; i++) run(i);
      return (performance.now() - start) / weeks;
    };
    timed(move);
    const week = timed(move);
    const fill = (i: number) => {
      for (const [at, { rect, value }] of tiles.entries()) {
        rect.setAttribute('fill', (i + at) % 2 === 0 ? '#d3e2f6' : '#abc9ee');
        value.textContent = String(i + at);
      }
    };
    const bare = timed(fill);
    const framesOf = async (run: (i: number) => void) => {
      const frames: number[] = [];
      let before = performance.now();
      for (let i = 0; i < weeks; i++) {
        run(i);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        frames.push(now - before);
        before = now;
      }
      frames.sort((one, other) => one - other);
      return frames[Math.floor(frames.length * 0.95)] ?? Number.NaN;
    };
    return { week, bare, frame: await framesOf(move), bareFrame: await framesOf(fill) };
  }, WEEKS);
}
