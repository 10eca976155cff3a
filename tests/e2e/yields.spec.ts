import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { boxOf, goTo, takeAway, withFinger } from './steps.ts';

test.use({ opensHome: false });

const day = (page: Page): Locator => page.getByRole('textbox', { name: 'Day', exact: true });
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Day' });
const table = (page: Page): Locator => page.getByRole('grid', { name: /^Yields of/ });
const curve = (page: Page): Locator => page.locator('[data-curve]');
const solid = (page: Page): Promise<string | null> =>
  page.locator('[data-compared=""] [data-path=solid]').getAttribute('d');

/** Opens the curve by its link, and waits for the whole history. */
async function open(page: Page, search = ''): Promise<void> {
  await goTo(page, `/yields${search}`);
  await isShown(page);
}

async function isShown(page: Page): Promise<void> {
  await expect(slider(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('a day is typed, stepped to, dragged to, played and explained', async ({ page }) => {
  await open(page, '?date=2025-03-08');
  await expect(curve(page)).toHaveAccessibleName(/^On 2025-03-07 the curve ran from [\d.]+ % \(1 month\) to/);
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();

  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/yields\?date=2025-03-06$/);
  await day(page).fill('Mar 15, 2020');
  await day(page).press('Enter');
  await expect(page).toHaveURL(/date=2020-03-15$/);
  await expect(day(page)).toHaveValue('2020-03-13');

  const box = await boxOf(slider(page));
  const before = await solid(page);
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + 20, { steps: 4 });
  expect(await solid(page)).not.toBe(before);
  // The parts that React draws have not changed yet: field, sentence, address.
  await expect(day(page)).toHaveValue('2020-03-13');
  await expect(page).toHaveURL(/date=2020-03-15$/);
  // The sentence, the table, the spreads and the field are dimmed, because they still show the old day.
  const dimmed = page.locator('[data-dimmed]');
  await expect(dimmed).toHaveCount(5);
  await expect(dimmed.filter({ has: table(page) })).toHaveCSS('opacity', '0.45');
  const during = await solid(page);
  await page.mouse.up();
  await expect(day(page)).not.toHaveValue('2020-03-13');
  const shown = await day(page).inputValue();
  await expect(page).toHaveURL(new RegExp(`date=${shown}$`));
  expect(await solid(page)).toBe(during);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', shown);
  await expect(dimmed).toHaveCount(0);
  await page.goBack();
  await expect(day(page)).toHaveValue('2020-03-13');

  await page.keyboard.press('Home');
  await expect(day(page)).toHaveValue(/^19/);
  const first = await day(page).inputValue();
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => solid(page)).not.toBe(await solid(page));
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(day(page)).not.toHaveValue(first);

  // Opens the explanation down to its source; closing it returns the focus.
  await table(page).locator('[data-cell="2,0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Explain this number' });
  await expect(panel).toContainText('As in the sample');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(table(page).locator('[data-cell="3,0"]')).toBeFocused();
});

test('a plot that appears under a resting pointer shows no line until the pointer moves @soak', async ({
  page,
}) => {
  await open(page);
  const box = await boxOf(curve(page));
  const pointed = page.locator('[data-curve] [role=presentation] > *');
  // The plot appears without a new document, in which the browser would wait for the first move.
  await page.getByRole('link', { name: 'State map' }).click();
  await expect(curve(page)).toHaveCount(0);
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.goBack();
  await isShown(page);
  await expect(pointed).toHaveCount(2);
  for (const one of await pointed.all()) await expect(one).toBeHidden();
  await page.mouse.move(box.x + 205, box.y + 60);
  for (const one of await pointed.all()) await expect(one).toBeVisible();
  await page.mouse.move(box.x + 200, 5);
  for (const one of await pointed.all()) await expect(one).toBeHidden();
});

test('a tap explains or selects a day; a sliding finger scrolls @soak', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '?date=2020-03-13');
  await withFinger(page, async ({ tap, slide }) => {
    const plot = await boxOf(curve(page));
    await tap({ x: plot.x + plot.width / 2, y: plot.y + 60 });
    await expect(page).toHaveURL(/explain=/);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/explain=/);
    await slider(page).scrollIntoViewIfNeeded();
    const { x, y, width } = await boxOf(slider(page));
    const middle = x + width / 2;
    await slide({ x: middle, y: y + 40 }, { x: middle, y: y - 160 });
    await expect.poll(async () => (await boxOf(slider(page))).y).toBeLessThan(y - 40);
    await expect(page).toHaveURL(/\?date=2020-03-13$/);
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '2020-03-13');
    let now = await boxOf(slider(page));
    await expect(async () => {
      const before = now;
      now = await boxOf(slider(page));
      expect(now.y).toBe(before.y);
    }).toPass();
    await slide({ x: middle, y: now.y + 40 }, { x: middle + 60, y: now.y + 42 });
    await expect(page).not.toHaveURL(/\?date=2020-03-13$/);
    await tap({ x: x + 60, y: now.y + 30 });
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^19/);
  });
});

test('tenors are exported as a file, heat map and month as images @soak', async ({ app, page }) => {
  await open(page, '?date=2025-03-07&vs=1w');
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export data' });
  await dialog.getByText('JSON', { exact: true }).click();
  await expect(dialog).toContainText('6 rows, 15 columns');
  const file = await app.download(page, () => dialog.getByRole('button', { name: 'Export' }).click());
  expect(file.name).toMatch(/^Treasury par yields.*2025-02-28 to 2025-03-07, sample\.json$/);
  await expect(dialog).toContainText(/\d+ of 14 series/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByText('History', { exact: true }).click();
  const image = () => app.download(page, () => takeAway(page, 'Save as SVG'));
  const heat = await image();
  expect(heat.name).toMatch(/^Treasury par yields, .* to .*, sample\.svg$/);
  const drawing = await readFile(heat.path, 'utf8');
  expect(drawing).toMatch(/<image [^>]*href="data:image\/png;base64,/);
  expect(drawing).toContain('Hatched: not published');
  expect(drawing).not.toContain('var(');
  await page.getByText('Month', { exact: true }).click();
  const month = await image();
  expect(month.name).toBe('Treasury par yields, 2025-03, sample.svg');
  const text = await readFile(month.path, 'utf8');
  for (const shown of await table(page).locator('td').allTextContents())
    expect(text).toContain(`>${shown}</text>`);
  expect(text).toContain('>Change, bp</text>');
});

test('in a narrow window the side panel has tabs, and axe finds nothing @soak', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, '?date=2025-03-07');
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Alike' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Alike' })).toBeVisible();
  await page.getByText('Month', { exact: true }).click();
  await expect(table(page)).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  // At 200 % the screen has one column.
  await page.getByText('Curve', { exact: true }).click();
  await page.setViewportSize({ width: 720, height: 450 });
  await isShown(page);
  expect((await boxOf(page.getByRole('tablist'))).y).toBeGreaterThan((await boxOf(curve(page))).y);
});
