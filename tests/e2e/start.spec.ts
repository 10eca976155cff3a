import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

/** The first load of the app: few requests, all at once, and nothing moves. */

/** @returns the layout shift of the painted page so far, and what moved, for the failure message. */
async function moved(page: Page): Promise<{ sum: number; what: string[] }> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(
    () => (window as unknown as { moved?: { sum: number; what: string[] } }).moved ?? { sum: 0, what: [] },
  );
}

/** Allows only an unnoticeable shift: 0.02, a fiftieth of the window. */
async function expectStill(page: Page): Promise<void> {
  const { sum, what } = await moved(page);
  expect(sum, what.join('\n')).toBeLessThan(0.02);
}

for (const [width, height] of [
  [1350, 940],
  [1024, 700],
] as const) {
  test(`nothing moves while screens load, at ${width} × ${height} @browser-only @soak`, async ({
    app,
    context,
  }) => {
    await context.addInitScript(() => {
      const moved = { sum: 0, what: [] as string[] };
      type Shift = PerformanceEntry & { value: number; sources: LayoutShiftSource[] };
      type LayoutShiftSource = { node?: Element; previousRect: DOMRect; currentRect: DOMRect };
      const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Shift[]) {
          moved.sum += entry.value;
          for (const { node, previousRect, currentRect } of entry.sources)
            moved.what.push(
              `${entry.value.toFixed(4)} ${node?.outerHTML?.slice(0, 120)}: ${place(previousRect)} → ${place(currentRect)}`,
            );
        }
        Object.assign(window, { moved });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await app.openPage(context);
    await page.setViewportSize({ width, height });
    await goTo(page, '/');
    await expect(page.locator('path[data-series][d*="L"]')).toHaveCount(8);
    await expectStill(page);
    await goTo(page, '/explore');
    await expect(page.locator('path[data-series]').first()).toBeAttached();
    await expect(page.getByRole('grid', { name: 'Observations' })).toBeVisible();
    await expectStill(page);
    // Delays the list of runs, so that it arrives last.
    await page.route('**/host/runs', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await goTo(page, '/data');
    await expect(page.getByRole('heading', { name: 'Log of runs' })).toBeAttached();
    await expect(page.getByRole('region', { name: 'Storage' })).toContainText('MB');
    await expectStill(page);
    await goTo(page, '/access');
    await expect(page.getByRole('button', { name: 'Set key of BLS' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible();
    await expectStill(page);
    await page.close();
  });
}

test('the document requests everything for the first screen, before any script runs @browser-only', {
  tag: '@soak',
}, async ({ app, context }) => {
  const page = await app.openPage(context);
  await goTo(page, '/');
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.locator('path[data-series][d*="L"]').first()).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  const { scripts, late, isEarly } = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const named = entries.filter(({ name }) => /\.(js|css)$/.test(name));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const catalog = entries.find(({ name }) => name.endsWith('/api/v1/catalog'));
    const isAsked = (name: string): boolean => document.head.innerHTML.includes(new URL(name).pathname);
    return {
      scripts: named.length,
      late: named.filter(({ name }) => !isAsked(name)).map(({ name }) => name),
      isEarly: (catalog?.startTime ?? Infinity) < (paint?.startTime ?? 0),
    };
  });
  expect(late).toEqual([]);
  expect(scripts).toBeLessThan(14);
  expect(isEarly).toBe(true);
  await page.close();
});

/** The scripts and styles that the first document names, with those of Overview. */

/** Limit for all of them together, in bytes as sent. */
const MOST_BYTES = 450_000;

test('a start loads no charts, and its files are sent compressed @browser-only', async ({ page }) => {
  const get = (path: string) =>
    page.request.get(new URL(path, page.url()).href, { headers: { 'Accept-Encoding': 'br, gzip' } });
  const document = await (await get('/')).text();
  const paths = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path as string,
  );
  expect(paths.length).toBeGreaterThan(4);
  let bytes = 0;
  for (const path of paths) {
    const answer = await get(path);
    expect(answer.headers()['content-encoding'], path).toBe('br');
    expect(await answer.text(), path).not.toContain('recharts-cartesian-grid');
    bytes += Number(answer.headers()['content-length']);
  }
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test('a first start shows a chart of sample data, under a band', async ({ page, explore }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  await explore.isDrawn();
  await expect(explore.sampleBand).toContainText('made up');
  await expect(explore.line('us_debt.total_public_debt_outstanding')).toBeVisible();
  await expect(page).toHaveTitle(/Almanac/);
});

test('the sample band links to the refresh of real data, by keyboard too, and shows the commands', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.sampleBand.getByRole('button', { name: 'By command' }).click();
  await expect(page.getByText('npm run -s almanac -- import FILE')).toBeVisible();
  await page.keyboard.press('Escape');
  const way = explore.sampleBand.getByRole('link', { name: 'Get the real data' });
  await way.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  const refresh = page.getByRole('region', { name: 'Refresh', exact: true });
  const all = page.getByRole('button', { name: 'Refresh all' });
  await expect(all).toBeEnabled();
  await expect(refresh).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(all).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible();
  // The link also works on that screen itself, each time it is pressed.
  await way.click();
  await expect(refresh).toBeFocused();
});
