import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, goTo, takeAway, withFinger } from './steps.ts';

test.use({ opensHome: false });

const WEEK = '2020-04-04';

const tile = (page: Page, code: string): Locator => page.locator(`[data-area=${code}]`);
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Explain this number' });

/** Opens the map by its link, and waits until all weeks are loaded. */
async function open(page: Page, search = ''): Promise<void> {
  await goTo(page, `/states${search}`);
  await expect(page.getByRole('slider', { name: 'Week' })).toBeEnabled();
}

test('the map has a sentence and 53 tiles; weeks are stepped and played', async ({ page }) => {
  await open(page, `?week=${WEEK}`);
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
  await expect(
    page.getByText(/^Week ending 2020-04-04: [\d,]+ initial claims in 53 areas; most per /),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /: \d+\.\d\d per thousand covered$/ })).toHaveCount(53);
  await tile(page, 'CA').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'UT')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/explain=NV$/);
  await panel(page)
    .getByRole('button', { name: /^Covered employment, report of 2020-04-04/ })
    .click();
  await expect(panel(page)).toContainText('Sample data');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(tile(page, 'NV')).toBeFocused();

  await page.keyboard.press(']');
  await expect(page).toHaveURL(/week=2020-04-11$/);

  // During a drag the tiles follow, but the address waits.
  const slider = page.getByRole('slider', { name: 'Week' });
  const box = await boxOf(slider);
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + 8, { steps: 4 });
  await expect(page.locator('[data-part=date]')).not.toHaveText('2020-04-11');
  await expect(page).toHaveURL(/week=2020-04-11$/);
  // The sentence and the field of the week change after the drag.
  const dragged = await page.locator('[data-part=date]').textContent();
  await expect(page.getByText(`Week ending ${dragged}: `)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Week', exact: true })).toHaveValue(dragged ?? '');
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`week=${dragged}$`));

  await page
    .getByRole('radiogroup', { name: /^Speed/ })
    .getByText('13', { exact: true })
    .click();
  await page.keyboard.press('p');
  await expect(page.locator('[data-part=date]')).not.toHaveText(dragged ?? '');
  await expect(page).toHaveURL(new RegExp(`week=${dragged}$`));
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page).not.toHaveURL(new RegExp(`week=${dragged}$`));
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/\/states$/);
});

test('on a phone nothing overlaps the tiles; a tap selects @soak', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const measure of ['thousand', 'persons', 'unusual']) {
    await open(page, `?week=${WEEK}&measure=${measure}`);
    await expect(tile(page, 'CA').locator('[data-part=value]')).not.toHaveText('');
    expect(await page.evaluate(coveredTiles)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await withFinger(page, async ({ tap, slide }) => {
    const middle = async (code: string) => {
      const box = await boxOf(tile(page, code));
      return { x: box.x + box.width / 2, y: box.y + 12 };
    };
    await tile(page, 'OK').scrollIntoViewIfNeeded();
    await tap(await middle('OK'));
    await expect(tile(page, 'OK')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await expect(page).toHaveURL(/explain=OK$/);
    await page.keyboard.press('Escape');
    const before = await middle('OK');
    await slide(before, { x: before.x, y: before.y - 200 });
    await expect.poll(async () => (await middle('OK')).y).toBeLessThan(before.y - 60);
    await expect(page).toHaveURL(/areas=OK$/);
    const slider = page.getByRole('slider', { name: 'Week' });
    await slider.scrollIntoViewIfNeeded();
    const box = await boxOf(slider);
    await slide({ x: box.x + 20, y: box.y + 20 }, { x: box.x + box.width - 20, y: box.y + 22 });
    await expect(page).not.toHaveURL(new RegExp(`week=${WEEK}`));
  });
});

/** @returns texts that overlap another tile or exceed their own, and tiles that are too near (24 px). */
function coveredTiles(): string[] {
  const tiles = [...document.querySelectorAll<SVGGElement>('[data-area]')].map((one) => ({
    one,
    box: (one.querySelector('rect') as SVGRectElement).getBoundingClientRect(),
  }));
  const texts = [...document.querySelectorAll<SVGTextElement>('svg[data-image] text')];
  const covered = texts.flatMap((text) => {
    const own = text.getBoundingClientRect();
    return tiles.flatMap(({ one, box }) =>
      one.contains(text)
        ? own.left < box.left - 2 || own.right > box.right + 2 || own.bottom > box.bottom + 1
          ? [`${text.textContent} is too large for ${one.dataset.area}`]
          : []
        : own.right > box.left && own.left < box.right && own.bottom > box.top + 2 && own.top < box.bottom - 2
          ? [`${text.textContent} is over ${one.dataset.area}`]
          : [],
    );
  });
  const [first, second] = ['WA', 'ID'].map(
    (code) => tiles.find(({ one }) => one.dataset.area === code)?.box.left,
  );
  return (second as number) - (first as number) < 24 ? [...covered, 'The tiles are too near'] : covered;
}

test('with forced colours the bars keep their colours, and a selected area keeps its outline @soak', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, `?week=${WEEK}&areas=CA`);
  const colours = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  expect(await colours('aside [data-way=rise]')).toEqual(['rgb(217, 129, 47)']);
  await expect(page.locator('aside [data-selected]')).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: null });
});

test('map and table are exported as images, all areas as a file @soak', async ({ app, page }) => {
  await open(page, `?week=${WEEK}&measure=week`);
  const take = async (item: RegExp | string) => {
    await takeAway(page, item);
  };
  const image = await app.download(page, () => take('Save as SVG'));
  expect(image.name).toBe('Initial claims by state, change on week, week ending 2020-04-04, sample.svg');
  const drawing = await readFile(image.path, 'utf8');
  expect(drawing).toContain('Sample data, made up');
  expect(drawing).not.toContain('var(');
  await page.getByRole('radiogroup', { name: 'Form' }).getByText('Table', { exact: true }).click();
  const table = await app.download(page, () => take('Save as SVG'));
  const text = await readFile(table.path, 'utf8');
  expect(text).toContain('>District of Columbia DC</text>');
  expect(text.match(/ DC<\/text>|<path d="M0 /g)).toHaveLength(56);
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export data' });
  const file = await app.download(page, () =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  const [head = '', ...rows] = (await readFile(file.path, 'utf8')).trim().split('\n');
  expect(head.split(',')).toHaveLength(54);
  expect(rows).toHaveLength(1);
});

test('axe finds nothing in light and dark: the state map @soak', async ({ page }) => {
  // In a larger window the two lists stand one above the other, without tabs.
  await page.setViewportSize({ width: 1180, height: 720 });
  await open(page, `?measure=week&week=${WEEK}&areas=TX,CA&explain=CA`);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close the explanation' }).click();
  const side = page.getByRole('complementary', { name: 'Rank and who moved the nation' });
  await side.getByRole('tab', { name: 'Who moved the nation' }).click();
  await expect(side.getByRole('button', { name: 'Explain the change of 44 others' })).toBeVisible();
  const forms = page.getByRole('radiogroup', { name: 'Form' });
  await forms.getByText('Lines', { exact: true }).click();
  await tile(page, 'CA').hover({ position: { x: 10, y: 40 } });
  await expect(page.locator('[data-part=date]')).not.toHaveText(WEEK);
  await forms.getByText('Table', { exact: true }).click();
  expect(await axeFinds(page)).toEqual([]);
});
