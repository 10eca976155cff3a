import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, drag, goTo, takeAway } from './steps.ts';

// Each test has its own app, because saved boards remain.
const tiles = (page: Page): Locator => page.getByRole('list', { name: 'Tiles' }).locator('> li');
const titles = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Tiles' }).getByRole('heading').allTextContents();
const handle = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Move ${title}`, exact: true });
/** Waits until no change is left to be stored. */
const isSaved = (page: Page): Promise<void> => expect(page.locator('[data-saved]')).toBeVisible();

async function copy(page: Page, name: string): Promise<void> {
  await goTo(page, '/board');
  await page.getByRole('button', { name: `Copy ${name}` }).click();
  await expect(tiles(page)).toHaveCount(6);
}

test('a copied board is changed by keys, stored automatically, and exported', async ({
  ownApp,
  ownPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await copy(page, 'Labour');
  const before = await titles(page);
  await expect(page.locator('[data-drawn] path[data-series]')).toHaveCount(8);
  // A tile of another screen shows the drawing of that screen and one link to it.
  await expect(page.locator('[data-drawn] [data-area]')).toHaveCount(53);
  const map = page.getByRole('link', { name: /^Week ending .* initial claims in 53 areas; / });
  await expect(map).toHaveAttribute('href', '/states');

  await handle(page, 'Continued claims').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'Continued claims: column 1, row 1' })).toHaveCount(
    1,
  );
  await expect(handle(page, 'Continued claims')).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  // The tile is one row higher, so the tile below it now comes after those beside it.
  const moved = [1, 0, 2, 4, 5, 3].map((at) => before[at]);
  expect(await titles(page)).toEqual(moved);
  await isSaved(page);

  await page.reload();
  await expect(tiles(page)).toHaveCount(6);
  expect(await titles(page)).toEqual(moved);

  await page.getByRole('button', { name: 'Take away' }).click();
  const file = await ownApp.download(page, () => page.getByRole('menuitem', { name: 'Export XLSX' }).click());
  expect(file.name).toMatch(/^Labour, .*sample\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(file.path));
  expect(sheets.map(({ name }) => name)).toEqual([
    'README',
    ...moved.map((title) => (title ?? '').slice(0, 31).trim()),
  ]);
  await expect(page.getByText(/^Complete: [\d,]+ rows written$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Take away' }).click();
  const image = await ownApp.download(page, () => page.getByRole('menuitem', { name: 'as PNG' }).click());
  expect((await readFile(image.path)).subarray(1, 4).toString()).toBe('PNG');
});

test('the tiles of a board share the crosshair @soak', async ({ ownPage: page, ownExplore: explore }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await copy(page, 'Debt');
  await isSaved(page);
  await explore.open('?series=jolts.quits_level_sa,jolts.hires_level_sa&range=5Y');
  await takeAway(page, 'Add to a board…');
  await page.getByRole('dialog').getByRole('button', { name: /^Debt/ }).click();
  await page.getByRole('button', { name: 'Open Debt' }).click();
  await expect(tiles(page)).toHaveCount(7);
  // Tiles below the fold are loaded later.
  await page.setViewportSize({ width: 1440, height: 520 });
  await page.reload();
  await expect(page.locator('[data-later]')).toHaveCount(1);
  await tiles(page).last().scrollIntoViewIfNeeded();
  await expect(page.locator('[data-drawn]')).toHaveCount(7);
  await page.setViewportSize({ width: 1440, height: 900 });

  await tiles(page).first().scrollIntoViewIfNeeded();
  const chart = tiles(page).first().locator('[aria-roledescription=chart]');
  await chart.hover();
  const dates = page.locator('ul[aria-label=Lines] li:first-child span[data-follows]');
  const [first, second] = [dates.nth(0), dates.nth(2)];
  await expect(page.locator('[data-crosshair]:not([hidden])')).toHaveCount(7);
  await expect(second).toHaveText((await first.textContent()) ?? '');

  // A tile that is dragged by its heading onto another takes its place.
  const [one, two] = await titles(page);
  const from = await page.getByRole('heading', { name: one as string }).boundingBox();
  const to = await page.getByRole('heading', { name: two as string }).boundingBox();
  if (!from || !to) throw new Error('The tiles have no headings');
  await drag(page, [from.x + 20, from.y + 8], [to.x + 20, to.y + 10]);
  await expect.poll(() => titles(page)).toEqual([two, one, ...(await titles(page)).slice(2)]);

  expect(await axeFinds(page)).toEqual([]);
  for (const [width, perRow] of [
    [1024, 2],
    [720, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await expect
      .poll(
        async () =>
          new Set(await tiles(page).evaluateAll((all) => all.map((tile) => (tile as HTMLElement).offsetLeft)))
            .size,
      )
      .toBe(perRow);
    const room = page.locator('[data-tiles]');
    expect(await room.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});

test('a wheel over a tile scrolls the board; Save range keeps a zoom @soak', async ({ ownPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await copy(page, 'Debt');
  await isSaved(page);
  await page.reload();
  const room = page.locator('[data-tiles]');
  const chart = tiles(page).first().locator('[aria-roledescription=chart]');
  const from = page.getByRole('textbox', { name: 'From' });
  const stored = await from.inputValue();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeDisabled();

  await chart.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => room.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await expect(from).toHaveValue(stored);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => room.evaluate((element) => element.scrollTop)).toBe(0);

  await chart.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect(from).not.toHaveValue(stored);
  const save = page.getByRole('button', { name: 'Save range' });
  await expect(save).toBeVisible();
  await expect(undo).toBeDisabled();
  await page.reload();
  await expect(from).toHaveValue(stored);
  await expect(save).toHaveCount(0);

  // A drag zooms as well, and Save range keeps the zoom.
  const box = await boxOf(chart);
  await drag(
    page,
    [box.x + box.width / 2, box.y + box.height / 2],
    [box.x + (3 * box.width) / 4, box.y + box.height / 2],
  );
  await expect(undo).toBeDisabled();
  const near = await from.inputValue();
  expect(near).not.toBe(stored);
  await save.click();
  await isSaved(page);
  await expect(undo).toBeEnabled();
  await page.reload();
  await expect(from).toHaveValue(near);
});

const TOO_MUCH =
  'It takes too much work to calculate. Use fewer powers, ln or exp in this chart, or a lower frequency.';

test('a formula that takes too much work shows a sentence instead @soak', async ({
  ownPage: page,
  ownExplore: explore,
}) => {
  const search = new URLSearchParams({
    series: 'yields.US10Y,yields.US2Y',
    formulas: `${Array(14).fill('(a^100-b^100)').join('+')},a-b`,
    range: 'Max',
  });
  await explore.open(`?${search}`);
  await expect(page.getByText(TOO_MUCH).first()).toBeVisible();
  await takeAway(page, 'Add to a board…');
  await page.getByRole('button', { name: 'Make and add' }).click();
  await page.getByRole('button', { name: 'Open New board' }).click();
  await page.getByRole('radiogroup', { name: 'Preset range' }).getByText('Max', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tiles' }).getByText(`c: ${TOO_MUCH}`)).toBeVisible();
  // The chart draws two series and the spread.
  await expect(page.locator('[data-drawn] path[data-series][d^=M]')).toHaveCount(3);
});
