import { rmSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from '@playwright/test';
import { EVENTS_PATH } from '../../service/contract/app-state.ts';
import { findChromium } from '../e2e/find-chromium.ts';
import { benchFolder, startBuilt } from './built-app.ts';
import { median, printTable } from './measure.ts';

/**
 * The start of the app in browser mode, from the start of its process to the first drawn line, with stored
 * data and a running Chromium. Warm: the browser has kept the app's files and their compiled code. Cold: it
 * has never opened the app. Also the bytes of the first screen. ALMANAC_BASE=<another built tree> measures
 * both in turn; ALMANAC_BENCH_DATA=<folder> replaces the sample. Medians, the fastest time in brackets.
 */

const ROUNDS = Number(process.env.ALMANAC_BENCH_ROUNDS ?? 7);
const HERE = path.resolve(import.meta.dirname, '../..');
const BASE = process.env.ALMANAC_BASE;

type Marks = {
  /** Milliseconds from the start of the process. */
  address: number;
  painted: number;
  drawn: number;
  /** Work of the page's main thread until the line is drawn, in milliseconds. */
  scripting: number;
  requests: number;
  bytes: number;
  /** Bytes of the document, scripts, styles and font. */
  files: number;
  gzip: number;
  brotli: number;
};

const executablePath = findChromium();
const launched = {
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
};
const screen = { viewport: { width: 1440, height: 900 } };
const browser = await chromium.launch(launched);
const roots = BASE === undefined ? [HERE] : [HERE, path.resolve(BASE)];
const found = new Map<string, Marks[]>();
const foundCold = new Map<string, Marks[]>();
const folders = new Map<string, string>();
const profiles = new Map<string, BrowserContext>();
for (const root of roots) {
  const folder = benchFolder('open');
  found.set(root, []);
  foundCold.set(root, []);
  folders.set(root, folder);
  const profile = await chromium.launchPersistentContext(`${folder}-profile`, { ...launched, ...screen });
  profiles.set(root, profile);
  // The first starts make the sample data, and compile code that later starts reuse.
  for (let i = 0; i < 3; i++) await start(root, folder, profile);
}
for (let round = 0; round < ROUNDS; round++) {
  for (const root of roots) {
    const folder = folders.get(root) ?? '';
    const profile = profiles.get(root);
    if (profile) found.get(root)?.push(await start(root, folder, profile));
    const fresh = await browser.newContext(screen);
    foundCold.get(root)?.push(await start(root, folder, fresh));
    await fresh.close();
  }
}
for (const profile of profiles.values()) await profile.close();
await browser.close();
for (const folder of folders.values())
  for (const one of [folder, `${folder}-profile`]) rmSync(one, { recursive: true });

const text = (starts: Map<string, Marks[]>, root: string | undefined, mark: keyof Marks, unit: string) => {
  const values = (starts.get(root ?? '') ?? []).map((marks) => marks[mark]);
  const fastest = unit === 'ms' ? ` (${Math.min(...values).toFixed(0)})` : '';
  return values.length === 0 ? '' : `${median(values).toFixed(0)} ${unit}${fastest}`;
};
const row = (name: string, mark: keyof Marks, unit: string, goal: string, starts = found) => ({
  name,
  ours: text(starts, HERE, mark, unit),
  against: text(starts, roots[1], mark, unit),
  ratio:
    roots[1] === undefined
      ? ''
      : (
          Number.parseFloat(text(starts, HERE, mark, unit)) /
          Number.parseFloat(text(starts, roots[1], mark, unit))
        ).toFixed(2),
  goal,
});
printTable([
  row('start → address', 'address', 'ms', ''),
  row('start → first paint', 'painted', 'ms', ''),
  row('start → the first line is drawn', 'drawn', 'ms', '≤ 800 ms'),
  row('main thread until then', 'scripting', 'ms', ''),
  row('cold: start → first paint', 'painted', 'ms', '', foundCold),
  row('cold: start → the first line is drawn', 'drawn', 'ms', '', foundCold),
  row('cold: main thread until then', 'scripting', 'ms', '', foundCold),
  row('requests until then', 'requests', '', '', foundCold),
  row('bytes until then, as sent', 'bytes', 'kB', '', foundCold),
  row('of them page files', 'files', 'kB', '', foundCold),
  row('page files with gzip', 'gzip', 'kB', '', foundCold),
  row('page files with Brotli', 'brotli', 'kB', '≤ 500 kB', foundCold),
]);

async function start(root: string, dataDir: string, context: BrowserContext): Promise<Marks> {
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  const files: Promise<Buffer>[] = [];
  const isCold = ![...profiles.values()].includes(context);
  // Reading the bodies costs time, and only a cold start loads all of them.
  if (isCold)
    page.on('response', (answer) => {
      // The stream of events never ends.
      if (new URL(answer.url()).pathname === EVENTS_PATH) return;
      const body = answer.body().catch(() => Buffer.alloc(0));
      bodies.push(body);
      if (/^\/(assets\/.*)?$/.test(new URL(answer.url()).pathname)) files.push(body);
    });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  const begun = Date.now();
  const { address, stop } = await startBuilt(root, dataDir);
  const told = Date.now();
  await page.addInitScript(() => {
    const look = (): void => {
      const line = document.querySelector('path[data-series][d*="L"]');
      if (line) Object.assign(window, { drawnAt: performance.timeOrigin + performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(address);
  const drawnAt = await (
    await page.waitForFunction(() => (window as { drawnAt?: number }).drawnAt)
  ).jsonValue();
  const { metrics } = await devTools.send('Performance.getMetrics');
  const taken = await Promise.all([...bodies]);
  const takenFiles = await Promise.all([...files]);
  const painted = await page.evaluate(
    () =>
      performance.timeOrigin +
      (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );
  await page.close();
  await stop();
  const kB = (of: readonly Buffer[], size: (body: Buffer) => number) =>
    of.reduce((sum, body) => sum + size(body), 0) / 1000;
  return {
    address: told - begun,
    painted: painted - begun,
    drawn: (drawnAt ?? Number.NaN) - begun,
    scripting: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000,
    requests: taken.length,
    bytes: kB(taken, (body) => body.length),
    files: kB(takenFiles, (body) => body.length),
    gzip: kB(takenFiles, (body) => gzipSync(body).length),
    brotli: kB(takenFiles, (body) => brotliCompressSync(body).length),
  };
}
