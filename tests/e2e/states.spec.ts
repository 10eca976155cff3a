import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const WEEK = '2020-04-04';

const tile = (page: Page, code: string): Locator => page.locator(`[data-area=${code}]`);
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Explain this number' });

/** Goes to the map by its link, and waits until all weeks are there. */
async function open(page: Page, search = ''): Promise<void> {
  await page.goto(new URL(`/states${search}`, page.url()).href);
  await expect(page.getByRole('slider', { name: 'Week' })).toBeEnabled();
}

test('the map shows a week in a sentence and 53 tiles, of which each is reached by keys; weeks are stepped, dragged and played', async ({
  page,
}) => {
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

  // While it is dragged the tiles follow, and the address waits.
  const slider = page.getByRole('slider', { name: 'Week' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('No slider');
  await page.mouse.move(box.x + box.width / 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + 8, { steps: 4 });
  await expect(page.locator('[data-part=date]')).not.toHaveText('2020-04-11');
  await expect(page).toHaveURL(/week=2020-04-11$/);
  // The sentence and the side still tell of the week before: they are dimmed.
  await expect(page.locator('[data-dimmed]')).toHaveCount(2);
  const dragged = await page.locator('[data-part=date]').textContent();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`week=${dragged}$`));
  await expect(page.locator('[data-dimmed]')).toHaveCount(0);

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

test('the map and the table are taken away as images, and all areas as a file @soak', async ({
  app,
  page,
}) => {
  await open(page, `?week=${WEEK}&measure=week`);
  const take = async (item: RegExp | string) => {
    await page.getByRole('button', { name: 'Take away' }).click();
    await page.getByRole('menuitem', { name: item }).click();
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

test('axe finds nothing in light and dark, and nothing is cut off at 1024 × 700 and at 200 %: the state map @soak', async ({
  page,
}) => {
  await open(page, `?measure=week&week=${WEEK}&areas=TX,CA&explain=CA`);
  expect(await axeFinds(page)).toEqual([]);
  for (const [width, height] of [
    [720, 450],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      .toBe(true);
  }
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
