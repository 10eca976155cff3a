import type { Page } from '@playwright/test';
import type { SavedItem } from '../../service/contract/saved.ts';
import { openWork } from '../../service/work/index.ts';
import { type BenchRow, median, printTable } from './measure.ts';
import { timingsInPage } from './page.ts';

/**
 * Opens Saved with 1,000 items from another screen, with its program and items already loaded: processor time
 * of the page's main thread until the rows are painted and at rest. Against putting the elements of the same
 * rows into an empty page.
 */

const ROUNDS = 7;
const ITEMS = 1_000;

type Timing = { open: number; filter: number; bare: number };

const timings = await timingsInPage(ROUNDS, timeOf, fill);
const middle = (what: keyof Timing): number => median(timings.map((timing) => timing[what]));
const row = (name: string, what: 'open' | 'filter'): BenchRow => ({
  name,
  ours: `${middle(what).toFixed(0)} ms`,
  against: `${middle('bare').toFixed(0)} ms bare rows`,
  ratio: (middle(what) / middle('bare')).toFixed(1),
  goal: '≤ 100 ms',
});
printTable([
  row('Saved with 1,000 items, to the rows', 'open'),
  row('a word typed into its search', 'filter'),
]);

function fill(dataDir: string): void {
  const work = openWork(dataDir, { now: () => new Date() });
  for (let i = 0; i < ITEMS; i++) work.saved.save({ ...itemOf(i), revision: 0, is_deleted: false });
  work.close();
}

function itemOf(i: number): Pick<SavedItem, 'id' | 'name' | 'note' | 'folder'> & {
  kind: 'view';
  content: { address: string; frozen: null };
} {
  const series = ['jolts.quits_level_sa', 'yields.US10Y', 'us_debt.debt_held_by_public'][i % 3];
  return {
    id: `item${String(i).padStart(6, '0')}`,
    kind: 'view',
    name: `View number ${i}`,
    note: '',
    folder: ['Rates', 'Labour', ''][i % 3] as string,
    content: { address: `/explore?series=${series}&range=5Y`, frozen: null },
  };
}

async function timeOf(page: Page): Promise<Timing> {
  const rail = page.getByRole('navigation', { name: 'Screens' });
  const rows = page.locator('[data-item]');
  await page.goto(new URL('/saved', page.url()).href);
  await rows.first().waitFor();
  await rail.getByRole('link', { name: 'API access' }).click();
  await rows.first().waitFor({ state: 'detached' });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (act: () => Promise<void>): Promise<number> => {
    await resting(page);
    const before = await taskMs();
    await act();
    await resting(page);
    return (await taskMs()) - before;
  };
  const taskMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  // Waiting costs a little counted time too, so the test waits as little as possible.
  const press = () => page.evaluate(() => document.querySelector<HTMLElement>('a[href="/saved"]')?.click());
  const open = await worked(async () => {
    await press();
    await rows.first().waitFor();
  });
  const shown = await page.locator('section[aria-label="Saved items"] table').elementHandle();
  const copy = await page.evaluateHandle((table) => table?.cloneNode(true) as HTMLElement, shown);
  const filter = await worked(() => page.getByRole('searchbox').fill('number 77'));
  const bare = await worked(() => copy.evaluate((table) => document.body.replaceChildren(table)));
  return { open, filter, bare };
}

/** Waits until the page has painted and is idle. */
function resting(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
      ),
  );
}
