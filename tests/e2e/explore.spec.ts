import type { Page } from '@playwright/test';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const QUITS = '?series=jolts.quits_level_sa&from=2018-01-01&to=2020-12-31';

/** Opens a view. @returns a function that reads a value from the API by the page's own requests. */
async function withApi(page: Page, explore: Explore, search: string) {
  const asked = page.waitForRequest(/economic-data\/jolts/);
  await explore.open(search);
  const headers = await (await asked).allHeaders();
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'authorization'));
  return async (date: string, query: string): Promise<string> => {
    const path = `/api/v1/economic-data/jolts?series=quits_level_sa&date_from=${date}&date_to=${date}&${query}`;
    const { data } = await page.evaluate(
      async (ask) => (await (await fetch(ask.path, { headers: ask.sent })).json()) as EconomicEnvelope,
      { path, sent },
    );
    expect(data.map((row) => row.date)).toEqual([date]);
    return (data[0]?.value ?? '').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',').replace('-', '−');
  };
}

test('units, frequency and index show the values of the API', async ({ page, explore }) => {
  const api = await withApi(page, explore, QUITS);
  await explore.openTable();
  const cell = (date: string) => explore.table.getByRole('row').filter({ hasText: date });

  await explore.choose('Units', 'Percent change from year ago');
  await expect(explore.chart.getByText('Percent change from year ago', { exact: true })).toBeVisible();
  await expect(cell('2020-12-01')).toContainText(await api('2020-12-01', 'units=pc1'));
  await explore.chart.press('2');
  await expect(explore.chart.getByText('Change, persons', { exact: true })).toBeVisible();
  await expect(cell('2020-12-01')).toContainText((await api('2020-12-01', 'units=chg')).replace('−', ''));

  await explore.choose('Frequency', 'Quarterly');
  await expect(explore.notes).toContainText('Quarterly: the sum of monthly observations.');
  await explore.choose('Aggregation', 'Average');
  await expect(explore.notes).toContainText('Quarterly: the average of monthly observations.');
  const quarterly = 'frequency=q&aggregation_method=avg';
  await expect(cell('2020-10-01')).toContainText(await api('2020-10-01', `units=chg&${quarterly}`));

  await explore.chart.press('0');
  await explore.openOptions();
  await page.getByRole('combobox', { name: 'Index date' }).fill('2019-01-01');
  await page.keyboard.press('Enter');
  await explore.closeOptions();
  await expect(explore.chart.getByText('Index, 2019-01-01 = 100')).toBeVisible();
  await expect(cell('2020-10-01')).toContainText(
    await api('2020-10-01', `units=nbd&index_date=2019-01-01&${quarterly}`),
  );
  await page.getByRole('slider', { name: 'Index date' }).press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/index_date=2018-12-02/);

  // The link restores the whole view.
  const shown = await cell('2020-10-01').textContent();
  await page.reload();
  await explore.isDrawn();
  await expect(cell('2020-10-01')).toHaveText(shown ?? '');
  await explore.openOptions();
  await expect(page.getByRole('combobox', { name: 'Aggregation' })).toHaveValue('Average');
});

test('lines, areas, bars, steps, two axes, log and recessions @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=ui_weekly_claims.initial_claims_sa:chg,jolts.quits_rate_sa&from=2019-01-01&to=2021-12-31&table=closed',
  );
  const claims = explore.line('ui_weekly_claims.initial_claims_sa');
  const path = async () => (await claims.getAttribute('d')) ?? '';
  await expect(claims).toBeVisible();
  await expect(explore.line('jolts.quits_rate_sa')).toBeVisible();
  await explore.isDrawn();
  const line = await path();
  expect(line).toMatch(/^M[\d.]+ [\d.]+L/);
  for (const [type, drawn] of [
    ['Steps', /^M[\d.]+ [\d.]+H[\d.]+V/],
    ['Bars', /^M[\d.]+ [\d.]+V[\d.]+M/],
    ['Areas', /^M[\d.]+ [\d.]+L/],
  ] as const) {
    await explore.chooseType(type);
    await expect.poll(path).toMatch(drawn);
  }
  await explore.chooseType('Lines');
  await expect.poll(path).toBe(line);

  const recessions = explore.chart.locator('rect[data-recession]');
  await expect(recessions).toHaveCount(1);
  await explore.openOptions();
  await page.getByRole('button', { name: 'Recessions' }).click();
  await expect(recessions).toHaveCount(0);
  await explore.closeOptions();

  await explore.chart.press('Alt+l');
  await explore.openOptions();
  await expect(page.getByRole('button', { name: 'Log', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(explore.notes.getByText(/^\d+ observations of zero or below not drawn/)).toBeVisible();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await explore.closeOptions();
  await expect.poll(path).toBe(line);

  // A line of a third unit is not drawn on a wrong scale, and the page offers two ways to show it.
  await explore.openStyle('Quits');
  await page.getByRole('dialog').getByText('Left', { exact: true }).click();
  await expect(page).toHaveURL(/quits_rate_sa(:|%3A)left/);
  await page.getByRole('dialog').getByText('Right', { exact: true }).click();
  await expect(page).toHaveURL(/quits_rate_sa(:|%3A)right/);
  await page.keyboard.press('Escape');
  await explore.open(
    '?series=ui_weekly_claims.initial_claims_sa,jolts.quits_rate_sa,jolts.quits_level_sa&from=2019-01-01&to=2021-12-31&table=closed',
  );
  const third = explore.line('jolts.quits_level_sa');
  await expect(third).toHaveCount(0);
  await expect(page.getByText(/Both axes are taken, claims on the left, % on the right\./)).toBeVisible();
  const show = page.getByRole('button', { name: 'Show it…' });
  await show.click();
  await page.getByRole('menuitem', { name: 'Hide Quits, rate, SA' }).click();
  await expect(third).toBeVisible();
  await expect(explore.line('ui_weekly_claims.initial_claims_sa')).toBeVisible();
  await expect(explore.line('jolts.quits_rate_sa')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(third).toHaveCount(0);
  await show.click();
  await page.getByRole('menuitem', { name: 'Index all to 100' }).click();
  await expect(third).toBeVisible();
  await expect(page).toHaveURL(/units=nbd/);
});

test('a formula, hidden lines, undo and redo work; the link restores all @soak', async ({
  page,
  explore,
}) => {
  await explore.open(
    '?series=us_debt.debt_held_by_public,us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31&table=closed',
  );
  await page.getByRole('button', { name: 'Formula' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Formula' });
  await expect(field).toBeFocused();
  await page.keyboard.type('a/z*100');
  await expect(field).toHaveAccessibleDescription(/'z' is not a series of this formula/);
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();
  await field.fill('a/b*100');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  const chips = explore.lines;
  await expect(chips).toHaveCount(3);
  await expect(explore.line('=a/b*100')).toBeVisible();

  const debt = explore.line('us_debt.debt_held_by_public');
  const chip = chips.first().getByRole('button').first();
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(debt).toHaveCount(0);
  await expect(explore.line('=a/b*100')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(debt).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(chips).toHaveCount(2);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(chips).toHaveCount(3);

  await explore.openStyle('Debt held by the public ÷ Total public debt outstanding × 100');
  await page.getByRole('textbox', { name: 'Moving average over' }).fill('20');
  await expect(page).toHaveURL(/ma20/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fewer' }).click();
  const drawn = await explore.line('=a/b*100').getAttribute('d');
  await page.reload();
  await explore.isDrawn();
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(explore.line('=a/b*100')).toHaveAttribute('d', drawn ?? '');
});

test('a line is added again for other units, and keeps its own @soak', async ({ page, explore }) => {
  const id = 'jolts.quits_level_sa';
  await explore.open(`?series=${id}&from=2019-01-01&to=2021-12-31`);
  const chips = explore.lines;
  await explore.chooseOf(0, 'Add again');
  await expect(chips).toHaveCount(2);
  await explore.openStyle('Quits, level, SA (b)');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Units' }).click();
  await page.getByRole('option', { name: 'Percent change from year ago' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/series=jolts\.quits_level_sa,jolts\.quits_level_sa%3Apc1/);
  await page.reload();
  await explore.isDrawn();
  await expect(explore.line(id)).toBeVisible();
  await expect(explore.line(`${id}:b`)).toBeVisible();
  // The name contains the units, so the row does not repeat them.
  await expect(chips.nth(1)).toHaveText(/^b?Quits, level, SA, % yr ago(?!.*% yr ago)/);
  await expect(page.getByRole('columnheader', { name: /Quits, level, SA/ })).toHaveCount(2);
  await chips.nth(1).getByRole('button').first().click();
  await expect(explore.line(`${id}:b`)).toHaveCount(0);
  await expect(explore.line(id)).toBeVisible();
  await explore.chooseOf(0, 'Remove');
  await expect(chips).toHaveCount(1);
  await expect(page).toHaveURL(/series=jolts\.quits_level_sa%3Apc1%3Ahidden/);
});

test('formulas are edited, and reordered by keyboard and mouse @soak', async ({ page, explore }) => {
  await explore.open(
    '?series=us_debt.debt_held_by_public,us_debt.total_public_debt_outstanding&formulas=a-b:right:ma5,a%2Fb*100&from=2020-01-01&to=2020-12-31&table=closed',
  );
  const chips = explore.lines;
  await expect(chips.nth(2)).toContainText('Debt held by the public − Total public debt outstanding');
  await explore.unfoldLegend();
  await chips
    .nth(2)
    .getByRole('button', { name: /^More for/ })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Edit the formula' }).press('Enter');
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Formula' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('a-b');
  await field.fill('b − a');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(chips.nth(2)).toContainText('Total public debt outstanding − Debt held by the public');
  await expect(chips.nth(2)).toContainText('5-avg');
  await expect(chips.nth(2)).toContainText('right');
  await expect(explore.line('=b - a')).toBeVisible();

  await chips.nth(2).getByRole('button').first().press('Alt+ArrowDown');
  await expect(chips.nth(3)).toContainText('Total public debt outstanding − Debt held by the public');
  await expect(chips.nth(2)).toContainText('Debt held by the public ÷ Total public debt outstanding × 100');
  await chips.nth(3).dragTo(chips.nth(2));
  await expect(chips.nth(2)).toContainText('Total public debt outstanding − Debt held by the public');
  await page.reload();
  await explore.isDrawn();
  await expect(chips.nth(2)).toContainText('Total public debt outstanding − Debt held by the public');
  await expect(chips.nth(3)).toContainText('Debt held by the public ÷ Total public debt outstanding × 100');
});

test('one line can have its own frequency, and all lines a moving average @soak', async ({
  page,
  explore,
}) => {
  await explore.open(
    '?series=jolts.quits_level_sa,jolts.hires_level_sa&from=2019-01-01&to=2021-12-31&table=closed',
  );
  await explore.openStyle('Quits, level, SA');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Frequency' }).click();
  await page.getByRole('option', { name: 'Quarterly' }).click();
  await expect(explore.notes).toContainText('Quarterly: the sum of monthly observations.');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Aggregated by' }).click();
  await page.getByRole('option', { name: 'End of period' }).click();
  await expect(explore.notes).toContainText('Quarterly: the last value of monthly observations.');
  await page.keyboard.press('Escape');
  const chips = explore.lines;
  await expect(chips.first()).toContainText('Quarterly eop');
  await expect(page).toHaveURL(/quits_level_sa%3Aq%3Aeop/);
  await explore.openOptions();
  await page.getByRole('textbox', { name: 'Moving average of all series' }).fill('3');
  await expect(chips.first()).toContainText('Quarterly eop');
  await expect(chips.first()).toContainText('3-avg');
  await expect(chips.last()).toContainText('3-avg');
  await expect(page).toHaveURL(/average=3/);
});

const DEBT = '?series=us_debt.total_public_debt_outstanding';

test('a series is chosen in the tree, drawn, and removed again', async ({ page, explore }) => {
  await explore.open(DEBT);
  await explore.tree.getByRole('treeitem', { name: 'Weekly unemployment claims', exact: true }).click();
  await explore.tree.getByRole('treeitem', { name: 'Initial claims', exact: true }).click();
  const item = explore.tree.getByRole('treeitem', { name: /^Initial claims, seasonally adjusted/ });
  await item.click();
  await expect(page).toHaveURL(/ui_weekly_claims\.initial_claims/);
  await expect(explore.lines).toHaveCount(2);
  await explore.isDrawn();
  await item.click();
  await expect(explore.lines).toHaveCount(1);
});

test('the search finds a series by a word, or by its name here or at its publisher, and Enter shows it', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(DEBT);
  for (const [query, id] of [
    ['quits', /jolts\.quits_/],
    ['debt_held_by_public', /us_debt\.debt_held_by_public/],
    ['JTSJOL', /jolts\.job_openings_level_sa/],
  ] as const) {
    await explore.search.fill(query);
    await expect(page.getByRole('option').first()).toBeVisible();
    await explore.search.press('Enter');
    await expect(page).toHaveURL(id);
    await explore.isDrawn();
  }
});

test('a link restores the same view; back goes back', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa,us_debt.intragovernmental_holdings&range=5Y');
  await expect(explore.preset('5Y')).toBeChecked();
  await expect(explore.lines).toHaveCount(2);
  const link = page.url();
  await explore.choosePreset('1Y');
  await page.goBack();
  await expect(explore.preset('5Y')).toBeChecked();
  await expect(page).toHaveURL(link);
});

test('states are found by typing, and as many as fit are added at once @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  const field = page.getByRole('combobox', { name: 'States for claims by state' });
  await field.click();
  const options = page.getByRole('option');
  await expect(options.first()).toHaveText('Alabama (AL)');
  await page.keyboard.type('tex');
  await expect(options).toHaveText(['Texas (TX)']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('zz');
  await expect(page.getByText('No such state')).toBeVisible();
  await field.fill('FL, XX,');
  await expect(page.getByText("There is no state 'XX'.")).toBeVisible();
  await page.keyboard.press('Escape');

  const tree = page.getByRole('tree', { name: 'Datasets' });
  await tree.getByText('Weekly unemployment claims by state', { exact: true }).click();
  await tree.getByText('Initial claims by state', { exact: true }).click();
  await page.getByRole('button', { name: 'Add all 3 of Initial claims by state' }).click();
  const shown = explore.lines;
  await expect(shown).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 2, name: /^Total public debt/ })).toContainText(
    'Texas: Initial claims, NSA',
  );

  // Selects a run of series with Shift.
  await tree.getByText('Treasury par yields', { exact: true }).click();
  await tree.getByText('Months', { exact: true }).click();
  await tree.getByText('Treasury par yield, 1-month', { exact: true }).click();
  await tree.getByText('Treasury par yield, 6-month', { exact: true }).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/US1M.*US1_5M.*US2M.*US3M/);
  await expect(
    page.getByText(/Not added: Treasury par yield, 4-month and Treasury par yield, 6-month\.$/),
  ).toBeVisible();
});

test('with eight lines both searches say why nothing more can be chosen @soak', async ({ page, explore }) => {
  const eight = ['job_openings', 'hires', 'quits', 'layoffs_discharges'].flatMap((what) =>
    ['level', 'rate'].map((kind) => `jolts.${what}_${kind}_sa`),
  );
  await explore.open(`?series=${eight.join(',')}`);
  await page.getByRole('button', { name: /^\+\d more lines$/ }).click();
  await expect(explore.lines).toHaveCount(8);
  const full = /^Eight lines are shown: remove one to add another/;
  await explore.search.fill('debt');
  await expect(page.getByRole('status').filter({ hasText: full })).toBeVisible();
  await expect(page.getByRole('option', { disabled: true }).first()).toHaveAccessibleDescription(full);
  await expect(page.getByRole('option', { disabled: true }).first()).toHaveAttribute('title', full);
  await explore.search.fill('');
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Find a series' });
  await dialog.getByRole('searchbox').fill('debt');
  await expect(dialog.getByText(full)).toBeVisible();
  await expect(dialog.getByRole('option', { disabled: true }).first()).toHaveAccessibleDescription(full);
});

test('results and tree get last values without moving @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/economic-data\/jolts/, async (route) => {
    await held;
    await route.continue();
  });
  await explore.search.fill('quits_level_sa');
  const find = page.getByRole('option').first();
  await expect(find).toContainText('quits_level_sa');
  const before = (await find.boundingBox())?.height;
  go();
  await expect(find).toContainText(/\d\.\d+ mn \d{4}-\d\d-01/);
  await expect(find.locator('svg path')).toHaveAttribute('d', /^M.*L/);
  expect((await find.boundingBox())?.height).toBe(before);
  await explore.search.fill('');
  const shown = explore.tree.getByRole('treeitem', { selected: true });
  await expect(shown).toContainText(/\$[\d.]+ tn \d{4}-\d\d-\d\d/);
});

test('results are narrowed by unit and region @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  await explore.search.fill('claims');
  const narrow = page.getByRole('group', { name: 'Narrow the results' });
  await narrow.getByRole('button', { name: /^California/ }).click();
  await expect(page.getByRole('option').first()).toContainText('California');
  await expect(narrow.getByRole('button', { name: /^United States/ })).toBeVisible();
});
