import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';

/** @returns the rows of the API's answers to the page. One page of the API has all of them. */
async function rowsOf(page: Page, open: () => Promise<void>): Promise<EconomicEnvelope['data']> {
  const answer = page.waitForResponse(/economic-data\/us_debt.*date_from=2020-01-01/);
  await open();
  return ((await (await answer).json()) as EconomicEnvelope).data;
}

test('the table shows every observation with the digits that the API gives', async ({ page, explore }) => {
  const rows = await rowsOf(page, () => explore.open(DEBT));
  await explore.openTable();
  await expect(explore.table).toHaveAttribute('aria-rowcount', String(rows.length + 1));
  const newest = rows.at(-1);
  const row = explore.table.getByRole('row').filter({ hasText: newest?.date ?? 'none' });
  await expect(row).toContainText((newest?.value ?? '').replace(/\B(?=(\d{3})+(?=\.))/g, ','));
});

test('the CSV has all rows of the API, in order', async ({ app, page, explore }) => {
  const rows = await rowsOf(page, () => explore.open(DEBT));
  const save = await explore.asPublished(await explore.openExport(), /^Save CSV:/);
  const file = await app.download(page, () => save.click());
  expect(file.name).toMatch(/us_debt.*sample.*\.csv$|sample.*us_debt.*\.csv$/i);
  const lines = (await readFile(file.path, 'utf8')).trimEnd().split(/\r?\n/);
  expect(rows.length).toBeGreaterThan(200);
  expect(lines).toEqual([
    'date,series,value',
    ...rows.map((row) => `${row.date},${row.series},${row.value}`),
  ]);
});
