import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Replay, replayPublishers } from '../support/replay-publishers.ts';
import { INCIDENTS } from './pictures-frame.ts';
import { DATA_DIR } from './pictures-host.ts';
import { ORIGIN, type Scene, type Stage } from './pictures-stage.ts';

/** The Data screen with replayed publishers, and the app without data. */

const DEBT = 'National debt (Debt to the Penny)';
const FILE = [
  'dataset,series,date,value',
  'jolts,hires_level_sa,2024-01-01,5000',
  'jolts,hires_level_sa,2024-02-01,5100',
  '',
];
let replay: Replay;

/** @returns what makes an app ask the replayed publishers */
export async function withPublishers(): Promise<Record<string, string>> {
  replay = await replayPublishers();
  return { ALMANAC_MIRROR: replay.address };
}

const row = ({ page }: Stage, title: string) =>
  page.getByRole('table', { name: 'Datasets' }).getByRole('row').filter({ hasText: title });
const chooseFile = (stage: Stage, name: string, text: string): Promise<void> => {
  const file = path.join(DATA_DIR, 'files', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return stage.page.getByLabel('File to import').setInputFiles(file);
};
async function open(stage: Stage): Promise<void> {
  await stage.go('/data');
  await stage.page.getByRole('button', { name: 'Refresh all' }).waitFor();
  await row(stage, DEBT).first().waitFor();
  await stage.page.getByText(/^Data [\d.]+ MB/).waitFor();
}
const once = (name: string, reach: (stage: Stage) => Promise<unknown>, hasControls = false): Scene => ({
  name: `data-${name}`,
  reach,
  isOnce: true,
  hasControls,
});
const scrolled = (name: string, act: (stage: Stage) => Promise<unknown>): Scene =>
  once(name, async (stage) => {
    await act(stage);
    await stage.page.waitForTimeout(300);
  });
const toEnd = ({ page }: Stage) => page.locator('#main').evaluate((main) => main.scrollTo(0, 100_000));

export const dataScenes: readonly Scene[] = [
  once('sample', open, true),
  scrolled('sample-end', toEnd),
  once(
    'preview',
    async (stage) => {
      await open(stage);
      await chooseFile(stage, 'hires.csv', FILE.join('\n'));
      await stage.page.getByRole('region', { name: 'Preview' }).waitFor();
    },
    true,
  ),
  scrolled('preview-end', toEnd),
  once('imported', async (stage) => {
    await stage.page.getByRole('button', { name: 'Import', exact: true }).click();
    await stage.page.getByText('hires.csv is imported').waitFor();
  }),
  once('refused', async (stage) => {
    await open(stage);
    await chooseFile(stage, 'notes.txt', 'Milk, eggs and bread\n');
    await stage.page.getByRole('alert').waitFor();
  }),
  once('refreshed', async (stage) => {
    await open(stage);
    await stage.page.getByRole('button', { name: `Refresh ${DEBT}` }).click();
    await row(stage, DEBT).filter({ hasText: 'added' }).waitFor();
  }),
  once('refresh-failed', async (stage) => {
    await stage.page.getByRole('button', { name: 'Refresh Personal income and outlays' }).click();
    await stage.page
      .getByRole('row')
      .filter({ hasText: /Failed at .*404/ })
      .first()
      .waitFor({ timeout: 60_000 });
  }),
  scrolled('runs', toEnd),
  once('refreshing', async (stage) => {
    replay.hold('api.fiscaldata');
    await open(stage);
    await stage.page.getByRole('button', { name: `Refresh ${DEBT}` }).click();
    await row(stage, DEBT).filter({ hasText: 'Fetching' }).waitFor();
  }),
  once('all-the-same', async (stage) => {
    replay.release();
    await stage.change('jobs', ({ jobs }: { jobs: { state: string; code: string }[] }) => ({
      jobs: jobs.map((job) => (job.state === 'failed' ? { ...job, code: 'file_shrinks' } : job)),
    }));
    await stage.page.reload();
    await stage.page.getByRole('button', { name: /all the same|Publish anyway/ }).waitFor();
  }),
  once(
    'backed-up',
    async (stage) => {
      await open(stage);
      await stage.page
        .getByRole('region', { name: 'Storage' })
        .getByRole('button', { name: 'Back up' })
        .click();
      await stage.page.getByText(/Backed up as/).waitFor();
      await toEnd(stage);
    },
    true,
  ),
  once('restore', async (stage) => {
    await stage.page
      .getByRole('button', { name: /^Restore data-/ })
      .first()
      .click();
    await stage.page.getByRole('dialog', { name: 'Restore this back-up?' }).waitFor();
  }),
  once('ledger', async (stage) => {
    await stage.go('/settings?group=privacy');
    await stage.page
      .getByRole('region', { name: 'Requests' })
      .getByRole('button', { name: /:/ })
      .first()
      .click();
  }),
  once('contact', async (stage) => {
    await open(stage);
    await stage.page
      .getByRole('textbox', { name: 'Contact in requests to publishers' })
      .fill('me@example.org');
  }),
  once('settings-note', async (stage) => {
    await open(stage);
    await stage.change('data-state', (state: object) => ({
      ...state,
      settings_notes: ['settings.json could not be read: it is no JSON.'],
    }));
    await stage.page.reload();
    await stage.page.getByText('settings.json could not be read').waitFor();
  }),
  once('host-fails', async (stage) => {
    await open(stage);
    await stage.page.route(/\/host\/(runs|data-state|storage)$/, (route) =>
      route.fulfill({ status: 422, json: { detail: 'The disk is full.' } }),
    );
    await stage.page.reload();
    await stage.page.getByText(/The log could not be loaded/).waitFor({ timeout: 60_000 });
  }),
  scrolled('host-fails-end', toEnd),
  once('lost', async (stage) => {
    await open(stage);
    await stage.change('state', (state: object) => ({ ...state, incidents: INCIDENTS }));
    await stage.page.goto(`${ORIGIN}/data?lost#lost-data`);
    await stage.page.reload();
    await stage.page.getByRole('region', { name: 'Get the data back' }).waitFor();
  }),
  once('rescued', async (stage) => {
    await open(stage);
    await stage.change('state', (state: object) => ({
      ...state,
      incidents: [{ ...INCIDENTS[0], rescue: RESCUE }],
    }));
    await stage.page.reload();
    await stage.page.getByRole('table', { name: 'What was rescued' }).waitFor();
  }),
];

const RESCUE = {
  at: '2026-11-20T14:30:00.000Z',
  file: 'data.sqlite.broken-20261120T140000Z',
  datasets: [
    { dataset: 'yields', read: 3000, added: 3000, held: 0, lost: 0, damaged: [] },
    {
      ...{ dataset: 'us_debt', read: 5000, added: 4000, held: 1000, lost: 120 },
      damaged: [
        {
          ...{ series: 'total_public_debt_outstanding', area: '', read: 2500, lost: 120 },
          ranges: [{ from: '2001-01-02', to: '2001-06-29', rows: 120 }],
        },
      ],
    },
  ],
  notes: ['The sample data of jolts were left out.'],
};

/** Of an app that holds nothing: what each screen says then. */
export const emptyScenes: readonly Scene[] = Object.entries({
  ...Object.fromEntries(
    ['overview', 'explore', 'yields', 'states', 'constituents', 'statement', 'release'].map(
      (name) => [name, 'No data yet'] as const,
    ),
  ),
  board: 'None yet',
  saved: 'Nothing saved yet',
  data: 'Refresh all',
  settings: 'Theme',
}).map(
  ([name, text]): Scene => ({
    name: `no-data-${name}`,
    async reach(stage) {
      await stage.go(`/${name}`);
      await stage.page.getByRole('main').getByText(text).first().waitFor();
    },
  }),
);
