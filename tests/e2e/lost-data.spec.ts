import { closeSync, existsSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { checkpoint, openReader, openWriter } from '../../service/store/index.ts';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { axeFinds } from './axe.ts';
import { test as base, expect } from './fixtures.ts';
import { START_MS } from './running-app.ts';
import { isScreen, RAIL, railLink } from './steps.ts';

/** An app whose data and key files were damaged. Its service finds the damage at its next start. */
const test = base.extend<{ damagedApp: BrowserDriver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  damagedApp: async ({}, use) => {
    const app = await startInBrowser();
    // All sample data have been made. They must not come back.
    await expect.poll(() => samplesIn(app.dataDir), { timeout: START_MS }).toBe(9);
    publishYields(app.dataDir);
    damage(app.dataDir);
    await app.killService();
    await expect.poll(() => asideIn(app.dataDir).length, { timeout: START_MS }).toBe(2);
    await use(app);
    await app.stop();
  },
});

function samplesIn(dataDir: string): number {
  if (!existsSync(path.join(dataDir, 'keys.sqlite'))) return 0;
  const reader = openReader(dataDir);
  try {
    return reader.holdings().length;
  } finally {
    reader.close();
  }
}

function publishYields(dataDir: string): void {
  const writer = openWriter(dataDir);
  const run = {
    dataset: 'yields',
    origin: 'file',
    source: 'long-csv',
    location: 'yields.csv',
    sha256: '00',
  } as const;
  const open = writer.begin({ ...run, kind: 'import', fetchedAt: '2026-01-01T00:00:00.000Z' });
  const series = open.series({ dataset: 'yields', code: 'US10Y', area: '' });
  for (let day = 0; day < 3000; day++) open.observation(series, 17_000 + day, `${day % 7}.25`, day + 1);
  open.commit();
  writer.close();
}

/** Overwrites the headers, without which SQLite cannot open a file. */
function damage(dataDir: string): void {
  checkpoint(dataDir);
  const file = openSync(path.join(dataDir, 'data.sqlite'), 'r+');
  writeSync(file, Buffer.alloc(100), 0, 100, 0);
  closeSync(file);
  for (const suffix of ['', '-wal'])
    writeFileSync(path.join(dataDir, `keys.sqlite${suffix}`), 'no keys here');
}

const asideIn = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => /^(data|keys)\.sqlite\.broken-[^.]*Z$/.test(name));
const notices = (page: Page): Locator => page.getByRole('region', { name: 'Damaged and lost files' });

test('damage is reported, and what is readable is rescued @browser-only @soak', async ({
  damagedApp,
  context,
}) => {
  const page = await damagedApp.openPage(context);
  const [data, keys] = asideIn(damagedApp.dataDir).sort();
  for (const screen of RAIL) {
    await railLink(page, screen).click();
    // The notices may appear before the screen does.
    await isScreen(page, screen);
    await expect(notices(page)).toContainText('The data file was damaged');
    await expect(notices(page)).toContainText(data ?? '');
    await expect(notices(page)).toContainText('The file of API keys was damaged');
    await expect(notices(page)).toContainText(keys ?? '');
    await expect(notices(page)).toContainText('Keys made before no longer work');
  }
  await railLink(page, 'Explore').click();
  const empty = page.getByRole('region', { name: 'The data are not here' });
  await expect(empty).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show sample data' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Sample data' })).toHaveCount(0);

  // By keyboard to the rescue.
  await notices(page).getByRole('link', { name: 'Get the data back' }).press('Enter');
  const panel = page.getByRole('region', { name: 'Get the data back' });
  await expect(panel).toBeFocused();
  await panel.getByRole('button', { name: 'Rescue what can be read' }).press('Enter');
  const result = panel.getByRole('table', { name: 'What was rescued' });
  await expect(result.getByRole('row').filter({ hasText: 'Treasury' })).toContainText(
    /3,000\s*3,000\s*0\s*nothing/,
  );
  await expect(panel.getByRole('status')).toContainText('3,000 rows of the damaged file could be read');
  await expect(panel).toContainText(/sample data of .* were left out/i);
  // The link scrolls the screen, never the window with its rail.
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  const datasets = page.getByRole('table', { name: 'Datasets' });
  await expect(datasets.getByRole('row').filter({ hasText: 'Rescued' })).toContainText('3,000');
  await expect(notices(page)).toContainText('What could be read of it was rescued');
  const shots = process.env.ALMANAC_SCREENSHOTS;
  if (shots) await page.screenshot({ path: path.join(shots, 'rescued.png') });
  expect(await axeFinds(page)).toEqual([]);

  await notices(page)
    .getByRole('button', { name: 'Dismiss: The file of API keys was damaged' })
    .press('Enter');
  await expect(notices(page)).not.toContainText('API keys');
  await damagedApp.killService();
  // A reload in the half second without a service would show the browser's own page.
  await expect
    .poll(() =>
      page.reload().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect(notices(page)).toContainText('The data file was damaged');
  await expect(notices(page)).not.toContainText('API keys');
  await notices(page).getByRole('button', { name: 'Dismiss: The data file was damaged' }).click();
  await expect(notices(page)).toHaveCount(0);
  await page.reload();
  await isScreen(page, 'Data');
  await expect(notices(page)).toHaveCount(0);
  expect(asideIn(damagedApp.dataDir)).toHaveLength(2);
});

test('the notices leave room for the screen @browser-only @soak', async ({ damagedApp, context }) => {
  test.slow();
  const page = await damagedApp.openPage(context);
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const screen of RAIL) {
      await railLink(page, screen).click();
      await expect(notices(page)).toBeVisible();
      await isScreen(page, screen);
      // The notices are the same on every screen, and axe walks over the screens themselves elsewhere.
      if (screen === RAIL[0]) expect(await axeFinds(page)).toEqual([]);
      const shown = await notices(page).boundingBox();
      expect(shown?.height ?? height).toBeLessThan(0.3 * height);
      const folder = process.env.ALMANAC_SCREENSHOTS;
      if (folder) await page.screenshot({ path: path.join(folder, `${screen}-${width}.png`) });
    }
  }
});
