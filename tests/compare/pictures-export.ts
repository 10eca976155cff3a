import { after, ONE, THREE, TWO } from './pictures-explore.ts';
import { ORIGIN, type Scene, type Stage } from './pictures-stage.ts';

/** Loading that continues, was stopped or failed, and the dialog that exports data. */

const loads: readonly Scene[] = [
  {
    name: 'explore-loading',
    async reach(stage) {
      await stage.go('/statement');
      await stage.page.route(/token_id=|page_token|\/view/, () => undefined);
      await stage.page.goto(`${ORIGIN}/explore?series=us_debt.total_public_debt_outstanding`);
      await stage.page.getByRole('progressbar', { name: 'Loading observations' }).waitFor();
      await stage.page.waitForTimeout(1_500);
    },
  },
  {
    name: 'explore-stopped',
    async reach({ page }) {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText(/Loading was stopped/).waitFor();
    },
    isOnce: true,
  },
  {
    name: 'explore-not-loaded',
    async reach(stage) {
      await stage.go('/statement');
      await stage.page.route(/economic-data\/us_debt|\/api\/v1\/view/, (route) =>
        route.fulfill({ status: 422, json: { detail: 'Not now.' } }),
      );
      await stage.page.goto(`${ORIGIN}/explore${TWO}`);
      await stage.page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
      await stage.page.waitForTimeout(1_500);
    },
  },
];

const exportDialog = (
  name: string,
  view: string,
  act: (stage: Stage) => Promise<unknown>,
  hasControls = false,
): Scene =>
  after(
    `export-${name}`,
    view,
    async (stage) => {
      await stage.explore.openExport();
      await act(stage);
    },
    hasControls,
  );
const dialogOf = ({ page }: Stage) => page.getByRole('dialog', { name: 'Export data' });
const exportNow = async (stage: Stage): Promise<void> => {
  await dialogOf(stage).getByRole('button', { name: 'Export', exact: true }).click();
};

const files: readonly Scene[] = [
  exportDialog('drawn', THREE, async () => undefined, true),
  exportDialog('excel', TWO, (stage) =>
    dialogOf(stage).getByRole('radio', { name: 'CSV for Excel', exact: true }).check(),
  ),
  exportDialog(
    'receipt',
    ONE,
    async (stage) => {
      await dialogOf(stage).getByRole('radio', { name: 'CSV for Excel', exact: true }).check();
      await exportNow(stage);
      await stage.page.getByRole('region', { name: 'Receipt' }).waitFor();
    },
    true,
  ),
  exportDialog(
    'published',
    TWO,
    async (stage) => {
      await dialogOf(stage).getByText('As published', { exact: true }).click();
    },
    true,
  ),
  exportDialog('published-receipt', TWO, async (stage) => {
    await dialogOf(stage).getByText('As published', { exact: true }).click();
    await dialogOf(stage)
      .getByRole('button', { name: /^Save CSV/ })
      .first()
      .click();
    await stage.page.getByRole('region', { name: /^Receipt of/ }).waitFor();
  }),
  exportDialog('running', ONE, async (stage) => {
    await stage.page.route(/host\/export(-published)?\?/, () => undefined);
    await stage.page.route('**/host/export-progress?*', (route) =>
      route.fulfill({ json: { rows: 13, total: 52 } }),
    );
    await exportNow(stage);
    await dialogOf(stage).getByRole('progressbar').waitFor();
  }),
  exportDialog('failed', ONE, async (stage) => {
    await stage.page.route(/host\/export\?/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await exportNow(stage);
    await dialogOf(stage).getByText('The disk is full.').waitFor();
  }),
];

export const exportScenes: readonly Scene[] = [...loads, ...files];
