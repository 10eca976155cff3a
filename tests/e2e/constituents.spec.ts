import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { dayNumber } from '../../service/calendar/dates.ts';
import { openWriter } from '../../service/store/index.ts';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, find, goTo, railLink, takeAway, withFinger } from './steps.ts';

type Member = [ticker: string, name: string, sector: string, weight: string];
const OLD: Member[] = [
  ['AAPL', 'Apple Inc', 'Technology', '5.0'],
  ['BLL', 'Ball Corp', 'Materials', '1.0'],
  ['GE', 'General Electric', 'Industrials', '2.0'],
];
const NEW: Member[] = [
  ['AAPL', 'Apple Inc', 'Technology', '7.1'],
  ['BALL', 'Ball Corporation', 'Materials', '0.9'],
  ['GE', 'GE Aerospace', 'Materials', '1.5'],
  ['NVDA', 'NVIDIA', 'Technology', '6.8'],
];

function hold(dataDir: string, code: string, day: string, members: readonly Member[]): void {
  const writer = openWriter(dataDir);
  const open = writer.begin({
    kind: 'import',
    dataset: 'constituents',
    origin: 'file',
    source: 'long-constituents',
    location: `${code}.csv`,
    sha256: '',
    fetchedAt: new Date().toISOString(),
  });
  open.constituents(
    code,
    dayNumber(day) as number,
    members.map(([ticker, name, sector, weight]) => ({ ticker, name, sector, weight })),
  );
  open.commit();
  writer.close();
}

test('lists are shown as a map, a table, their changes and their shared members', async ({
  ownApp,
  ownPage: page,
}) => {
  hold(ownApp.dataDir, 'OURS', '2014-12-07', OLD);
  hold(ownApp.dataDir, 'OURS', '2026-08-08', NEW);
  hold(ownApp.dataDir, 'FUND', '2026-08-01', NEW.slice(2));
  // These lists replaced the sample lists that the page has loaded.
  await page.reload();
  await railLink(page, 'Constituents').click();
  await page.getByRole('combobox', { name: 'Index or fund' }).click();
  await page.getByRole('option', { name: 'OURS' }).click();

  // The map: its figures, the explanation of a tile, and arrow keys.
  await expect(
    page.getByText('OURS on 2026-08-08: 4 members; ten largest 16.3 %; Technology 13.9 %.'),
  ).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of OURS: 4 members in 2 sectors' });
  await map.getByRole('button', { name: /^AAPL/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(map.getByRole('button', { name: /^AAPL/ })).not.toBeFocused();
  await page.keyboard.press('Enter');
  const card = page.getByRole('complementary', { name: 'Explain this number' });
  await expect(card).toContainText('OURS.csv');
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  // The freshness of a list is its own day: no release calendar says that it is current.
  const fresh = page.getByRole('button', { name: 'OURS as of 2026-08-08', exact: true });
  await fresh.click();
  const days = page.getByRole('dialog').getByRole('row');
  await expect(days.filter({ hasText: 'FUND' })).toContainText('2026-08-01');
  await expect(days.filter({ hasText: 'OURS' })).toContainText('2026-08-08');
  await page.keyboard.press('Escape');

  // Compares with the earlier list.
  await page.getByRole('combobox', { name: 'Compared with the list of' }).click();
  await page.getByRole('option', { name: '2014-12-07' }).click();
  await expect(page.getByText('2 joined, 1 left, 2 stayed.')).toBeVisible();
  await map.getByRole('button', { name: /NVDA/ }).focus();
  await page.keyboard.press('v');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);

  // Changes: a confirmed pair counts as stayed, after a reload too.
  await page.getByText('Changes', { exact: true }).click();
  await page.getByRole('button', { name: 'Same company: BLL and BALL' }).click();
  await expect(page.getByText('1 joined, 0 left, 3 stayed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 joined, 0 left, 3 stayed.')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  // Compare: shared members, and the smaller of their weights.
  await page.getByText('Compare', { exact: true }).click();
  await page.getByRole('combobox', { name: /compared with$/ }).click();
  await page.getByRole('option', { name: 'FUND of 2026-08-01' }).click();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('2 members are in both; the lesser of their weights add up to 8.3 %.'),
  ).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  // Opens the ledger by keyboard.
  await page.getByText('Ledger', { exact: true }).click();
  const ledger = page.getByRole('region', { name: 'Ledger of OURS' });
  await ledger.getByRole('button', { name: 'BALL' }).focus();
  await page.keyboard.press('End');
  await expect(ledger.getByRole('button', { name: 'GE', exact: true })).toBeFocused();
  expect(await axeFinds(page)).toEqual([]);

  // The search finds the lists that have a ticker, in any letter case.
  await find(page, 'nvda');
  await page.getByRole('option', { name: /NVDA NVIDIA.*FUND of 2026-08-01/ }).click();
  await expect(page).toHaveURL(/code=FUND&date=2026-08-01&explain=NVDA/);
  await expect(card).toContainText('FUND.csv');
});

test('with forced colours the classes keep their colours; a tap explains a member @soak', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await goTo(page, '/constituents');
  const tiles = page.locator('[data-tile]');
  await expect(tiles.first()).toBeVisible();
  const colours = (of: Locator) =>
    of.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  expect(await colours(page.getByRole('list', { name: 'Colours' }).locator('span'))).toHaveLength(5);
  expect((await colours(tiles)).length).toBeGreaterThan(2);
  await withFinger(page, async ({ tap }) => {
    const box = await boxOf(tiles.first());
    await tap({ x: box.x + 20, y: box.y + 20 });
    await expect(page).toHaveURL(/explain=/);
  });
  await page.emulateMedia({ forcedColors: null });
});

test('list and map are exported at 1024 × 700; nothing is cut off @soak', async ({ app, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, '/constituents');
  await expect(page.getByText(/^SP500 on \d{4}-\d\d-\d\d: 500 members; ten largest/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
  const image = await app.download(page, () => takeAway(page, 'Save as SVG'));
  expect(image.name).toMatch(/^SP500 constituents, [\d-]+, sample\.svg$/);
  const drawing = await readFile(image.path, 'utf8');
  expect(drawing.match(/<rect/g)?.length).toBeGreaterThan(500);
  expect(drawing).not.toMatch(/var\(|light-dark/);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export data' });
  const file = await app.download(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(file.name).toMatch(/^constituents_sample_SP500_on_[\d-]+\.csv$/);
  expect((await readFile(file.path, 'utf8')).trim().split('\n')).toHaveLength(501);
  await expect(dialog).toContainText('Complete: 500 rows written');
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press('Escape');
});
