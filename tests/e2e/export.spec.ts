import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import { expect, test } from './fixtures.ts';
import type { AppDriver } from './running-app.ts';
import { takeAway } from './steps.ts';

test.use({ opensHome: false });

/** Export data…: the drawn and the published data, in complete files. */

const CLAIMS = '?series=ui_weekly_claims.initial_claims_sa&units=pc1&from=2024-01-01&to=2024-12-31';

async function exported(app: AppDriver, page: Page, dialog: Locator) {
  const button = dialog.getByRole('button', { name: 'Export', exact: true });
  const file = await app.download(page, () => button.click());
  await expect(dialog.getByRole('region', { name: 'Receipt' })).toBeVisible();
  return { ...file, bytes: await readFile(file.path) };
}

/** @returns the API's answer to the request in the page's snippets, with units and all other parameters. */
async function askApi(page: Page, target: string): Promise<EconomicEnvelope> {
  return page.evaluate(async (path) => {
    const bearer = sessionStorage.getItem('almanac.bearer');
    const answer = await fetch(
      path,
      bearer === null ? {} : { headers: { Authorization: `Bearer ${bearer}` } },
    );
    return (await answer.json()) as EconomicEnvelope;
  }, target);
}

const NAME = 'Initial claims, SA, percent change from year ago, weekly, 2024-01-01 to 2024-12-31, sample';

test('the exported chart equals the API’s answer, and its receipt is true', async ({
  app,
  page,
  explore,
}) => {
  await explore.open(CLAIMS);
  const dialog = await explore.openExport();
  const { name, bytes } = await exported(app, page, dialog);
  expect(name).toBe(`${NAME}.csv`);
  const { data } = await askApi(
    page,
    '/api/v1/economic-data/ui_weekly_claims?series=initial_claims_sa&units=pc1&date_from=2024-01-01&date_to=2024-12-31',
  );
  expect(data.length).toBeGreaterThan(50);
  expect(bytes.toString('utf8')).toBe(
    `date,ui_weekly_claims.initial_claims_sa_PC1\n${data.map(({ date, value }) => `${date},${value}\n`).join('')}`,
  );
  const receipt = dialog.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText(`Complete: ${data.length} rows`);
  await expect(receipt).toContainText(`${data[0]?.date} to ${data.at(-1)?.date}`);
  await expect(receipt).toContainText(createHash('sha256').update(bytes).digest('hex'));
});

test('every format can be exported, and the last choice is offered again', async ({ app, page, explore }) => {
  await explore.open('?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa&range=1Y');
  let dialog = await explore.openExport();
  const begins: Record<string, [string, RegExp]> = {
    Parquet: ['PAR1', /, sample\.parquet$/],
    JSON: ['{', /\.json$/],
    'Excel workbook': ['PK', /\.xlsx$/],
    'CSV for Excel': ['\u00EF\u00BB\u00BFdate', /\.csv$/],
  };
  for (const [format, [magic, ending]] of Object.entries(begins)) {
    await dialog.getByRole('radio', { name: format, exact: true }).check();
    const { name, bytes } = await exported(app, page, dialog);
    expect(name).toMatch(ending);
    expect(bytes.toString('latin1', 0, magic.length)).toBe(magic);
  }
  await expect(dialog).toContainText('Excel keeps 15 digits');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Take away' })).toBeFocused();
  dialog = await explore.openExport();
  await expect(dialog.getByRole('radio', { name: 'CSV for Excel', exact: true })).toBeChecked();
});

test('provenance is saved after the file, or in one ZIP @browser-only @soak', async ({
  app,
  page,
  explore,
}) => {
  await explore.open(CLAIMS);
  const dialog = await explore.openExport();
  await exported(app, page, dialog);
  const sidecar = await app.download(page, () =>
    dialog.getByRole('button', { name: 'Save its provenance too' }).click(),
  );
  expect(sidecar.name).toBe(`${NAME}.csv.json`);
  const told = JSON.parse(await readFile(sidecar.path, 'utf8'));
  expect(told).toMatchObject({ is_sample: true, receipt: { complete: true } });
  expect(told.requests[0]).toContain('units=pc1');
  await dialog.getByRole('checkbox', { name: /as one ZIP/ }).check();
  expect((await exported(app, page, dialog)).name).toMatch(/\.zip$/);
});

test('a published file has the rows of the API and a true receipt @soak', async ({ app, page, explore }) => {
  const answer = page.waitForResponse(/economic-data\/us_debt.*date_from=2024-01-01/);
  await explore.open('?series=us_debt.total_public_debt_outstanding&from=2024-01-01&to=2024-12-31');
  const { data } = (await (await answer).json()) as EconomicEnvelope;
  const dialog = await explore.openExport();
  const save = await explore.asPublished(dialog, /^Save CSV: National debt/);
  const file = await app.download(page, () => save.click());
  const bytes = await readFile(file.path);
  expect(file.name).toMatch(/us_debt.*sample.*\.csv$|sample.*us_debt.*\.csv$/i);
  expect(data.length).toBeGreaterThan(200);
  const lines = data.map(({ date, series, value }) => `${date},${series},${value}`);
  expect(bytes.toString('utf8').trimEnd().split(/\r?\n/)).toEqual(['date,series,value', ...lines]);
  const receipt = dialog.getByRole('region', { name: `Receipt of ${file.name}` });
  await expect(receipt).toContainText(`Complete: ${data.length} rows`);
  await expect(receipt).toContainText(`${data[0]?.date} to ${data.at(-1)?.date}`);
  await expect(receipt).toContainText(createHash('sha256').update(bytes).digest('hex'));
});

for (const [what, action] of [
  ['drawn', 'export'],
  ['published', 'export-published'],
] as const)
  test(`the progress of an export of ${what} data is shown @browser-only @soak`, async ({
    page,
    explore,
  }) => {
    await explore.open(CLAIMS);
    const dialog = await explore.openExport();
    // Holds the export back, like a host with much to write.
    await page.route(`**/host/${action}?*`, () => undefined);
    await page.route('**/host/export-progress?*', (route) =>
      route.fulfill({ json: { rows: 13, total: what === 'drawn' ? null : 52 } }),
    );
    if (what === 'published') await (await explore.asPublished(dialog, /^Save CSV:/)).click();
    else await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const bar = dialog.getByRole('progressbar', { name: 'The file is being written' });
    await expect(bar).toHaveAttribute('aria-valuenow', '25');
    await expect(dialog.getByText('13 of 52 rows', { exact: true })).toBeVisible();
    const told = page.waitForRequest('**/host/cancel-export');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await told;
    await expect(dialog.getByText('Cancelled: nothing was written.')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });
  test('an export or a load that failed is tried again by Retry @browser-only', async ({
    app,
    page,
    explore,
  }) => {
    // Published data are exported, so the page loads only the range.
    await explore.open('?series=ui_weekly_claims.initial_claims_sa&from=2024-01-01&to=2024-12-31');
    const dialog = await explore.openExport();
    await page.route('**/host/export?*', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const failed = dialog.getByRole('alert').filter({ hasText: 'The disk is full.' });
    await expect(failed).toBeVisible();
    await page.unroute('**/host/export?*');
    const file = await app.download(page, () => failed.getByRole('button', { name: 'Retry' }).click());
    expect(file.name).toMatch(/^Initial claims, SA, claims, weekly, .*\.csv$/);
    await expect(failed).toHaveCount(0);

    await page.route('**/economic-data/ui_weekly_claims?*', (route) =>
      route.fulfill({ status: 422, json: { detail: 'Not now.' } }),
    );
    await dialog.getByRole('radio', { name: 'Everything stored' }).check();
    const unloaded = dialog.getByRole('alert').filter({ hasText: 'The data could not be loaded: Not now.' });
    await expect(unloaded).toBeVisible();
    await page.unroute('**/economic-data/ui_weekly_claims?*');
    await unloaded.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText(/^[\d,]+ rows, 2 columns$/)).toBeVisible();
  });
});

test('published files have only the range and the shown states @soak', async ({ app, page, explore }) => {
  await explore.open(
    '?series=yields.US10Y,ui_state_weekly_claims.initial_claims.CA,ui_state_weekly_claims.continued_claims.NY&from=2024-01-01&to=2024-03-31',
  );
  const dialog = await explore.openExport();
  const saved = async (button: Locator) => {
    const file = await app.download(page, () => button.click());
    return (await readFile(file.path, 'utf8')).trimEnd().split('\n').slice(1);
  };
  const yields = await saved(await explore.asPublished(dialog, /US10Y/));
  expect(yields.length).toBeGreaterThan(50);
  expect(yields.every((row) => /^2024-0[1-3]-\d\d,US10Y,/.test(row))).toBe(true);
  const states = [
    ...(await saved(dialog.getByRole('button', { name: / initial_claims · CA/ }))),
    ...(await saved(dialog.getByRole('button', { name: / continued_claims · NY/ }))),
  ];
  expect(new Set(states.map((row) => row.split(',').slice(1, 3).join('.')))).toEqual(
    new Set(['initial_claims.CA', 'continued_claims.NY']),
  );
});

const DEBT = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';

test('the table shows every observation with the digits that the API gives', async ({ page, explore }) => {
  const answer = page.waitForResponse(/economic-data\/us_debt.*date_from=2020-01-01/);
  await explore.open(DEBT);
  const { data: rows } = (await (await answer).json()) as EconomicEnvelope;
  await explore.openTable();
  await expect(explore.table).toHaveAttribute('aria-rowcount', String(rows.length + 1));
  const newest = rows.at(-1);
  const row = explore.table.getByRole('row').filter({ hasText: newest?.date ?? 'none' });
  await expect(row).toContainText((newest?.value ?? '').replace(/\B(?=(\d{3})+(?=\.))/g, ','));
});

const VIEW =
  '?series=us_debt.total_public_debt_outstanding,us_debt.debt_held_by_public&from=2020-01-01&to=2020-12-31&units=pc1&table=closed';

/** @returns width and height from the header of a PNG (its first chunk, IHDR). */
function sizeOfPng(bytes: Buffer): [number, number] {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('the chart is saved as PNG, twice as large as shown, with title and notes around it', {
  tag: '@soak',
}, async ({ app, page, explore }) => {
  await explore.open(VIEW);
  const take = (name: string) => async () => {
    await page.getByRole('button', { name: 'Take away' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const shown = await explore.chart.locator('svg').first().boundingBox();
  const svg = await app.download(page, take('Save as SVG'));
  const text = await readFile(svg.path, 'utf8');
  expect(svg.name).toMatch(/sample.*\.svg$/);
  expect(text).toContain('Total public debt outstanding');
  expect(text).toContain('Percent change from year ago');
  expect(text).not.toContain('var(--');
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  expect(Number(width)).toBe(Math.round((shown?.width ?? 0) + 32));
  expect(Number(height)).toBeGreaterThan(shown?.height ?? 0);
  const png = await app.download(page, take('Save as PNG'));
  expect(sizeOfPng(await readFile(png.path))).toEqual([2 * Number(width), 2 * Number(height)]);
});

test('a request is copied, and a pasted one opens its chart @browser-only @soak', async ({
  page,
  explore,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await explore.open(VIEW);
  await takeAway(page, /^Copy as Python/);
  // The sentence is visible only briefly, but stays for screen readers.
  await expect(page.getByText(/Python.* copied$/)).toBeVisible();
  await expect(page.getByText(/Python.* copied\./)).toBeAttached();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  expect(program).toContain('import pandas as pd');
  expect(program).toContain('os.environ');
  expect(program).toMatch(/units=pc1/);
  expect(program).not.toMatch(/alm_/);
  const [, copied = ''] = /^URL = "(.*)"$/m.exec(program) ?? [];
  expect(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/view\?series=/);

  await page.evaluate(() =>
    navigator.clipboard.writeText(
      'http://127.0.0.1:4780/api/v1/economic-data/jolts?series=quits_rate_sa&date_from=2019-01-01&date_to=2019-12-31&units=chg',
    ),
  );
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('option', { name: /Open this API request as a chart/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/series=jolts\.quits_rate_sa&from=2019-01-01&to=2019-12-31&units=chg/);
  await expect(explore.line('jolts.quits_rate_sa')).toBeVisible();
  await expect(explore.chart.getByText('Change, pp', { exact: true })).toBeVisible();
});

/** Title and subtitle of the chart, generated from its lines or written by the user. */

const QUITS = '?series=jolts.quits_rate_sa&range=5Y';

const word = (page: Page, what: 'title' | 'subtitle') =>
  page.getByRole('button', { name: new RegExp(`, edit the ${what}$`) });
const field = (page: Page, what: 'title' | 'subtitle') =>
  page.getByRole('textbox', { name: `Chart ${what}`, exact: true });

test('a click edits the title in place: it is in the URL and takes part in undo and redo', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(QUITS);
  const title = word(page, 'title');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await title.click();
  await expect(field(page, 'title')).toBeFocused();
  await field(page, 'title').fill('  Who quits?  ');
  await field(page, 'title').press('Enter');
  await expect(title).toHaveText(/^Who quits\?/);
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(/[?&]title=Who\+quits%3F/);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await expect(page).not.toHaveURL(/title=/);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(title).toHaveText(/^Who quits\?/);

  await page.reload();
  await explore.isDrawn();
  await expect(title).toHaveText(/^Who quits\?/);
  // An empty title restores the generated one.
  await title.click();
  await field(page, 'title').fill('');
  await expect(field(page, 'title')).toHaveAttribute('placeholder', 'Quits, rate, SA');
  await field(page, 'title').press('Enter');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await expect(page).not.toHaveURL(/title=/);
});

test('Enter edits, Escape drops the change, leaving the field keeps it @soak', async ({ page, explore }) => {
  await explore.open(QUITS);
  const subtitle = word(page, 'subtitle');
  await subtitle.focus();
  await subtitle.press('Enter');
  await field(page, 'subtitle').fill('Nothing');
  await field(page, 'subtitle').press('Escape');
  await expect(subtitle).toBeFocused();
  await expect(subtitle).toHaveText(/^% · Monthly/);
  await subtitle.press('Enter');
  await field(page, 'subtitle').fill('Percent of employment');
  await field(page, 'subtitle').press('Tab');
  await expect(subtitle).toHaveText(/^Percent of employment/);
  await expect(page).toHaveURL(/subtitle=Percent\+of\+employment/);
  // Opening the field without a change adds no step of undo.
  await word(page, 'title').press('Enter');
  await field(page, 'title').press('Enter');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page).not.toHaveURL(/subtitle=/);
});

test('title and subtitle are in the image and in the export @soak', async ({ app, page, explore }) => {
  await explore.open(`${QUITS}&title=${encodeURIComponent('Who <quits>?')}&subtitle=In+a+month`);
  const svg = await app.download(page, () => takeAway(page, 'Save as SVG'));
  const image = await readFile(svg.path, 'utf8');
  expect(image).toContain('>Who &#60;quits&#62;?<');
  expect(image).toContain('>In a month<');
  const dialog = await explore.openExport();
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).check();
  const json = await app.download(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(JSON.parse(await readFile(json.path, 'utf8'))).toMatchObject({
    title: 'Who <quits>?',
    subtitle: 'In a month',
  });
});
