import { ORIGIN, type Scene, type Stage } from './pictures-stage.ts';

/** The parts around the screens, the statement, the docs, and windows of other kinds. */

const DEBT = '/explore?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa&range=5Y';
const WEEK = '/statement?date=2025-03-05';
const SCREENS = { explore: DEBT, statement: WEEK, data: '/data', access: '/access' };

/** Waits for what a screen shows at last. */
async function open(stage: Stage, address: string): Promise<void> {
  await stage.go(address);
  await stage.page.waitForTimeout(1_500);
  if (!address.startsWith('/explore')) return;
  await stage.explore.chart.waitFor();
  await stage.explore.isDrawn();
}

/** A scene of an address and of what a button opens. */
const panel = (name: string, button: string | RegExp): Scene => ({
  name: `frame-${name}`,
  hasControls: true,
  async reach(stage) {
    await open(stage, DEBT);
    await stage.page.getByRole('button', { name: button }).first().click();
    await stage.page.waitForTimeout(600);
  },
});

/** A scene of the screen's address while the host says something else of itself. */
const state = (name: string, said: object, address = DEBT): Scene => ({
  name: `frame-${name}`,
  async reach(stage) {
    await stage.go('/access');
    await stage.change('state', (answer: object) => ({ ...answer, ...said }));
    await stage.page.goto(ORIGIN + address);
    await stage.page
      .getByRole('alert')
      .or(stage.page.getByText(/is starting|started again/))
      .first()
      .waitFor();
    await stage.page.waitForTimeout(500);
  },
});

const INCIDENT = {
  id: '1',
  kind: 'damaged',
  what: 'data',
  at: '2026-11-20T14:00:00.000Z',
  file: '/home/someone/.local/share/almanac/data.sqlite.broken-20261120T140000Z',
  is_dismissed: false,
  rescue: null,
};
export const INCIDENTS = [
  INCIDENT,
  { ...INCIDENT, id: '2', what: 'keys', file: INCIDENT.file.replace('data.sqlite', 'keys.sqlite') },
  { ...INCIDENT, id: '3', kind: 'removed', file: null },
];
const FAILED = {
  service: 'failed',
  message: 'The data service stopped 3 times within 5 minutes. Your data is safe.',
};

const around: readonly Scene[] = [
  { name: 'statement', hasControls: true, reach: (stage) => open(stage, WEEK) },
  { name: 'statement-latest', reach: (stage) => open(stage, '/statement') },
  {
    name: 'statement-bad-week',
    async reach(stage) {
      await open(stage, WEEK);
      await stage.page.getByRole('textbox', { name: 'Week', exact: true }).fill('soon');
    },
  },
  {
    name: 'statement-not-loaded',
    async reach(stage) {
      await stage.go('/access');
      await stage.page.route(/h41|reserve_balances|fed_/, (route) =>
        route.fulfill({ status: 422, json: { detail: 'Not now.' } }),
      );
      await stage.page.goto(ORIGIN + WEEK);
      await stage.page.getByRole('alert').waitFor();
    },
  },
  panel('freshness', /^Data to /),
  panel('api-address', 'API for other tools'),
  panel('sample-command', 'By command'),
  panel('appearance', /^Appearance/),
  {
    name: 'frame-help',
    hasControls: true,
    async reach(stage) {
      await open(stage, DEBT);
      await stage.page.route('**/host/diagnostics', (route) =>
        route.fulfill({
          contentType: 'text/plain',
          body: `Almanac diagnostics, 2026-11-20T15:00:00Z\n${'service: process 1\n'.repeat(40)}`,
        }),
      );
      await stage.page.getByRole('button', { name: 'Help' }).click();
      await stage.page.getByRole('region', { name: 'Diagnostics' }).waitFor();
    },
  },
  {
    name: 'frame-shortcuts',
    async reach(stage) {
      await open(stage, DEBT);
      await stage.page.keyboard.press('?');
      await stage.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  ...['', 'claims', 'dark', 'jolts', 'zebra crossing'].map(
    (words): Scene => ({
      name: `frame-search-${words.split(' ')[0]}`,
      hasControls: words === 'claims',
      async reach(stage) {
        await open(stage, DEBT);
        await stage.page.keyboard.press('Control+k');
        await stage.page.getByRole('dialog').getByRole('searchbox').fill(words);
      },
    }),
  ),
  {
    name: 'frame-skip-link',
    async reach(stage) {
      await open(stage, DEBT);
      await stage.page.getByRole('link', { name: 'Skip to the content' }).focus();
    },
  },
  state('starting', { service: 'starting' }),
  state('degraded', { service: 'degraded', message: 'The data service stopped and is being started again.' }),
  state('failed', FAILED),
  state('port-taken', {
    ...FAILED,
    problem: 'port_taken',
    message: 'Port 4780 is in use by another program (process 1).',
  }),
  state('damage', {
    damage: {
      found_at: '2026-11-20T14:00:00.000Z',
      message: 'data.sqlite is damaged (3 pages). Restore a back-up.',
    },
  }),
  state('incidents', { incidents: INCIDENTS }),
  state('incidents-data', { incidents: INCIDENTS }, '/data'),
  {
    name: 'frame-screen-failed',
    async reach(stage) {
      await stage.go('/access');
      await stage.page.route(/assets\/(explore|workbench|statement|screen)/, (route) => route.abort());
      await stage.page.goto(ORIGIN + WEEK).catch(() => undefined);
      await stage.page.getByRole('alert').waitFor();
    },
  },
];

/** Narrow and other windows: each screen once. */
const windows: readonly Scene[] = Object.entries(SCREENS).flatMap(([name, address]) =>
  [800, 620].map(
    (width): Scene => ({
      name: `narrow-${width}-${name}`,
      isOwn: true,
      async reach(stage) {
        await stage.page.setViewportSize({ width, height: 700 });
        await open(stage, address);
        await stage.save(`narrow-${width}-${name}`);
        await stage.page.emulateMedia({ forcedColors: 'active' });
        await stage.save(`forced-${width}-${name}`);
        await stage.page.emulateMedia({ forcedColors: 'none', media: 'print' });
        await stage.save(`print-${width}-${name}`);
        await stage.page.emulateMedia({ media: null, forcedColors: null });
      },
    }),
  ),
);

const docs: Scene = {
  name: 'docs',
  async reach({ page }) {
    await page.goto(`${ORIGIN}/docs`);
    await page.locator('#get_catalog summary').click();
  },
};

/** Last, for it ends the session. */
const signIn: Scene = {
  name: 'frame-sign-in',
  async reach(stage) {
    await stage.go('/access');
    await stage.page.route('**/host/state', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Sign in.' } }),
    );
    await stage.page.goto(`${ORIGIN}/explore`);
    await stage.page.getByRole('heading', { name: /not signed in/ }).waitFor();
  },
};

export const frameScenes: readonly Scene[] = [...around, ...windows, docs, signIn];
