import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { takeAway } from './steps.ts';

test.use({ opensHome: false });

/** Title and subtitle of the chart: generated from its lines, or written by the user. */

const QUITS = '?series=jolts.quits_rate_sa&range=5Y';

const word = (page: Page, what: 'title' | 'subtitle') =>
  page.getByRole('button', { name: new RegExp(`, edit the ${what}$`) });
const field = (page: Page, what: 'title' | 'subtitle') =>
  page.getByRole('textbox', { name: `Chart ${what}`, exact: true });

test('a click edits the title in place: it is in the URL and takes part in undo and redo', {
  tag: '@soak',
}, async ({ page, explore }) => {
  await explore.open(QUITS);
  const title = word(page, 'title');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await title.click();
  await expect(field(page, 'title')).toBeFocused();
  await field(page, 'title').fill('  Who quits?  ');
  await field(page, 'title').press('Enter');
  await expect(title).toHaveText(/^Who quits\?/);
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(/[?&]title=Who\+quits%3F/);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await expect(page).not.toHaveURL(/title=/);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(title).toHaveText(/^Who quits\?/);

  await page.reload();
  await explore.isDrawn();
  await expect(title).toHaveText(/^Who quits\?/);
  // An empty title brings the generated one back.
  await title.click();
  await field(page, 'title').fill('');
  await expect(field(page, 'title')).toHaveAttribute('placeholder', 'Quits, rate, SA');
  await field(page, 'title').press('Enter');
  await expect(title).toHaveText(/^Quits, rate, SA/);
  await expect(page).not.toHaveURL(/title=/);
});

test('Enter edits, Escape drops the change, leaving keeps it @soak', async ({ page, explore }) => {
  await explore.open(QUITS);
  const subtitle = word(page, 'subtitle');
  await subtitle.focus();
  await subtitle.press('Enter');
  await field(page, 'subtitle').fill('Nothing');
  await field(page, 'subtitle').press('Escape');
  await expect(subtitle).toBeFocused();
  await expect(subtitle).toHaveText(/^% · Monthly/);
  await subtitle.press('Enter');
  await field(page, 'subtitle').fill('Percent of employment');
  await field(page, 'subtitle').press('Tab');
  await expect(subtitle).toHaveText(/^Percent of employment/);
  await expect(page).toHaveURL(/subtitle=Percent\+of\+employment/);
  // Opening the field without a change is no step of undo.
  await word(page, 'title').press('Enter');
  await field(page, 'title').press('Enter');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page).not.toHaveURL(/subtitle=/);
});

test('title and subtitle are in the image and in the export @soak', async ({ app, page, explore }) => {
  await explore.open(`${QUITS}&title=${encodeURIComponent('Who <quits>?')}&subtitle=In+a+month`);
  const svg = await app.download(page, async () => {
    await takeAway(page, 'Save as SVG');
  });
  const image = await readFile(svg.path, 'utf8');
  expect(image).toContain('>Who &#60;quits&#62;?<');
  expect(image).toContain('>In a month<');
  const dialog = await explore.openExport();
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).check();
  const json = await app.download(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(JSON.parse(await readFile(json.path, 'utf8'))).toMatchObject({
    title: 'Who <quits>?',
    subtitle: 'In a month',
  });
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 1024, height: 700 } });
  test('axe finds no faults in the field in light and dark @soak', async ({ page, explore }) => {
    await explore.open(QUITS);
    await word(page, 'title').click();
    await expect(field(page, 'title')).toBeFocused();
    expect(await axeFinds(page)).toEqual([]);
  });
});
