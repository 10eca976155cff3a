import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { dayNumber } from '../../service/calendar/dates.ts';
import { openWriter } from '../../service/store/index.ts';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { railLink, saveView } from './steps.ts';

/** Publishes quits with the time of their download; real data replace the sample. */
function publish(dataDir: string, fetchedAt: string, rows: [date: string, value: string][]): void {
  const writer = openWriter(dataDir);
  const open = writer.begin({
    ...{
      kind: 'import',
      dataset: 'jolts',
      origin: 'file',
      source: 'long-csv',
      location: 'q.csv',
      sha256: '',
    },
    fetchedAt,
  });
  const series = open.series({ dataset: 'jolts', code: 'quits_level_sa', area: '' });
  for (const [i, [date, value]] of rows.entries())
    open.observation(series, dayNumber(date) as number, value, i + 1);
  open.commit();
  writer.close();
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Saved items' }).getByRole('row').filter({ hasText: name });
const opener = (page: Page, name: string): Locator =>
  row(page, name).getByRole('button', { name, exact: true });

test('a frozen view shows its saved values, and the current ones on request', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  const { dataDir } = ownApp;
  publish(dataDir, '2026-11-10T08:00:00.000Z', [
    ['2025-01-01', '3400'],
    ['2025-02-01', '3500'],
  ]);
  await explore.open('?series=jolts.quits_level_sa');
  await saveView(page, 'Quits, May note', (dialog) =>
    dialog.getByRole('checkbox', { name: 'Freeze the numbers' }).check(),
  );
  await expect(page.getByText('Same as saved')).toBeVisible();

  publish(dataDir, '2026-11-12T08:00:00.000Z', [
    ['2025-02-01', '3555'],
    ['2025-03-01', '3600'],
  ]);
  await railLink(page, 'Saved').click();
  await page.reload();
  await expect(row(page, 'Quits, May note')).toContainText('Frozen · 1 of 2 revised, 1 new');
  // The search opens the view as the screen Saved does.
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('May note');
  // Not the setting of the start screen, which has the same name.
  await page.locator('[role=option][value^="item:"]').filter({ hasText: 'Quits, May note' }).click();
  await explore.isDrawn();
  await expect(page.getByText('As known on 2026-11-10 08:00 UTC.')).toBeVisible();
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-02-01' })).toContainText('3,500');
  await expect(explore.table).not.toContainText('2025-03-01');
  await page.getByRole('button', { name: 'Compare with current values' }).click();
  await expect(page.getByText('Now, dashed: 1 of 2 revised, 1 new.')).toBeVisible();
  await expect(explore.line('jolts.quits_level_sa@now')).toBeVisible();
  await page.getByRole('button', { name: 'Show current' }).click();
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-02-01' })).toContainText('3,555');
});

test('after another window’s save, a person chooses which version to keep @browser-only @soak', async ({
  ownPage: page,
  ownExplore: explore,
}) => {
  await explore.open('?series=yields.US10Y&range=5Y');
  await saveView(page, 'Ten years');
  const save = async (theirs: string) => {
    await page.route('**/host/save-item', async (route) => {
      const asked = route.request().postDataJSON() as { content: object };
      const content = { ...asked.content, address: `/explore?series=yields.US10Y&range=${theirs}` };
      await route.fetch({ postData: { ...asked, content } });
      await route.continue();
      await page.unroute('**/host/save-item');
    });
    await page.getByText('1Y', { exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await page.keyboard.press('Control+s');
  };
  const dialog = page.getByRole('dialog', { name: /^Changed in another window at/ });
  const ranges = dialog.getByRole('row').filter({ hasText: 'View' });
  await save('Max');
  await expect(ranges).toContainText('range=1Y');
  await expect(ranges).toContainText('range=Max');
  expect(await axeFinds(page)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Take theirs' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/range=Max/);
  await save('10Y');
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/range=1Y/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

test('items are exported, imported again and downloaded @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  await explore.open('?series=yields.US10Y&range=5Y');
  await saveView(page, 'Rates list', (dialog) => dialog.getByText('List of 1 series').click());
  await saveView(page, 'Ten years');
  await railLink(page, 'Saved').click();
  await opener(page, 'Ten years').focus();
  await page.keyboard.press('ArrowDown');
  await expect(opener(page, 'Rates list')).toBeFocused();
  const more = row(page, 'Ten years').getByRole('button', { name: /^Actions/ });
  await more.click();
  await expect(page.getByRole('menu', { name: 'Actions for Ten years' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const details = page
    .getByRole('complementary', { name: 'Details' })
    .or(page.getByRole('dialog', { name: 'Details' }));
  await expect(details.getByRole('textbox', { name: 'Note' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await details.getByRole('button', { name: 'Close the details' }).click();

  await more.click();
  await page.getByRole('menuitem', { name: 'Export file' }).click();
  const { path: file, name } = await ownApp.download(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Export file' }).click(),
  );
  expect(name).toBe('Ten years.almanac.json');
  await opener(page, 'Ten years').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Ten years')).toHaveCount(0);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import saved items' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles(file);
  await expect(dialog.getByText('Its id is here already')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(opener(page, 'Ten years (2)')).toBeVisible();

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
