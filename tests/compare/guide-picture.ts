import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/find-chromium.ts';

/**
 * Makes the picture of Explore that README opens with, of the data in a folder of your own:
 *   node tests/compare/guide-picture.ts DATA_FOLDER [DAY]
 *     DATA_FOLDER: with Treasury yields since 1990 (`almanac import FILE… --data-dir DATA_FOLDER`, or `refresh yields`)
 *     DAY: what the app takes for today, YYYY-MM-DD; without it, today
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PICTURE = path.join(ROOT, 'renderer/guide/explore.png');
const VIEW = new URLSearchParams({
  series: 'yields.US10Y_US3M:area,yields.US10Y_US2Y',
  title: 'Treasury yield spreads and recessions',
  subtitle: 'Percentage points, monthly averages',
  range: 'Max',
  frequency: 'm',
});

const [folder, day] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: guide-picture.ts DATA_FOLDER [DAY]');
const now = day === undefined ? new Date() : new Date(`${day}T22:00:00Z`);

const words = [
  'start',
  '--no-open',
  '--no-sample',
  '--port',
  '0',
  '--service-port',
  '0',
  '--data-dir',
  folder,
];
const host = spawn(process.execPath, [path.join(ROOT, 'electron/launch/launch.mjs'), ...words], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    COMPARE_NOW: now.toISOString(),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'fixed-clock.mjs')}`,
  },
});
const browser = await chromium.launch({
  ...(findChromium() && { executablePath: findChromium() as string }),
  args: ['--no-sandbox'],
});
try {
  const address = await addressOf(createInterface({ input: host.stdout }));
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.clock.setFixedTime(now);
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.goto(new URL(`/explore?${VIEW}`, page.url()).href);
  await page.locator('.recharts-surface').first().waitFor();
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`${PICTURE}: ${Math.round(statSync(PICTURE).size / 1024)} kB\n`);
} finally {
  await browser.close();
  host.kill();
  await once(host, 'exit');
}

/** @returns the address that signs a page in, which the app prints when it is ready. */
async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [address] = /http:\/\/\S+#t=\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The app ended before it was ready.');
}
