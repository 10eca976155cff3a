import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding';

test('a series is chosen in the tree, drawn, and removed again', async ({ page, explore }) => {
  await explore.open(DEBT);
  await explore.tree.getByRole('treeitem', { name: 'Weekly unemployment claims', exact: true }).click();
  await explore.tree.getByRole('treeitem', { name: 'Initial claims', exact: true }).click();
  const item = explore.tree.getByRole('treeitem', { name: /^Initial claims, seasonally adjusted/ });
  await item.click();
  await expect(page).toHaveURL(/ui_weekly_claims\.initial_claims/);
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(2);
  await explore.isDrawn();
  await item.click();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(1);
});

test('the search finds a series by a word, its name here or its publisher’s, and Enter shows it', {
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

test('a search without results suggests what to search for @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  await explore.search.fill('zebra crossing');
  await expect(page.getByText(/Nothing found for 'zebra crossing'/)).toBeVisible();
});

test('a link restores the same view; back goes back', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_level_sa,us_debt.intragovernmental_holdings&range=5Y');
  await expect(explore.preset('5Y')).toBeChecked();
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(2);
  const link = page.url();
  await explore.choosePreset('1Y');
  await page.goBack();
  await expect(explore.preset('5Y')).toBeChecked();
  await expect(page).toHaveURL(link);
});

test('states are found by typing, and added all at once as they fit @soak', async ({ page, explore }) => {
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
  const shown = explore.shownSeries.getByRole('listitem');
  await expect(shown).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 2, name: /^Total public debt/ })).toContainText(
    'Texas: Initial claims, NSA',
  );

  // A run: from here to there with Shift.
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
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(8);
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

test('results and tree get last values, and nothing moves then @soak', async ({ page, explore }) => {
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
  const narrow = page.getByRole('group', { name: 'Narrow the finds' });
  await narrow.getByRole('button', { name: /^California/ }).click();
  await expect(page.getByRole('option').first()).toContainText('California');
  await expect(narrow.getByRole('button', { name: /^United States/ })).toBeVisible();
});
