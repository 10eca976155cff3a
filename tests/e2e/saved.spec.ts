import { readFile } from 'node:fs/promises';
import type { FileChooser, Locator, Page } from '@playwright/test';
import { dayNumber } from '../../service/calendar/dates.ts';
import { openWriter } from '../../service/store/index.ts';
import { axeFinds } from './axe.ts';
import { Explore } from './explore-page.ts';
import { expect, test, unexpected, watchErrors } from './fixtures.ts';

type Series = { dataset: string; code: string; area: string };
const QUITS: Series = { dataset: 'jolts', code: 'quits_level_sa', area: '' };

/** Stores a series as of a run; what is real replaces the sample. */
function publish(
  dataDir: string,
  fetchedAt: string,
  rows: [date: string, value: string][],
  key: Series = QUITS,
): void {
  const writer = openWriter(dataDir);
  const open = writer.begin({
    ...{
      kind: 'import',
      dataset: key.dataset,
      origin: 'file',
      source: 'long-csv',
      location: 'q.csv',
      sha256: '',
    },
    fetchedAt,
  });
  const series = open.series(key);
  for (const [i, [date, value]] of rows.entries())
    open.observation(series, dayNumber(date) as number, value, i + 1);
  open.commit();
  writer.close();
}

const rail = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });
const row = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Saved items' }).getByRole('row').filter({ hasText: name });
const opener = (page: Page, name: string): Locator =>
  row(page, name).getByRole('button', { name, exact: true });

/** Saves what the screen shows, with Ctrl-S. */
async function save(page: Page, name: string, more?: (dialog: Locator) => Promise<void>) {
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: /^Save/ });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await more?.(dialog);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
}
async function saved(page: Page, name: string, more?: (dialog: Locator) => Promise<void>) {
  await save(page, name, more);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
const freeze = (dialog: Locator) => dialog.getByRole('checkbox', { name: 'Freeze the numbers' }).check();

test('a frozen view shows what it showed, and what is known by now beside it', async ({
  ownApp,
  context,
}) => {
  const { dataDir } = ownApp;
  publish(dataDir, '2026-11-10T08:00:00.000Z', [
    ['2025-01-01', '3400'],
    ['2025-02-01', '3500'],
  ]);
  const page = await ownApp.openPage(context);
  const errors = watchErrors(page.context());
  const explore = new Explore(page);
  await explore.open('?series=jolts.quits_level_sa');
  await saved(page, 'Quits, May note', freeze);
  await expect(page.getByText('Same as saved')).toBeVisible();
  // Sample data are refused, and the dialog says why.
  await explore.open('?series=us_debt.debt_held_by_public');
  await page.getByRole('button', { name: 'Go on without “Quits, May note”' }).click();
  await save(page, 'Debt', freeze);
  await expect(page.getByRole('alert')).toContainText('sample data, which are made up and never frozen');
  await page.keyboard.press('Escape');

  publish(dataDir, '2026-11-12T08:00:00.000Z', [
    ['2025-02-01', '3555'],
    ['2025-03-01', '3600'],
  ]);
  await rail(page, 'Saved').click();
  await page.reload();
  await expect(row(page, 'Quits, May note')).toContainText('Frozen · 1 of 2 revised, 1 new');
  await opener(page, 'Quits, May note').click();
  await explore.isDrawn();
  await expect(page.getByText('As known on 2026-11-10 08:00 UTC.')).toBeVisible();
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-02-01' })).toContainText('3,500');
  await expect(explore.table).not.toContainText('2025-03-01');
  await page.getByRole('button', { name: 'Compare with now' }).click();
  await expect(page.getByText('Now, dashed: 1 of 2 revised, 1 new.')).toBeVisible();
  await expect(explore.line('jolts.quits_level_sa@now')).toBeVisible();
  await page.getByRole('button', { name: 'Show current' }).click();
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-02-01' })).toContainText('3,555');
  expect(unexpected(errors, [/400/, /422/])).toEqual([]);
});

test('the curve and the map are frozen too, and the palette opens them as Saved does @soak', async ({
  ownApp,
  context,
}) => {
  const { dataDir } = ownApp;
  const ten: Series = { dataset: 'yields', code: 'US10Y', area: '' };
  const claims: Series = { dataset: 'ui_state_weekly_claims', code: 'initial_claims', area: 'CA' };
  publish(dataDir, '2026-11-10T08:00:00.000Z', [['2026-11-06', '4.11']], ten);
  publish(dataDir, '2026-11-10T08:00:00.000Z', [['2026-10-31', '41000']], claims);
  const page = await ownApp.openPage(context);
  const errors = watchErrors(page.context());
  await rail(page, 'Yields').click();
  await expect(page.getByText('On 2026-11-06 the curve')).toBeVisible();
  await saved(page, 'November curve', freeze);
  publish(
    dataDir,
    '2026-11-12T08:00:00.000Z',
    [
      ['2026-11-06', '4.22'],
      ['2026-11-09', '4.33'],
    ],
    ten,
  );
  publish(dataDir, '2026-11-12T08:00:00.000Z', [['2026-11-07', '42000']], claims);

  // The map of an instant ends with the week that was known then.
  await page.goto(new URL('/states?as_of=2026-11-10T08:00:00.000Z', page.url()).href);
  await expect(page.getByText(/^Week ending 2026-10-31: .*California 41,000/)).toBeVisible();
  // So does the chart of a state of it.
  await page.locator('[data-area=CA]').click();
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(page).toHaveURL(/\/explore\?.*as_of=2026-11-10T08/);
  await page.goBack();
  await page.getByRole('button', { name: 'Show current' }).click();
  await expect(page.getByText(/^Week ending 2026-11-07: .*California 42,000/)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('November curve');
  // Not the setting to start with it.
  await page.locator('[role=option][value^="item:"]').filter({ hasText: 'November curve' }).click();
  await expect(page.getByText('As known on 2026-11-10 08:00 UTC.')).toBeVisible();
  await expect(page.getByText('On 2026-11-06 the curve')).toBeVisible();
  await expect(page.getByRole('banner').getByText('1 of 1 revised, 1 new')).toBeVisible();
  await page.getByRole('button', { name: '10Y: 10 years, more' }).click();
  await page.getByRole('menuitem', { name: 'Open in Explore' }).click();
  await expect(page).toHaveURL(/explore\?series=yields\.US10Y.*as_of=2026-11-10T08/);
  await page.goBack();
  await page.getByRole('button', { name: 'Show current' }).click();
  await expect(page.getByText('On 2026-11-09 the curve')).toBeVisible();
  await expect(page.getByText('1 of 1 revised, 1 new · shown as now')).toBeVisible();
  await page.getByRole('button', { name: 'Show as saved' }).click();
  await expect(page.getByText('On 2026-11-06 the curve')).toBeVisible();
  expect(unexpected(errors, [])).toEqual([]);
});

test('views are saved, changed, renamed, deleted, handed on and taken back by keyboard @soak', async ({
  ownApp,
  context,
}) => {
  const page = await ownApp.openPage(context);
  const explore = new Explore(page);
  await explore.open('?series=yields.US10Y&range=5Y');
  await saved(page, 'Ten years', (dialog) => dialog.getByLabel('Folder').fill('Rates'));
  // Changed: a dot, Save and Save as; Ctrl-S saves it there.
  await explore.choosePreset('1Y');
  await expect(page.getByRole('img', { name: 'Changed since it was saved:' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('img', { name: 'Changed since it was saved:' })).toHaveCount(0);
  // The series of a chart as a list.
  await page.getByRole('button', { name: 'Go on without “Ten years”' }).click();
  await saved(page, 'Rates list', (dialog) => dialog.getByText('List of 1 series').click());

  await rail(page, 'Saved').click();
  await opener(page, 'Rates list').focus();
  await page.keyboard.press('ArrowDown');
  await expect(opener(page, 'Ten years')).toBeFocused();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ten-year yield');
  await page.keyboard.press('Enter');
  await expect(opener(page, 'Ten-year yield')).toBeVisible();
  // A folder that cannot be written: it is said, and what was typed is still there.
  const said = 'The data folder may not be written.';
  await page.route('**/host/save-item', (route) => route.fulfill({ status: 500, json: { detail: said } }));
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Not lost');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(said);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('Not lost');
  await page.keyboard.press('Escape');
  await page.unroute('**/host/save-item');
  await page.keyboard.press('Control+z');
  await expect(opener(page, 'Ten years')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(opener(page, 'Ten-year yield')).toBeVisible();

  // Details beside it; what is typed there is saved when it is left.
  const more = row(page, 'Ten-year yield').getByRole('button', { name: /^Actions/ });
  await more.click();
  await expect(page.getByRole('menu', { name: 'Actions for Ten-year yield' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const details = page
    .getByRole('complementary', { name: 'Details' })
    .or(page.getByRole('dialog', { name: 'Details' }));
  await details.getByRole('textbox', { name: 'Note' }).fill('For the May note');
  await details.getByRole('textbox', { name: 'Name' }).focus();
  await expect(details.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem')).toHaveCount(
    5,
  );
  expect(await axeFinds(page)).toEqual([]);
  await details.getByRole('button', { name: 'Close the details' }).click();

  // To a file, into the bin, out of it by Ctrl-Z, and once more from the file.
  await row(page, 'Ten-year yield')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Export file' }).click();
  const { path: file, name } = await ownApp.download(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Export file' }).click(),
  );
  expect(name).toBe('Ten-year yield.almanac.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    almanac_file: 1,
    items: [
      { item: { name: 'Ten-year yield', content: { address: '/explore?series=yields.US10Y&range=1Y' } } },
    ],
  });
  await opener(page, 'Ten-year yield').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Ten-year yield')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(opener(page, 'Ten-year yield')).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import saved items' });
  const choose = async (chosen: Parameters<FileChooser['setFiles']>[0]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles(chosen);
  };
  await choose({ name: 'wrong.almanac.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(dialog.getByRole('alert')).toContainText('wrong.almanac.json: This is no file of saved items');
  await choose(file);
  await expect(dialog.getByText('Its id is here already')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(opener(page, 'Ten-year yield (2)')).toBeVisible();

  // The list again, in one file with one receipt.
  await row(page, 'Rates list')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Download again' }).click();
  const written = await ownApp.download(page, () =>
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect((await readFile(written.path, 'utf8')).split('\n', 1)[0]).toBe('date,yields.US10Y');
  await expect(page.getByText(/^Complete: [\d,]+ rows written$/)).toBeVisible();
});
