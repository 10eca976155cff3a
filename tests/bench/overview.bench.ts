import { rmSync } from 'node:fs';
import path from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/find-chromium.ts';
import { type BuiltApp, benchFolder, startBuilt } from './built-app.ts';
import { median, printTable } from './measure.ts';

/**
 * Overview in a newly loaded page until brief, cards and calendar are complete, against Explore until its
 * line is drawn. The app runs, and the browser has the page's files. ALMANAC_BASE=<another built tree>
 * measures both in turn; ALMANAC_BENCH_DATA=<folder> replaces the sample. Medians, the fastest in brackets.
 */

const ROUNDS = Number(process.env.ALMANAC_BENCH_ROUNDS ?? 9);
const HERE = path.resolve(import.meta.dirname, '../..');
const ROOTS = [
  HERE,
  ...(process.env.ALMANAC_BASE === undefined ? [] : [path.resolve(process.env.ALMANAC_BASE)]),
];
const SCREENS = ['overview', 'explore'] as const;
type ScreenName = (typeof SCREENS)[number];
/** Explore shows this series; if it has no data, the series of the first card that has some. */
const WANTED = 'ui_weekly_claims.initial_claims_sa';

type Marks = {
  /** Milliseconds from the start of the navigation. */
  painted: number;
  complete: number;
  /** Work of the page's main thread until the screen is complete, in milliseconds. */
  scripting: number;
  /** Requests for data, and their bytes as sent. */
  requests: number;
  kilobytes: number;
};

type Contender = {
  page: Page;
  devTools: CDPSession;
  addresses: Record<ScreenName, string>;
  found: Record<ScreenName, Marks[]>;
};

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : ['--disable-quic'],
});
const folders: string[] = [];
const apps: BuiltApp[] = [];
const contenders: Contender[] = [];
try {
  for (const root of ROOTS) {
    const folder = benchFolder('overview');
    folders.push(folder);
    const app = await startBuilt(root, folder);
    apps.push(app);
    contenders.push(await opener(app));
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of contenders)
      for (const name of SCREENS) contender.found[name].push(await opened(contender, name));
} finally {
  await browser.close();
  for (const app of apps) await app.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
}

const [ours, base] = contenders.map(({ found }) => found);
const row = (name: string, screen: ScreenName, mark: keyof Marks, unit: string, goal = '') => {
  const of = (found: Record<ScreenName, Marks[]> | undefined) =>
    found?.[screen].map((marks) => marks[mark]) ?? [];
  const text = (values: number[]) =>
    values.length === 0
      ? ''
      : `${median(values).toFixed(0)} ${unit}${unit === 'ms' ? ` (${Math.min(...values).toFixed(0)})` : ''}`;
  const ratio = base ? (median(of(ours)) / median(of(base))).toFixed(2) : '';
  return { name, ours: text(of(ours)), against: text(of(base)), ratio, goal };
};
printTable([
  row('Overview: first paint', 'overview', 'painted', 'ms'),
  row('Overview: complete', 'overview', 'complete', 'ms', '≤ 500 ms'),
  row('Overview: main thread until then', 'overview', 'scripting', 'ms'),
  row('Overview: requests for data', 'overview', 'requests', ''),
  row('Overview: their bytes', 'overview', 'kilobytes', 'kB'),
  row('Explore: first paint', 'explore', 'painted', 'ms'),
  row('Explore: its line is drawn', 'explore', 'complete', 'ms'),
  row('Explore: main thread until then', 'explore', 'scripting', 'ms'),
  row('Explore: requests for data', 'explore', 'requests', ''),
  row('Explore: their bytes', 'explore', 'kilobytes', 'kB'),
]);

/** @returns a page of the app that has loaded both screens a few times. */
async function opener(app: BuiltApp): Promise<Contender> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.addInitScript(markComplete);
  await page.goto(app.address);
  await page.locator('li[data-box] path[d*="L"]').first().waitFor();
  const cards = page.locator('li[data-box]:has(path[d*="L"]) a[href^="/explore"]');
  const links = await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const explore = links.find((link) => link.includes(WANTED)) ?? links[0];
  if (explore === undefined) throw new Error('The data have no series that Explore could draw.');
  const devTools = await page.context().newCDPSession(page);
  // Counts only the thread's processor time, because others may use the machine meanwhile.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const contender: Contender = {
    ...{ page, devTools, addresses: { overview: '/overview', explore } },
    found: { overview: [], explore: [] },
  };
  // The browser keeps the compiled code of scripts that it has loaded a few times.
  for (let i = 0; i < 3; i++) for (const name of SCREENS) await opened(contender, name);
  return contender;
}

/** Runs in the page: checks in each frame whether the screen is complete, and records the time. */
function markComplete(): void {
  const isComplete = (): boolean => {
    if (location.pathname === '/explore')
      return document.querySelector('svg path[data-series][d*="L"]') !== null;
    const cards = [...document.querySelectorAll('li[data-box][draggable]')];
    const waits = cards.some((card) => card.querySelector('p')?.textContent === '…');
    return cards.length > 0 && !waits && document.querySelector('aside ol li') !== null;
  };
  const look = (): void => {
    if (!isComplete()) requestAnimationFrame(look);
    // A task after the frame runs once the frame is painted.
    else
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { completeAt: performance.now() })));
  };
  requestAnimationFrame(look);
}

async function opened({ page, devTools, addresses }: Contender, screen: ScreenName): Promise<Marks> {
  const worked = async () =>
    ((await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? Number.NaN) * 1000;
  // An empty page of the same origin ends all work of the screen before.
  await page.goto(new URL('/empty', page.url()).href);
  const before = await worked();
  await page.goto(new URL(addresses[screen], page.url()).href, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => 'completeAt' in window && performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  const scripting = (await worked()) - before;
  const marks = await page.evaluate(() => {
    const until = (window as unknown as { completeAt: number }).completeAt;
    const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, responseEnd }) => /\/(api|host)\//.test(name) && responseEnd <= until,
    );
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    return {
      painted,
      complete: Math.max(until, painted),
      requests: answers.length,
      kilobytes: answers.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    };
  });
  return { ...marks, scripting };
}
