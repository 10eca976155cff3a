import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN, type Scene, type Stage, scenesOf } from './pictures-stage.ts';

/** Overview, Constituents, release tables, Settings, the guide and the palette; and every screen while it loads and where it cannot. */

const MAIN = '#main :is(h2, table, svg, button)';
const overview = scenesOf('overview', MAIN);
const constituents = scenesOf('constituents', '[aria-busy=false]');
const release = scenesOf('release', '#main table');
const settings = scenesOf('settings', '#settings-rows:not(:has(.mantine-Skeleton-root)) > *');
const guide = scenesOf('guide', '#main h2');

const press =
  (name: string | RegExp) =>
  ({ page }: Stage) =>
    page.getByRole('button', { name }).first().click();
const toEnd = ({ page }: Stage) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('#main, #main *')) element.scrollTop = 100_000;
  });

/** Every page of the guide. */
const GUIDE_PAGES = readdirSync(path.resolve(import.meta.dirname, '../../renderer/guide/pages')).map((file) =>
  path.basename(file, '.md'),
);

/** How long the list of what G leads to stands, in milliseconds; for its picture it stays a minute. */
const GO_MS = 1_500;

/** A scene of the palette with words in it. */
const palette = (name: string, words: string): Scene => ({
  name: `palette-${name}`,
  async reach(stage) {
    await stage.go('/overview');
    await stage.page.locator(MAIN).first().waitFor();
    await stage.page.keyboard.press('Control+k');
    await stage.page.getByRole('dialog').getByRole('searchbox').fill(words);
    await stage.page.waitForTimeout(500);
  },
});

/** Where the numbers of a screen come from. */
const SOURCES = {
  overview: /\/host\/(changes|headlines|calendar)/,
  explore: /\/economic-data\//,
  yields: /\/yields\//,
  states: /\/economic-data\//,
  constituents: /\/constituents\/series/,
  statement: /\/economic-data\//,
  release: /\/(economic-data|yields)\//,
  saved: /\/host\/saved/,
  board: /\/host\/saved/,
  data: /\/host\/(data-state|runs|storage)/,
  settings: /\/host\/(preferences|file-settings)/,
} as const;

/** The same screen while its numbers are on their way, and where they cannot be had. */
const troubled = (['loading', 'failed'] as const).flatMap((state) =>
  Object.entries(SOURCES).map(
    ([screen, source]): Scene => ({
      name: `${state}-${screen}`,
      async reach(stage) {
        await stage.go('/access');
        await stage.page.route(source, async (route) => {
          if (state === 'failed') await route.fulfill({ status: 422, json: { detail: 'The disk is full.' } });
        });
        await stage.page.goto(
          `${ORIGIN}/${screen}${screen === 'explore' ? '?series=us_debt.debt_held_by_public&range=1Y' : ''}`,
        );
        await stage.isOpen();
        await stage.page.waitForTimeout(1_500);
      },
    }),
  ),
);

export const screenScenes: readonly Scene[] = [
  overview('first', '', undefined, true),
  overview('since', '?since=7d'),
  { ...overview('since-menu', '', press(/since/i)), isOpened: true },
  overview('bad-link', '?since=never'),
  constituents('map', '', undefined, true),
  constituents('equal', '?size=equal'),
  constituents('table', '?view=table', undefined, true),
  constituents('changes', '?view=changes'),
  constituents('compare', '?view=compare'),
  constituents('ledger', '?view=ledger'),
  constituents('explained', '?explain=top'),
  constituents('bad-link', '?code=NONE&view=globe'),
  release('claims', '?dataset=ui_weekly_claims', undefined, true),
  release('percent', '?dataset=jolts&show=percent'),
  release('state', '?dataset=ui_state_weekly_claims&state=CA'),
  ...[
    'appearance',
    'numbers',
    'start',
    'keyboard',
    'data',
    'service',
    'folder',
    'keys',
    'privacy',
    'changed',
  ].map((group) => settings(group, `?group=${group}`, undefined, group === 'appearance')),
  settings('search', '?q=decimal'),
  settings('nothing-found', '?q=zebra+crossing'),
  settings('json', '', press('Edit as JSON'), true),
  settings('json-wrong', '', async ({ page }) => {
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    await page.getByRole('textbox', { name: 'Settings as JSON' }).fill('{\n  "density": "dense"\n}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Line 2/).waitFor();
  }),
  ...GUIDE_PAGES.map((page) => guide(page, `/${page}`, undefined, page === 'start')),
  guide('boards-end', '/boards', toEnd),
  guide('nowhere', '/nowhere'),
  guide('search', '/start', ({ page }) =>
    page.getByRole('searchbox', { name: 'Search the guide' }).fill('hhi'),
  ),
  palette('empty', ''),
  palette('typed', 'claims'),
  palette('date', 'yields 2023-07-03'),
  palette('actions', '>'),
  palette('guide', '?percentile'),
  palette('setting', 'decimal'),
  palette('nothing', 'zebra crossing'),
  {
    name: 'palette-formula',
    async reach(stage) {
      await stage.go(
        '/explore?series=us_debt.debt_held_by_public,us_debt.intragovernmental_holdings&range=5Y',
      );
      await stage.explore.isDrawn();
      await stage.page.keyboard.press('Control+k');
      await stage.page.getByRole('dialog').getByRole('searchbox').fill('=a+b');
      await stage.page.waitForTimeout(500);
    },
  },
  {
    name: 'palette-go',
    async reach(stage) {
      await stage.go('/overview');
      await stage.page.locator(MAIN).first().waitFor();
      await stage.page.evaluate((lapse) => {
        const wait = window.setTimeout;
        window.setTimeout = ((work: () => void, ms?: number) =>
          wait(work, ms === lapse ? 60_000 : ms)) as typeof window.setTimeout;
      }, GO_MS);
      await stage.page.keyboard.press('g');
      await stage.page.getByText('Go to', { exact: true }).waitFor();
    },
  },
  ...troubled,
];
