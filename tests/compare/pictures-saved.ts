import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA_DIR } from './pictures-host.ts';
import { type Scene, type Stage, scenesOf } from './pictures-stage.ts';

/** Saved items and boards, with a file of some that is imported first. */

const TILES: readonly [title: string, address: string][] = [
  ['Initial claims', '/explore?series=ui_weekly_claims.initial_claims_sa&range=5Y'],
  [
    'Debt by holder',
    '/explore?series=us_debt.debt_held_by_public,us_debt.intragovernmental_holdings&type=stacked',
  ],
  ['The curve', '/yields'],
  ['All tenors', '/yields?view=history'],
  ['Ten years', '/yields?view=history&tenor=US10Y'],
  ['A month', '/yields?view=month'],
  ['Claims by state', '/states'],
  ['Their lines', '/states?view=lines'],
  ['Their order', '/states?view=table'],
  ['An index', '/constituents'],
  ['Its members', '/constituents?view=table'],
  ['The balance sheet', '/statement'],
  ['A release', '/release?dataset=ui_weekly_claims'],
  ['Settings', '/settings?q=decimal'],
  ['Nowhere', '/nowhere'],
];
const NOW = '2026-11-20T14:00:00.000Z';
const FOLDER = 'Claims';

const tiles = TILES.map(([title, address], i) => ({
  ...{ id: `tile${i}`, title, address, range: title === 'Debt by holder' ? 'range=10Y' : null },
  ...{ x: (i % 3) * 4, y: Math.floor(i / 3) * 10, w: 4, h: 10 },
}));
const CLAIMS = '/explore?series=ui_weekly_claims.initial_claims_sa&range=10Y';
const ITEMS = [
  {
    kind: 'view',
    name: 'Claims in the pandemic',
    folder: FOLDER,
    content: { address: CLAIMS, frozen: null },
  },
  {
    kind: 'view',
    name: 'The curve of July 2023',
    folder: '',
    content: { address: '/yields?date=2023-07-03', frozen: null },
  },
  {
    ...{ kind: 'view', name: 'Claims, May note', folder: FOLDER },
    content: { address: CLAIMS, frozen: { as_of: NOW, sha256: 'a'.repeat(64), rows: 522 } },
  },
  {
    kind: 'board',
    name: 'Every screen',
    folder: '',
    content: { range: 'range=5Y', recessions: true, tiles },
  },
  {
    kind: 'board',
    name: 'Nothing yet',
    folder: '',
    content: { range: 'range=5Y', recessions: true, tiles: [] },
  },
  {
    kind: 'list',
    name: 'Quits',
    folder: '',
    content: { series: ['jolts.quits_rate_sa', 'jolts.quits_level_sa'] },
  },
  { kind: 'view', name: 'Old idea', folder: '', content: { address: '/states', frozen: null } },
].map((item, i) => ({
  item: {
    ...item,
    ...{ id: `pictureitem${i}`, note: i === 0 ? 'For the note of May.' : '', revision: 1 },
    ...{ created_at: NOW, changed_at: NOW, deleted_at: null },
  },
}));

let isSeeded = false;

/** Imports the items, unless they are there. */
async function seed(stage: Stage): Promise<void> {
  if (isSeeded) return;
  await stage.go('/saved');
  const { page } = stage;
  const first = page.getByRole('button', { name: 'Claims in the pandemic', exact: true });
  await first.or(page.getByText('Nothing saved yet')).first().waitFor();
  if ((await first.count()) > 0) {
    isSeeded = true;
    return;
  }
  const file = path.join(DATA_DIR, 'files', 'items.almanac.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ almanac_file: 1, written_at: NOW, items: ITEMS }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: `Import ${ITEMS.length}` }).click();
  await first.waitFor();
  await page.getByRole('button', { name: 'Old idea', exact: true }).focus();
  await page.keyboard.press('Delete');
  isSeeded = true;
}

/** A scene that needs the items. */
const seeded = (scene: Scene): Scene => ({
  ...scene,
  async reach(stage) {
    await seed(stage);
    await scene.reach(stage);
  },
});

const at = scenesOf('saved', '#main button');
const board = (
  name: string,
  title: string,
  act?: (stage: Stage) => Promise<unknown>,
  hasControls = false,
): Scene =>
  seeded({
    name: `board-${name}`,
    hasControls,
    async reach(stage) {
      await stage.go('/board');
      await stage.page.getByRole('link', { name: title }).click();
      await stage.page.getByRole('list', { name: 'Tiles' }).waitFor({ state: 'attached' });
      await stage.page.waitForTimeout(2_500);
      await act?.(stage);
      await stage.page.waitForTimeout(800);
    },
  });
const EVERY = 'Every screen';
const toTile =
  (tile: number) =>
  ({ page }: Stage) =>
    page.locator(`[data-tile=tile${tile}]`).evaluate((element) => element.scrollIntoView());

export const savedScenes: readonly Scene[] = [
  at('nothing', ''),
  scenesOf('board', '#main button')('none', ''),
  seeded(at('items', '', undefined, true)),
  seeded(at('folder', '?folder=Claims')),
  seeded(at('frozen', '?show=frozen')),
  seeded(at('bin', '?show=bin')),
  seeded(at('nothing-found', '?q=zebra')),
  seeded(
    at('details', '', async ({ page }) => {
      await page.getByRole('button', { name: 'Actions for Claims, May note' }).click();
      await page.getByRole('menuitem', { name: 'Details' }).click();
    }),
  ),
  seeded(at('import', '', ({ page }) => page.getByRole('button', { name: 'Import', exact: true }).click())),
  seeded({
    name: 'palette-saved',
    async reach(stage) {
      await stage.go('/overview');
      await stage.page.keyboard.press('Control+k');
      await stage.page.getByRole('dialog').getByRole('searchbox').fill('pandemic');
      await stage.page
        .getByRole('option', { name: /pandemic/ })
        .first()
        .waitFor();
    },
  }),
  seeded(scenesOf('board', '#main a[href*=id]')('list', '', undefined, true)),
  board('every-screen', EVERY, undefined, true),
  board('every-screen-2', EVERY, toTile(6)),
  board('every-screen-3', EVERY, toTile(12)),
  board('empty', 'Nothing yet'),
  board('add', EVERY, ({ page }) => page.getByRole('button', { name: 'Add a tile' }).click()),
  board('take-away', EVERY, ({ page }) => page.getByRole('button', { name: 'Take away' }).click()),
  board('tile-menu', EVERY, ({ page }) => page.getByRole('button', { name: 'More for The curve' }).click()),
  board('alone', EVERY, async ({ page }) => {
    await page.getByRole('button', { name: 'More for The curve' }).click();
    await page.getByRole('menuitem', { name: 'Show it alone' }).click();
  }),
  board('crosshair', EVERY, async ({ page }) => {
    await page.locator('[data-tile=tile0] [aria-roledescription=chart]').hover();
    await page.waitForTimeout(1_500);
  }),
  {
    name: 'board-gone',
    async reach(stage) {
      await stage.go('/board?id=gone12345');
      await stage.page.getByText('There is no such board').waitFor();
    },
  },
];
