import type { Locator, Page } from '@playwright/test';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';
/** Three series: daily, monthly, monthly. */
const THREE =
  '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa,jolts.quits_rate_sa&from=2020-01-01&to=2020-12-31';

/** @returns the texts of the table's visible rows, without the header. */
function rowTexts(explore: Explore): Promise<string[][]> {
  return explore.table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
        .map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
}

/** @returns the clipboard's text, pasted into a field by keyboard, because scripts may not read it. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'paste-here';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+v');
  const field = page.locator('#paste-here');
  await expect(field).not.toHaveValue('');
  const text = await field.inputValue();
  await field.evaluate((element) => element.remove());
  return text;
}

const status = (page: Page): Locator =>
  page.getByRole('region', { name: 'Observations', exact: true }).getByRole('status');
const header = (explore: Explore, name: RegExp): Locator => explore.table.getByRole('columnheader', { name });
const rowOf = (explore: Explore, date: string): Locator =>
  explore.table.getByRole('row').filter({ hasText: date });

async function openTable(explore: Explore, search: string): Promise<void> {
  await explore.open(search);
  await explore.openTable();
  await expect(explore.table.getByRole('rowheader').first()).toBeVisible();
}

test('selected rows stay when sorted, and are copied with the API’s digits', async ({ page, explore }) => {
  const answer = page.waitForResponse(/economic-data\/us_debt.*date_from=2020-01-01/);
  await openTable(explore, DEBT);
  const { data } = (await (await answer).json()) as EconomicEnvelope;
  const newest = data.slice(-3).reverse();

  // A point in the row, but to the right of its cells.
  await rowOf(explore, newest[0]?.date ?? '').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(status(page)).toHaveText('3 rows selected');
  await header(explore, /Total public debt/)
    .getByRole('button')
    .click();
  await header(explore, /Total public debt/)
    .getByRole('button')
    .click();
  await expect(header(explore, /Total public debt/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(status(page)).toHaveText('3 rows selected');
  await page.keyboard.press('ControlOrMeta+c');
  await expect(status(page)).toHaveText('3 rows copied');

  const lines = (await pasted(page)).split('\n');
  expect(lines[0]).toBe('date\tTotal public debt outstanding ($)');
  expect(lines.slice(1).sort()).toEqual(newest.map(({ date, value }) => `${date}\t${value}`).sort());
});

test('rows are added and removed, a drag selects cells, all are copied @soak', async ({ page, explore }) => {
  await openTable(explore, THREE);
  const rows = await rowTexts(explore);
  const cell = (row: number, column: number) =>
    explore.table
      .getByRole('row')
      .nth(row + 1)
      .getByRole('gridcell')
      .nth(column - 1);

  await cell(0, 1).click();
  await cell(2, 1).click({ modifiers: ['ControlOrMeta'] });
  await expect(status(page)).toHaveText('2 rows selected');
  await cell(0, 1).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('ControlOrMeta+c');
  expect((await pasted(page)).split('\n').map((line) => line.split('\t')[0])).toEqual(['date', rows[2]?.[0]]);

  await cell(0, 1).hover();
  await page.mouse.down();
  await cell(1, 2).hover();
  await page.mouse.up();
  await expect(status(page)).toHaveText('4 cells selected');
  await explore.table.press('ControlOrMeta+c');
  await expect(status(page)).toHaveText('4 cells copied');
  const digits = [0, 1].map((row) =>
    [1, 2].map((column) => rows[row]?.[column]?.replaceAll(',', '')).join('\t'),
  );
  expect(await pasted(page)).toBe(
    ['Total public debt outstanding ($)\tQuits, level, SA (thousands)', ...digits].join('\n'),
  );

  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(status(page)).toHaveText(/^\d+ rows copied$/);
  const count = Number(await explore.table.getAttribute('aria-rowcount'));
  expect((await pasted(page)).split('\n')).toHaveLength(count);
});

test('every column sorts by number, with gaps last; the link keeps the order @soak', async ({
  page,
  explore,
}) => {
  await openTable(explore, THREE);
  const quits = header(explore, /Quits, level/);
  const values = async () =>
    (await rowTexts(explore)).map((row) => (row[2] === '' ? undefined : Number(row[2]?.replaceAll(',', ''))));
  await quits.getByRole('button').click();
  await expect(quits).toHaveAttribute('aria-sort', 'descending');
  const falling = (await values()).slice(0, 12);
  expect(falling).toEqual(falling.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
  await quits.getByRole('button').click();
  await expect(quits).toHaveAttribute('aria-sort', 'ascending');
  const rising = await values();
  expect(rising.slice(0, 12)).toEqual(falling.toReversed());
  expect(rising.slice(12).every((value) => value === undefined)).toBe(true);
  await quits.getByRole('button').click();
  const date = header(explore, /^Date/);
  await expect(date).toHaveAttribute('aria-sort', 'descending');
  await date.getByRole('button').click();
  await expect(page).toHaveURL(/order=oldest/);
  await expect(date).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await rowTexts(explore))[0]?.[0]).toBe('2020-01-01');
});

test('gaps are empty cells, and rows with gaps can be left out @soak', async ({ page, explore }) => {
  await openTable(explore, THREE);
  expect((await rowTexts(explore))[0]?.slice(2)).toEqual(['', '']);
  const filter = page.getByRole('button', { name: 'Only rows where all lines have a value' });
  await filter.click();
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  const texts = await rowTexts(explore);
  expect(texts.length).toBeGreaterThan(3);
  for (const row of texts) expect(row).not.toContain('');
  await expect(explore.table).toHaveAttribute('aria-rowcount', String(texts.length + 1));
});

test('the long layout has a row per observation, and is in the link @soak', async ({ page, explore }) => {
  await openTable(explore, THREE);
  const region = page.getByRole('region', { name: 'Observations', exact: true });
  const total = /([\d,]+) observations/.exec((await region.textContent()) ?? '')?.[1]?.replaceAll(',', '');
  await region.getByText('Long', { exact: true }).click();
  await expect(page).toHaveURL(/layout=long/);
  await expect(explore.table).toHaveAttribute('aria-rowcount', String(Number(total) + 1));
  await expect(explore.table.getByRole('columnheader')).toHaveText(['Date', 'Series', 'Value', 'Unit']);
  await page.reload();
  await explore.isDrawn();
  await expect(region.getByRole('radio', { name: 'Long' })).toBeChecked();
  await header(explore, /Series/)
    .getByRole('button')
    .click();
  await expect(header(explore, /Series/)).toHaveAttribute('aria-sort', 'ascending');
  const [first] = await rowTexts(explore);
  expect(first?.[1]).toBe('Quits, level, SA');
  await explore.table.getByRole('row').nth(1).click();
  await page.keyboard.press('ControlOrMeta+c');
  expect(await pasted(page)).toBe(
    `date\tseries\tvalue\tunit\n${first?.[0]}\tQuits, level, SA\t${first?.[2]?.replaceAll(',', '')}\tthousands`,
  );
});

test('sorting, selecting and copying work by keyboard; the current row follows the crosshair', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await openTable(explore, THREE);
  await explore.table.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(header(explore, /Total public debt/)).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('ArrowDown');
  const active = explore.table.locator(`[id="${await explore.table.getAttribute('aria-activedescendant')}"]`);
  await expect(active).toHaveText((await rowTexts(explore))[0]?.[1] ?? 'none');
  const day = (await rowTexts(explore))[0]?.[0] ?? 'none';
  await expect(explore.said).toContainText(day);

  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(status(page)).toHaveText('4 cells selected');
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(status(page)).toHaveText(/^\d+ rows selected$/);

  // The pointer moves the crosshair and removes it; the keyboard continues from its own row, the second.
  const third = (await rowTexts(explore))[2]?.[0] ?? 'none';
  await explore.chart.hover();
  await page.mouse.move(2, 2);
  await expect(explore.table.locator('tr[data-current]')).toHaveCount(0);
  await explore.table.press('ArrowDown');
  await expect(explore.table.locator('tr[data-current]')).toContainText(third);

  await explore.chart.focus();
  await page.keyboard.press('Home');
  await expect(explore.table.locator('tr[data-current]')).toContainText('2020-01-01');
  await expect(explore.table.locator('tr[data-current]')).toBeInViewport();
});

test.describe('a small window', () => {
  test.use({ viewport: { width: 1024, height: 700 } });
  test('has room for three lines side by side @soak', async ({ explore }) => {
    await openTable(explore, THREE);
    const hidden = () =>
      explore.table.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0));
    await expect.poll(hidden).toBe(0);
    await expect(header(explore, /Quits, rate/)).toBeInViewport({ ratio: 1 });
  });
});

test.describe('at twice the size', () => {
  test.use({ viewport: { width: 640, height: 400 } });
  test('the date stays visible while the lines scroll @soak', async ({ explore }) => {
    await openTable(explore, THREE);
    await header(explore, /Quits, rate/).scrollIntoViewIfNeeded();
    await expect(header(explore, /Quits, rate/)).toBeInViewport({ ratio: 0.9 });
    await expect(explore.table.getByRole('rowheader').first()).toBeInViewport({ ratio: 0.5 });
  });
});
