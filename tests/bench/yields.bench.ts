import type { Page } from '@playwright/test';
import { type BenchRow, median, printTable } from './measure.ts';
import { timingsInPage } from './page.ts';

/**
 * Steps the day on the Yields screen with the sample at 1440 × 900: work for a held arrow key, and time
 * between frames. Against only writing paths into a drawing of the same size.
 */

const ROUNDS = 7;
const STEPS = 300;

type Timing = { step: number; bare: number; frame: number };

const timings = await timingsInPage(ROUNDS, timeOf);

const middle = (what: keyof Timing): number => median(timings.map((timing) => timing[what]));
const rows: BenchRow[] = [
  {
    name: 'a step of the day, script',
    ours: `${middle('step').toFixed(2)} ms`,
    against: `${middle('bare').toFixed(2)} ms bare paths`,
    ratio: (middle('step') / middle('bare')).toFixed(1),
    goal: '≤ 4 ms',
  },
  {
    name: 'frame to frame, 95th percentile',
    ours: `${middle('frame').toFixed(1)} ms`,
    against: '',
    ratio: '',
    goal: '≤ 34 ms',
  },
];
printTable(rows);

async function timeOf(page: Page): Promise<Timing> {
  await page.goto(new URL('/yields?date=2010-01-04', page.url()).href);
  await page.getByRole('slider', { name: 'Day' }).waitFor();
  await page.locator('[data-compared=""] [data-path=solid][d^=M]').waitFor();
  return page.evaluate(async (steps) => {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    const paths = [...document.querySelectorAll('[data-compared] path')];
    const texts = paths.map((path) => path.getAttribute('d') ?? '');
    const timed = (run: (i: number) => void) => {
      const start = performance.now();
      for (let i = 0; i < steps; i++) run(i);
      return (performance.now() - start) / steps;
    };
    for (let i = 0; i < steps; i++) press();
    const step = timed(press);
    // The text differs at each step, and is as long as the real one.
    const bare = timed((i) => {
      for (const [at, path] of paths.entries())
        path.setAttribute('d', `${texts[at]}${i % 2 === 0 ? 'h0' : 'v0'}`);
    });
    const frames: number[] = [];
    let before = performance.now();
    for (let i = 0; i < steps / 2; i++) {
      press();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      frames.push(now - before);
      before = now;
    }
    frames.sort((a, b) => a - b);
    return { step, bare, frame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN };
  }, STEPS);
}
