import { existsSync, globSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { runCommandLine } from '../support/command-line.ts';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { goTo, railLink } from './steps.ts';

// One test causes a refused refresh.
test.use({ expectedErrors: [/503/] });

const FILE = [
  'dataset,series,date,value',
  'jolts,hires_level_sa,2024-01-01,5000',
  'jolts,hires_level_sa,2024-02-01,5100',
  '',
].join('\n');

test('a chosen file is previewed before it is stored, and then imported', async ({
  ownApp,
  ownPage: page,
}) => {
  const file = path.join(ownApp.dataDir, 'hires.csv');
  await writeFile(file, FILE);
  await railLink(page, 'Data').click();
  const jolts = page.getByRole('table', { name: 'Datasets' }).getByRole('row').filter({ hasText: 'JOLTS' });
  await expect(jolts).toContainText('Sample');
  await ownApp.openFile(page, file);
  const preview = page.getByRole('region', { name: 'Preview' });
  // The preview is visible and has the focus, without scrolling.
  await expect(preview.getByRole('heading', { name: 'hires.csv' })).toBeFocused();
  await expect(preview.getByRole('button', { name: 'Import' })).toBeInViewport();
  await expect(preview.getByRole('row').nth(1)).toHaveText(
    /Job openings.*replaces the sample data.*2024-01-01 – 2024-02-01\s*2\s*2\s*0\s*0/,
  );
  await expect(jolts).toContainText('Sample');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations).toEqual([]);
  await preview.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('hires.csv is imported: 2 added.')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Done' })).toBeInViewport();
  await expect(jolts).toContainText(/Late \d{1,3}(?:,\d{3})* days/);
  await expect(jolts).toContainText('Imported from hires.csv');
  await page.getByRole('button', { name: 'Done' }).click();

  // A list without a date in its file gets the typed date, and the preview says so before anything is stored.
  const list = path.join(ownApp.dataDir, 'list.csv');
  await writeFile(list, 'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n');
  await ownApp.openFile(page, list);
  const field = preview.getByLabel('List date');
  await field.fill('2014-12-32');
  await expect(preview.getByText('Write a calendar day like 2014-12-07.')).toBeVisible();
  await field.fill('2014-12-07');
  await expect(preview.getByRole('row').nth(1)).toContainText('2014-12-07');
  await expect(field).toBeFocused();
  await preview.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/list.csv is imported: .* as of 2014-12-07, as you say/)).toBeVisible();
});

test('a list asks for its date, and holdings for their code @soak', async ({ ownApp, ownPage: page }) => {
  await goTo(page, '/data');
  const open = async (name: string, text: string) => {
    const file = path.join(ownApp.dataDir, name);
    await writeFile(file, text);
    await ownApp.openFile(page, file);
  };
  const preview = page.getByRole('region', { name: 'Preview' });
  await open(
    'sp500_2014-12-07.csv',
    'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n',
  );
  await expect(preview.getByLabel('List date')).toHaveValue('2014-12-07');
  await expect(preview.getByRole('row').nth(1)).toContainText('2014-12-07');
  // An emptied field stays empty: the list then gets the day of the import.
  await preview.getByLabel('List date').fill('');
  await expect(preview.getByRole('row').nth(1)).not.toContainText('2014-12-07');
  await expect(preview.getByLabel('List date')).toHaveValue('');
  await preview.getByRole('button', { name: 'Close' }).click();

  const holdings = (ticker: string) =>
    `Fund Holdings as of,"Mar 31, 2023"\n\u00a0\nTicker,Name,Sector,Asset Class,Weight (%)\n"${ticker}","${ticker} INC","Energy","Equity","7.09"\n"USD","USD CASH","-","Cash","0.01"\n\u00a0\n"legal"`;
  await open('holdings.csv', holdings('AAPL'));
  const take = preview.getByRole('button', { name: 'Import' });
  await expect(preview).toContainText('holdings.csv has no fund');
  await expect(take).toBeDisabled();
  const code = preview.getByLabel('List code');
  await code.fill('OWN_');
  await expect(preview.getByText('Use letters, digits and _ . -')).toBeVisible();
  await code.fill('OWN');
  await expect(take).toBeEnabled();
  await expect(preview).toContainText('1 holding that is not a share was left out: USD CASH 0.01 %.');
  await expect(preview).not.toContainText('has no fund');
  expect(await axeFinds(page)).toEqual([]);
  await take.click();
  await expect(page.getByText('holdings.csv is imported: 1 added.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  // The members show that the file belongs to another fund: the preview asks, and imports it if the user agrees.
  await open('other.csv', holdings('SAP'));
  await preview.getByLabel('List code').fill('OWN');
  await expect(preview).toContainText('none of the 1 held as of 2023-03-31 is among them');
  await take.click();
  await page.getByRole('button', { name: 'Import anyway' }).click();
  await expect(page.getByText('other.csv is imported: 1 added, 1 revised.')).toBeVisible();
});

/** Drops files on an element, like the system. */
async function drop(page: Page, target: Locator, files: readonly { name: string; text: string }[]) {
  const held = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name, { type: 'text/csv' }));
    return transfer;
  }, files);
  for (const kind of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(kind, { dataTransfer: held });
}

test('files dropped on the chart are imported in one go @browser-only @soak', async ({
  ownPage: page,
  ownExplore: explore,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open('?series=jolts.hires_level_sa');
  await drop(page, explore.chart, [
    { name: 'hires.csv', text: FILE },
    { name: 'wrong.csv', text: 'no,such\n1,2\n' },
    { name: 'more.csv', text: FILE.replaceAll('2024', '2023') },
    { name: 'far.csv', text: FILE.replaceAll('5000', '5000000000000') },
    { name: 'list.csv', text: 'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n' },
    {
      name: 'unnamed_2014-12-06.csv',
      text: 'Fund Holdings as of,"Mar 31, 2023"\n\u00a0\nTicker,Name,Sector,Asset Class,Weight (%)\n"AA","AA INC","-","Equity","7"\n"USD","USD CASH","-","Cash","0.5"\n\u00a0\n"legal"',
    },
  ]);
  await expect(page).toHaveURL(/\/data$/);
  const files = page.getByRole('region', { name: 'Files to import' });
  await expect(files.getByRole('status')).toHaveText(
    '4 files can be imported, 2 not: wrong.csv and unnamed_2014-12-06.csv.',
  );
  const rows = files.getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText('Job openings and labor turnover (JOLTS)');
  await expect(rows.nth(1)).toContainText('2024-01-01 – 2024-02-01');
  // A list without a date shows the default date and asks for the right one.
  await expect(rows.nth(5)).toContainText(/The file has no date\. .* without it, \d{4}-\d\d-\d\d\./);
  await files.getByRole('textbox', { name: 'List date of list.csv' }).fill('2014-12-07');
  await expect(rows.nth(5).getByRole('cell', { name: '2014-12-07' })).toBeVisible();
  await expect(rows.nth(6)).toContainText('Needs a list code');
  await files.getByRole('textbox', { name: 'List code of unnamed_2014-12-06.csv' }).fill('OWN');
  await expect(files.getByRole('status')).toHaveText('5 files can be imported, 1 not: wrong.csv.');
  expect(await axeFinds(page)).toEqual([]);
  const asOf = page.waitForRequest((request) => request.url().endsWith('/host/import'));
  await files.getByRole('button', { name: 'Import all' }).click();
  expect((await asOf).postDataJSON()).toMatchObject({ list_date: '2014-12-07' });
  await expect(files.getByRole('status')).toHaveText('4 files imported, 2 not: wrong.csv and far.csv.');
  await expect(rows.nth(1)).toContainText('Imported: 2 added');
  await expect(rows.nth(3)).toContainText('Imported: 2 added');
  await expect(rows.nth(6)).toContainText('1 holding that is not a share was left out: USD CASH 0.5 %.');
  // Of the refused files, only the one with implausible values can be imported anyway.
  const anyway = files.getByRole('button', { name: /^Import anyway/ });
  await expect(anyway).toHaveAccessibleName('Import anyway: far.csv');
  await expect(rows.nth(4)).toContainText('more than a million times');
  expect(await axeFinds(page)).toEqual([]);
  await anyway.click();
  await expect(files.getByRole('status')).toHaveText('5 files imported, 1 not: wrong.csv.');
  await expect(rows.nth(4)).toContainText(/Imported: .*1 revised/);
  await expect(anyway).toHaveCount(0);
  const band = page.getByRole('region', { name: 'Sample data' });
  await expect(band).toContainText('(');
  expect((await band.boundingBox())?.height).toBeLessThan(40);
  await files.getByRole('button', { name: 'Done' }).click();
  await expect(files).toHaveCount(0);
  // The import has replaced all sample data of the dataset, so its other series have no data.
  const axes = 'jolts.quits_level_sa,jolts.quits_rate_sa,ui_weekly_claims.initial_claims_sa';
  await goTo(page, `/explore?series=${axes}`);
  const offer = page.getByRole('status').filter({ hasText: 'Almanac has no data' });
  await expect(offer).toContainText('Almanac has no data for Quits, level, SA and Quits, rate, SA yet.');
  // Series without data take no axis from the series that can be drawn.
  await expect(explore.line('ui_weekly_claims.initial_claims_sa')).toBeVisible();
  await expect(explore.lines.first()).toContainText('no data');
  expect(await axeFinds(page)).toEqual([]);
  await page.route('**/host/refresh', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Not today.' } }),
  );
  const asked = page.waitForRequest('**/host/refresh');
  await offer.getByRole('button', { name: 'Refresh' }).click();
  expect((await asked).postDataJSON()).toEqual({ datasets: ['jolts'] });
  await expect(offer).toContainText('Not today.');
  await offer.getByRole('link', { name: 'Import a file' }).click();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeInViewport();
});

/** Real files of the publishers, beside the project. */
const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data');
/** Larger files are left out. The soak leaves out only files that take minutes. */
const LARGEST = process.env.ALMANAC_SOAK ? 50_000_000 : 60_000;
const FILES = globSync('*/*.{csv,json,xml,xlsx,txt,zip}', { cwd: FOLDER })
  .map((name) => path.join(FOLDER, name))
  .filter((file) => statSync(file).size < LARGEST);

test('publishers’ own files are imported in one go @browser-only @soak', async ({ ownPage: page }) => {
  if (!existsSync(FOLDER)) console.log(`Not run: there are no files in ${FOLDER}.`);
  test.skip(!existsSync(FOLDER), `there are no files in ${FOLDER}`);
  test.setTimeout(300_000);
  await goTo(page, '/data');
  await page.getByLabel('File to import').setInputFiles(FILES);
  const table = page.getByRole('region', { name: 'Files to import' });
  const status = table.getByRole('status');
  await expect(status).toHaveText(/can be imported/, { timeout: 150_000 });
  await expect(table.getByRole('row')).toHaveCount(FILES.length + 1);
  await table.getByRole('button', { name: 'Import all' }).click();
  await expect(status).toHaveText(/imported/, { timeout: 150_000 });
  await expect(table.getByRole('button', { name: 'Done' })).toBeEnabled({ timeout: 150_000 });
  const states = await table.getByRole('row').locator('td:last-child').allTextContents();
  expect(states.filter((state) => /^Imported: /.test(state)).length).toBeGreaterThan(FILES.length / 2);
  // A file that was not imported gives the reason in a sentence.
  for (const state of states) expect(state).toMatch(/^Imported: |\.$/);
});

const DEBT_FILE = path.resolve(
  import.meta.dirname,
  '../../../shared/data/us_debt/DebtPenny_20200307_20250306.csv',
);

test('an import by command shows in the app @needs-publisher-files @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(!existsSync(DEBT_FILE), 'the publishers’ files are not beside the project (../shared/data)');
  await explore.open('?series=us_debt.total_public_debt_outstanding');
  await expect(explore.sampleBand).toBeVisible();
  await runCommandLine(['import', DEBT_FILE, '--data-dir', ownApp.dataDir]);
  await page.reload();
  await explore.isDrawn();
  await expect(explore.sampleBand).toHaveCount(0);
  await explore.openTable();
  // The first and the last day of the Treasury's own file, to the cent.
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-03-06' })).toContainText(
    '36,218,587,006,168.51',
  );
  await expect(explore.to).toHaveValue('2025-03-06');
  await expect(explore.from).toHaveValue('2020-03-09');
  // A dataset that was not imported still has sample data, and says so.
  await explore.open('?series=jolts.quits_level_sa');
  await expect(explore.sampleBand).toBeVisible();
});
