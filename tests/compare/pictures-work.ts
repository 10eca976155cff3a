import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DATA_DIR } from './pictures-host.ts';
import { importNext } from './pictures-real.ts';
import { type Scene, SIZES, type Stage } from './pictures-stage.ts';

/** A morning with real files: what they brought, a frozen view before and after the newer one, and what Saved asks. In this order. */

const VIEW = 'Openings, October note';
const EXPLORE = '/explore?series=jolts.job_openings_level_sa&range=5Y';

const brief = ({ page }: Stage) => page.getByRole('region', { name: 'What is new' });
const dialog = ({ page }: Stage) => page.getByRole('dialog');
const press = ({ page }: Stage, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const choose = async (stage: Stage, name: string): Promise<void> => {
  await press(stage, `Actions for ${VIEW}`);
  await stage.page.getByRole('menuitem', { name }).click();
};
async function openOverview(stage: Stage, search: string, text: string): Promise<void> {
  await stage.go(`/overview${search}`);
  await brief(stage).getByText(text).first().waitFor();
  await stage.page.waitForTimeout(800);
}
async function openSaved(stage: Stage): Promise<void> {
  await stage.go('/saved');
  await stage.page.getByText('52 of 293 revised').waitFor();
}
async function openFrozen(stage: Stage): Promise<void> {
  await openSaved(stage);
  await stage.page.getByRole('button', { name: VIEW, exact: true }).click();
  await stage.explore.isDrawn();
  await stage.page.getByText('52 of 293 revised').first().waitFor();
}
const NEWS = '15 new, 52 revised';

const scene = (name: string, reach: (stage: Stage) => Promise<unknown>): Scene => ({ name, reach });
const opened = (name: string, reach: (stage: Stage) => Promise<unknown>): Scene => ({
  ...scene(name, reach),
  isOpened: true,
});
const once = (name: string, reach: (stage: Stage) => Promise<unknown>): Scene => ({
  ...scene(name, reach),
  isOnce: true,
});

export const workScenes: readonly Scene[] = [
  once('overview-real-beginning', (stage) => openOverview(stage, '', 'since the beginning')),
  once('saved-dialog', async (stage) => {
    await stage.go(EXPLORE);
    await stage.explore.isDrawn();
    await stage.page.getByRole('button', { name: 'Save this view' }).waitFor();
    await stage.page.keyboard.press('Control+s');
    await dialog(stage).getByRole('textbox', { name: 'Name' }).fill(VIEW);
    await dialog(stage).getByRole('textbox', { name: 'Note' }).fill('As told in the note of October.');
    await dialog(stage).getByRole('checkbox', { name: 'Freeze the numbers' }).check();
  }),
  once('saved-frozen-same', async (stage) => {
    await dialog(stage).getByRole('button', { name: 'Save', exact: true }).click();
    await stage.page.getByText('Same as saved').waitFor();
  }),
  once('overview-real-read', async (stage) => {
    await openOverview(stage, '', 'since the beginning');
    await press(stage, 'Mark as read');
    await brief(stage).getByText('Nothing new since').waitFor();
  }),
  once('overview-real-news', async (stage) => {
    await importNext();
    // The page's clock stands still, so that what it has never becomes old.
    await stage.page.reload();
    await stage.isOpen();
    await openOverview(stage, '', NEWS);
  }),
  scene('overview-real-all', (stage) => openOverview(stage, '?show=jolts', NEWS)),
  scene('overview-real-explained', async (stage) => {
    await openOverview(stage, '', NEWS);
    await brief(stage).getByRole('button', { name: '7,271' }).first().click();
    await stage.page.getByText('bls_v1_JTSJOL_2019_2026_excerpt.json').first().waitFor();
  }),
  opened('overview-real-late', async (stage) => {
    await openOverview(stage, '', NEWS);
    await press(stage, /^Late/);
    await stage.page.getByText(/should be here/).waitFor();
  }),
  {
    // Where there is more room it stands beside the brief.
    name: 'overview-real-next',
    isOwn: true,
    async reach(stage) {
      await stage.page.setViewportSize(SIZES[1]);
      await openOverview(stage, '', NEWS);
      await stage.page.getByRole('tab', { name: 'Next 14 days' }).click();
      await stage.shoot('overview-real-next', false);
    },
  },
  opened('overview-real-take-away', async (stage) => {
    await openOverview(stage, '', NEWS);
    await press(stage, 'Take away');
  }),
  opened('overview-real-pin', async (stage) => {
    await openOverview(stage, '', NEWS);
    await press(stage, 'Pin a series');
    await stage.page.getByRole('combobox', { name: 'Which series' }).fill('quits');
    await stage.page.getByRole('option').first().waitFor();
  }),
  scene('saved-frozen-revised', openSaved),
  scene('saved-frozen-details', async (stage) => {
    await openSaved(stage);
    await choose(stage, 'Details');
  }),
  scene('saved-menu', async (stage) => {
    await openSaved(stage);
    await press(stage, `Actions for ${VIEW}`);
  }),
  scene('saved-rename', async (stage) => {
    await openSaved(stage);
    await choose(stage, 'Rename');
  }),
  scene('saved-export', async (stage) => {
    await openSaved(stage);
    await choose(stage, 'Export file');
  }),
  scene('saved-import-preview', async (stage) => {
    const file = await exportedFile(stage);
    const text = JSON.parse(readFileSync(file, 'utf8'));
    const [{ item, lines }] = text.items;
    const other = { ...item, id: 'changedbyhand', name: 'Openings, changed by hand' };
    const view = { ...item, id: 'newtothisone', name: 'Claims', folder: 'Labour', content: LIVE };
    text.items.push({ item: other, lines: `${lines}\n` }, { item: view });
    writeFileSync(file, JSON.stringify(text));
    await press(stage, /^Import$/);
    await stage.page.locator('input[type=file]').setInputFiles(file);
    await dialog(stage).getByText('Its id is here already').waitFor();
  }),
  scene('saved-import-wrong', async (stage) => {
    await openSaved(stage);
    await press(stage, /^Import$/);
    const buffer = Buffer.from('Milk, eggs and bread');
    await stage.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer });
    await dialog(stage).getByRole('alert').waitFor();
  }),
  scene('explore-then', openFrozen),
  scene('explore-then-and-now', async (stage) => {
    await openFrozen(stage);
    await press(stage, 'Compare with now');
    await stage.page.getByText(/Now, dashed:/).waitFor();
    await stage.page.waitForTimeout(800);
  }),
  once('saved-conflict', async (stage) => {
    await openSaved(stage);
    await choose(stage, 'Rename');
    await dialog(stage).getByRole('textbox', { name: 'Name' }).fill('Openings, my note');
    // Another window stores another name meanwhile.
    await stage.page.route('**/host/save-item', async (route) => {
      const asked = route.request().postDataJSON() as object;
      await route.fetch({ postData: { ...asked, name: 'Openings, their note' } });
      await route.continue();
    });
    await dialog(stage).getByRole('button', { name: 'Rename' }).click();
    await stage.page.getByRole('dialog', { name: /in another window/ }).waitFor();
  }),
  once('overview-styles', async (stage) => {
    await stage.go('/settings?group=numbers');
    await stage.page.getByText('1.234,5', { exact: true }).click();
    await stage.page.getByText('7 Mar 2025', { exact: true }).click();
    await stage.page.getByText('Changed (2)').waitFor();
    // One change is sent after another.
    await stage.page.waitForTimeout(1_000);
    await openOverview(stage, '', NEWS);
  }),
  once('explore-styles', async (stage) => {
    await stage.go(EXPLORE);
    await stage.explore.isDrawn();
  }),
  once('settings-styles', async (stage) => {
    await stage.go('/settings?group=changed');
    await stage.page.getByRole('button', { name: /^Reset .*umber/ }).waitFor();
  }),
  // It stays until the group or the search changes.
  once('settings-reset-row', (stage) => press(stage, /^Reset .*umber/)),
];
const LIVE = { address: '/explore?series=ui_weekly_claims.initial_claims_sa&range=5Y', frozen: null };

/** @returns a file of the frozen view with its numbers, as Saved writes it. */
async function exportedFile(stage: Stage): Promise<string> {
  await openSaved(stage);
  await choose(stage, 'Export file');
  const [download] = await Promise.all([
    stage.page.waitForEvent('download'),
    dialog(stage).getByRole('button', { name: 'Export file' }).click(),
  ]);
  const file = path.join(DATA_DIR, 'handed-on.almanac.json');
  await download.saveAs(file);
  return file;
}
