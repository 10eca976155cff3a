import { rmSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { SavedItem } from '../../service/contract/saved.ts';
import { findChromium } from '../e2e/find-chromium.ts';
import { benchFolder, startBuilt } from './built-app.ts';
import { median, printTable } from './measure.ts';

/**
 * The palette (Ctrl-K) with 1,000 saved items: work of the main thread per key until its results are painted.
 * ALMANAC_BASE=<another built tree> measures both in turn; ALMANAC_BENCH_DATA=<folder> replaces the sample.
 */

const HERE = path.resolve(import.meta.dirname, '../..');
const ROOTS = [
  HERE,
  ...(process.env.ALMANAC_BASE === undefined ? [] : [path.resolve(process.env.ALMANAC_BASE)]),
];
const ROUNDS = Number(process.env.ALMANAC_BENCH_ROUNDS ?? 3);
const TYPED = [
  'unemployment california',
  'yields 2023-07-03',
  'quits rate',
  'SPY vs IVV',
  '>refresh',
  '?percentile',
];
const SAVED = 1000;

const items: SavedItem[] = Array.from({ length: SAVED }, (_, at) => ({
  id: `savedview${at}`,
  kind: 'view',
  name: `Claims and openings ${at}, a note of week ${at % 52}`,
  folder: `Folder ${at % 20}`,
  note: '',
  content: { address: `/explore?series=jolts.quits_rate_sa&range=${(at % 9) + 1}Y`, frozen: null },
  created_at: '2026-11-20T17:02:00.000Z',
  changed_at: '2026-11-20T17:02:00.000Z',
  deleted_at: null,
  revision: 1,
}));

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
});
const found: number[][] = [];
try {
  for (const root of ROOTS) {
    const folder = benchFolder('palette');
    const app = await startBuilt(root, folder);
    try {
      found.push((await keysOf(app.address)).toSorted((a, b) => a - b));
    } finally {
      await app.stop();
      rmSync(folder, { recursive: true });
    }
  }
} finally {
  await browser.close();
}

const [ours = [], base] = found;
const at = (keys: readonly number[], share: number) =>
  keys[Math.floor((keys.length - 1) * share)] ?? Number.NaN;
const row = (name: string, of: (keys: readonly number[]) => number, goal: string) => ({
  name,
  ours: `${of(ours).toFixed(1)} ms`,
  against: base ? `${of(base).toFixed(1)} ms` : '',
  ratio: base ? (of(ours) / of(base)).toFixed(2) : '',
  goal,
});
printTable([
  row('a key, median', median, '≤ 30 ms'),
  row('a key, 95th percentile', (keys) => at(keys, 0.95), '≤ 30 ms'),
  row('the slowest key', (keys) => at(keys, 1), ''),
]);

/** @returns the cost of each key in milliseconds of the page's main thread. */
async function keysOf(address: string): Promise<number[]> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.route('**/host/saved', (route) => route.fulfill({ json: { version: 1, items } }));
  const devTools = await page.context().newCDPSession(page);
  // Counts only the thread's processor time, because others may use the machine meanwhile.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () =>
    ((await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? Number.NaN) * 1000;
  await page.goto(address);
  await page.locator('li[data-box] path[d*="L"]').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: 'Find a series' });
  await field.waitFor();
  const keys: number[] = [];
  // The first round fills caches and is not counted.
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of TYPED) {
      await field.fill('');
      for (const key of text) {
        const before = await worked();
        await page.keyboard.type(key);
        // A task after the frame runs once the frame is painted.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        if (round > 0) keys.push((await worked()) - before);
      }
    }
  await page.close();
  return keys;
}
