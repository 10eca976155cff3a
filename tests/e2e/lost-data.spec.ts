import { closeSync, existsSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { checkpoint, openReader, openWriter } from '../../service/store/index.ts';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { axeFinds } from './axe.ts';
import { Explore } from './explore-page.ts';
import { test as base, expect } from './fixtures.ts';
import { atExplore, RECOVERY_MS, START_MS } from './running-app.ts';
import { isScreen, RAIL, railLink } from './steps.ts';

/** An app with damaged data and key files. Its service finds the damage at its next start. */
const test = base.extend<{ damagedApp: BrowserDriver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  damagedApp: async ({}, use) => {
    const app = await startInBrowser();
    // All sample data have been made. They must not be made again after the damage.
    await expect.poll(() => samplesIn(app.dataDir), { timeout: START_MS }).toBe(9);
    publishYields(app.dataDir);
    damage(app.dataDir);
    await app.killService();
    await expect.poll(() => asideIn(app.dataDir).length, { timeout: START_MS }).toBe(2);
    await use(app);
    await app.stop();
  },
});

// The damaged app logs errors.
test.use({ expectedErrors: [/./] });

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

test('damage is reported, and readable data are rescued @browser-only @soak', async ({
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

  // The rescue is reached by keyboard.
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
  await expect(notices(page)).toContainText('Its readable rows were rescued');
  const shots = process.env.ALMANAC_SCREENSHOTS;
  if (shots) await page.screenshot({ path: path.join(shots, 'rescued.png') });
  expect(await axeFinds(page)).toEqual([]);

  await notices(page)
    .getByRole('button', { name: 'Dismiss: The file of API keys was damaged' })
    .press('Enter');
  await expect(notices(page)).not.toContainText('API keys');
  await damagedApp.killService();
  // A reload in the half second without a service would show the browser's own error page.
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
      // The notices are the same on every screen, and other specs check the screens with axe.
      if (screen === RAIL[0]) expect(await axeFinds(page)).toEqual([]);
      const shown = await notices(page).boundingBox();
      expect(shown?.height ?? height).toBeLessThan(0.3 * height);
      const folder = process.env.ALMANAC_SCREENSHOTS;
      if (folder) await page.screenshot({ path: path.join(folder, `${screen}-${width}.png`) });
    }
  }
});

test('a damaged file is reported until a back-up is restored @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Data' }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByRole('button', { name: 'Back up' }).click();
  await expect(storage.getByText(/Backed up as data-/)).toBeVisible();
  const [name = ''] = await readdir(path.join(ownApp.dataDir, 'backups'));

  // Deletes rows that the store has counted, as a damaged page hides them, and changes nothing else.
  const db = new Sqlite(path.join(ownApp.dataDir, 'data.sqlite'));
  db.exec('DELETE FROM observation WHERE date % 7 = 4');
  db.exec('UPDATE data_state SET data_version = data_version + 1');
  db.close();
  await explore.open('?series=us_debt.total_public_debt_outstanding');
  const alert = page.getByRole('alert').filter({ hasText: /data\.sqlite is damaged \(.*Restore a back-up/ });
  await expect(alert).toBeVisible();
  await alert.getByRole('link', { name: 'Back-ups' }).click();
  await expect(alert).toBeVisible();
  await expect(storage).toBeInViewport();
  await storage.getByRole('button', { name: 'Back up' }).click();
  await expect(storage.getByRole('alert')).toContainText(
    /No back-up was made\. .*is damaged .* stay as they are/,
  );

  await storage.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(storage.getByText(/The data that were here are kept as data-damaged-/)).toBeVisible();
  await expect(alert).toHaveCount(0, { timeout: RECOVERY_MS });
});

test('an empty data folder offers ways to get data @browser-only @soak', async ({ context }) => {
  const driver = await startInBrowser({ words: ['--no-sample'] });
  try {
    const page = await context.newPage();
    await page.goto(atExplore(await driver.host.freshAddress()));
    const offer = page.getByRole('region', { name: 'No data yet' });
    await expect(offer).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chart' })).toHaveCount(0);
    await offer.getByRole('link', { name: 'Import a file' }).click();
    await expect(page.getByRole('heading', { name: 'Import a file' })).toBeInViewport();
    await page.goBack();
    await offer.getByRole('link', { name: 'Get the real data' }).click();
    await expect(page.getByRole('button', { name: 'Refresh all' })).toBeEnabled();
    await page.goBack();
    await offer.getByRole('button', { name: 'Show sample data' }).click();
    const explore = new Explore(page);
    await explore.isDrawn();
    await expect(explore.sampleBand).toContainText('made up');
  } finally {
    await driver.stop();
  }
});
