import type { Scene, Stage } from './pictures-stage.ts';

/** The Explore screen: chart, table, legend, range, picker, panels and what is taken away. */

export const ONE = '?series=us_debt.total_public_debt_outstanding&range=5Y';
export const TWO = '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa&range=5Y';
export const THREE =
  '?series=ui_weekly_claims.initial_claims_sa,jolts.quits_rate_sa,jolts.quits_level_sa&from=2019-01-01&to=2021-12-31';
const EIGHT = `?series=${[
  ...['1M', '3M', '1Y', '2Y', '5Y', '10Y', '20Y', '30Y'].map((term) => `yields.US${term}`),
].join(',')}&range=5Y`;
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const DEBTS = '?series=us_debt.debt_held_by_public,us_debt.total_public_debt_outstanding';
const FORMULAS = `${DEBTS}&formulas=a-b:right:ma5,a%2Fb*100&from=2020-01-01&to=2020-12-31`;
const CLOSED = '&table=closed';

/** Opens a view once it is drawn whole, or as whole as it will be. */
async function open(stage: Stage, search: string): Promise<void> {
  await stage.go(`/explore${search}`);
  await stage.explore.chart.waitFor();
  await stage.page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  await stage.explore.isDrawn();
}

/** A scene of an address alone. */
const at = (name: string, search: string, hasControls = false): Scene => ({
  name: `explore-${name}`,
  hasControls,
  reach: (stage) => open(stage, search),
});

/** A scene of an address and something that is done there. */
export const after = (
  name: string,
  search: string,
  act: (stage: Stage) => Promise<unknown>,
  hasControls = false,
): Scene => ({
  name: name.startsWith('export') ? name : `explore-${name}`,
  hasControls,
  async reach(stage) {
    await open(stage, search);
    await act(stage);
  },
});

const press = (stage: Stage, name: string | RegExp): Promise<void> =>
  stage.page.getByRole('button', { name, exact: true }).first().click();
const item = (stage: Stage, name: string | RegExp): Promise<void> =>
  stage.page.getByRole('menuitem', { name }).click();
const search = (stage: Stage, words: string): Promise<void> => stage.explore.search.fill(words);
const more = (stage: Stage): Promise<void> => press(stage, /^More for/);

const charts: readonly Scene[] = [
  { name: 'explore-empty', reach: (stage) => stage.go('/explore?series='), hasControls: true },
  { name: 'explore-bad-link', reach: (stage) => stage.go('/explore?series=none.such&from=x') },
  at('one-line', ONE, true),
  at('one-line-long', '?series=us_debt.total_public_debt_outstanding&table=open'),
  at('three-lines', THREE),
  at('three-lines-closed', THREE + CLOSED),
  at('eight-lines', EIGHT + CLOSED, true),
  at('eight-lines-table', `${EIGHT}&table=open`),
  at('table-wide', `${TWO}&table=open`, true),
  at('table-long', `${TWO}&table=open&layout=long`, true),
  after('table-selected', `${ONE}&table=open`, async ({ explore, page }) => {
    await explore.table.getByRole('row').nth(3).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
  }),
  after('table-cells', `${TWO}&table=open`, async ({ explore, page }) => {
    await explore.table.getByRole('row').nth(3).getByRole('gridcell').last().click();
    await page.keyboard.press('ControlOrMeta+c');
  }),
  at('bars', `${TWO}&type=bar${CLOSED}`),
  at('areas', `${DEBTS}&range=5Y&type=area${CLOSED}`),
  at('stacked', `${DEBTS}&range=5Y&type=stacked${CLOSED}`),
  at('steps', `${TWO}&type=step${CLOSED}`),
  at('log', `${ONE}&scale=log${CLOSED}`),
  at('recessions', `?series=jolts.quits_level_sa${CLOSED}`),
  at('no-recessions', `?series=jolts.quits_level_sa&recessions=off${CLOSED}`),
  at('formulas', FORMULAS + CLOSED, true),
  at('formulas-table', FORMULAS),
  at('units', `${TWO}&units=pc1&frequency=q&average=3`, true),
  at('index', `${DEBTS}&range=5Y&units=nbd&index_date=2023-03-01${CLOSED}`, true),
  at('hidden', `${DEBTS.replace('public,', 'public:hidden,')}&range=5Y${CLOSED}`),
  at('range-typed', `${ONE.replace('5Y', '-18M')}${CLOSED}`),
  at('nothing-in-range', `?series=jolts.quits_level_sa&from=1950-01-01&to=1951-01-01`),
  at('overview', `?series=${CLAIMS}&from=2015-01-01&to=2018-12-31${CLOSED}`, true),
  at('coarser', `?series=us_debt.total_public_debt_outstanding${CLOSED}`),
  after('crosshair', TWO + CLOSED, async ({ explore, page }) => {
    await explore.chart.focus();
    await page.keyboard.press('End');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  }),
  after('crosshair-many', EIGHT + CLOSED, async ({ explore, page }) => {
    const box = await explore.chart.boundingBox();
    if (box) await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5);
  }),
  after('selection', ONE + CLOSED, async ({ explore, page }) => {
    const box = await explore.chart.boundingBox();
    if (!box) return;
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 3 });
  }),
  { name: 'explore-release', reach: ({ page }) => page.mouse.up() },
];

const panels: readonly Scene[] = [
  after('range-bad', ONE, ({ explore }) => explore.from.fill('soon')),
  after('range-hint', ONE, ({ explore }) => explore.from.fill('-18m')),
  after('range-calendar', ONE, (stage) => press(stage, 'Choose the range in a calendar'), true),
  after('more-ranges', ONE, (stage) => press(stage, 'More ranges'), true),
  after('save-range', ONE, async (stage) => {
    await press(stage, 'More ranges');
    await item(stage, /^Save this range/);
    await stage.page.getByRole('textbox', { name: 'Name of the range on the screen' }).fill('Pandemic');
  }),
  after('saved-ranges', ONE, async (stage) => {
    await press(stage, 'More ranges');
    await item(stage, /^Save this range/);
    const name = stage.page.getByRole('textbox', { name: 'Name of the range on the screen' });
    await name.fill(
      'A range with a name that is much too long for the dialog it stands in, so that it is cut',
    );
    await name.press('Enter');
    await press(stage, 'More ranges');
    await item(stage, /^Save this range, or/);
  }),
  after('picker-search', ONE, (stage) => search(stage, 'claims'), true),
  after('picker-no-finds', ONE, (stage) => search(stage, 'zebra crossing')),
  after('picker-list', ONE, (stage) => search(stage, 'SPY')),
  after('picker-facet', ONE, async (stage) => {
    await search(stage, 'claims');
    await stage.page
      .getByRole('group', { name: 'Narrow the finds' })
      .getByRole('button', { name: /^NSA/ })
      .click();
  }),
  after(
    'picker-tree',
    ONE,
    async ({ page, explore }) => {
      await explore.tree.getByRole('treeitem').first().focus();
      await page.keyboard.press('Home');
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown'])
        await page.keyboard.press(key);
    },
    true,
  ),
  after('picker-states', '?series=ui_state_weekly_claims.initial_claims.CA&range=1Y', async () => undefined),
  after('picker-pinned', TWO, async (stage) => {
    await more(stage);
    await item(stage, 'Pin to the list');
    await stage.page.getByRole('region', { name: 'Pinned series' }).waitFor();
  }),
  after('line-menu', TWO, more, true),
  after(
    'line-style',
    TWO,
    async (stage) => {
      await more(stage);
      await item(stage, 'Units, axis and type');
      await stage.page.getByRole('dialog').waitFor();
    },
    true,
  ),
  after(
    'formula-form',
    DEBTS,
    async (stage) => {
      await stage.page.getByRole('button', { name: 'Formula' }).press('Enter');
      await stage.page.getByRole('textbox', { name: 'Formula' }).fill('a/z*100');
    },
    true,
  ),
  after('units-list', TWO, async ({ page, explore }) => {
    const field = page.getByRole('combobox', { name: 'Units', exact: true });
    if (!(await field.isVisible())) await explore.openOptions();
    await field.click();
  }),
  after('index-list', `${ONE}&units=nbd`, async (stage) => {
    await press(stage, 'Chart options');
    await stage.page.getByRole('combobox', { name: 'Index date' }).fill('');
  }),
  after('chart-options', TWO, (stage) => press(stage, 'Chart options')),
  after(
    'explain',
    `?series=${CLAIMS},jolts.quits_level_sa&formulas=a/b&range=5Y&explain==a/b@2026-06-01`,
    async (stage) => {
      await stage.page.getByRole('button', { name: /^a: / }).click();
      await stage.page.getByRole('button', { name: /^2026-06-06/ }).click();
      await stage.page.getByText('Revisions').waitFor();
    },
    true,
  ),
  at('explain-units', `?series=${CLAIMS}&units=pc1&range=5Y&explain=${CLAIMS}@2026-06-06`),
  at('explain-none', `?series=${CLAIMS}&range=1Y&explain=${CLAIMS}@2026-06-03`),
  after(
    'details',
    '?series=yields.US10Y&range=1Y&details=yields.US10Y',
    async ({ page }) => {
      await page.getByText('Suggested citation').waitFor();
      await page.getByText(/missing business day/).waitFor();
    },
    true,
  ),
  after('date-prompt', ONE, async ({ page }) => {
    await page.keyboard.press('Alt+g');
    await page.getByRole('textbox', { name: 'Go to date' }).fill('1950');
  }),
  after('heading-edited', ONE, async ({ page }) => {
    await page
      .getByRole('button', { name: /title|heading/i })
      .first()
      .click({ timeout: 3_000 });
  }),
  at('heading-own', `${ONE}&title=My%20own%20title%20of%20a%20chart&notes=A%20note`),
  after('take-away', ONE, (stage) => press(stage, 'Take away'), true),
];

export const exploreScenes: readonly Scene[] = [...charts, ...panels];
