import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { RETRIES_MS } from './running-app.ts';

test.use({ opensHome: false });

const day = (page: Page): Locator => page.getByRole('textbox', { name: 'Day', exact: true });
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Day' });
const table = (page: Page): Locator => page.getByRole('grid', { name: /^Yields of/ });
const curve = (page: Page): Locator => page.locator('[data-curve]');
const solid = (page: Page): Promise<string | null> =>
  page.locator('[data-compared=""] [data-path=solid]').getAttribute('d');

/** Goes to the curve by its link, and waits for the whole history. */
async function open(page: Page, search = ''): Promise<void> {
  await page.goto(new URL(`/yields${search}`, page.url()).href);
  await isShown(page);
}

async function isShown(page: Page): Promise<void> {
  await expect(slider(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('a day is typed, stepped to by keys, dragged to and taken back; nothing renders while it moves', async ({
  page,
}) => {
  await open(page, '?date=2025-03-08');
  await expect(page.getByText('2025-03-08 is a Saturday: 2025-03-07 is shown.')).toBeVisible();
  await expect(curve(page)).toHaveAccessibleName(/^On 2025-03-07 the curve ran from [\d.]+ % \(1 month\) to/);
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();

  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/yields\?date=2025-03-06$/);
  await page.keyboard.press('Shift+PageUp');
  await expect(page).toHaveURL(/date=2024-03-06$/);
  await page.keyboard.press('Control+ArrowRight');
  await expect(page).toHaveURL(/date=2024-03-20$/);
  await day(page).fill('Mar 15, 2020');
  await day(page).press('Enter');
  await expect(page).toHaveURL(/date=2020-03-15$/);
  await expect(page.getByText('2020-03-15 is a Sunday: 2020-03-13 is shown.')).toBeVisible();

  const box = (await slider(page).boundingBox()) as { x: number; y: number; width: number; height: number };
  const before = await solid(page);
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + 20, { steps: 4 });
  expect(await solid(page)).not.toBe(before);
  // What React draws has not moved yet: field, sentence, address.
  await expect(day(page)).toHaveValue('2020-03-13');
  await expect(page).toHaveURL(/date=2020-03-15$/);
  // So it is dimmed: the sentence, the table, the spreads, the field.
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
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/\/yields$/);
  await expect(page.getByRole('button', { name: 'Newest' })).toBeDisabled();

  await page.keyboard.press('Home');
  await expect(day(page)).toHaveValue(/^19/);
  const first = await day(page).inputValue();
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => solid(page)).not.toBe(await solid(page));
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(day(page)).not.toHaveValue(first);
});

test('a day is compared with spans and dates, and its axis, view and range are in the address @soak', async ({
  page,
}) => {
  await open(page, '?date=2024-07-01&vs=1w,never&range=10Y');
  await expect(
    page.getByText("'never' is neither a day up to today nor one of 1d, 1w, 1m, YTD, 1y."),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const chip = (name: string) => page.getByRole('button', { name: `ompare with ${name}` });
  await expect(chip('a week before')).toHaveAttribute('aria-pressed', 'true');
  await chip('a year before').click();
  await expect(page).toHaveURL(/vs=1w,1y/);
  await chip('another day').click();
  await page.getByRole('textbox', { name: 'Day to compare with' }).fill('2023-07-03');
  await page.getByRole('textbox', { name: 'Day to compare with' }).press('Enter');
  await expect(page).toHaveURL(/vs=1w,1y,2023-07-03/);
  await expect(page.locator('[data-compared="2023-07-03"] [data-path=solid]')).toHaveAttribute('d', /^M/);
  await page.getByText('Yields, %').click();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Tenor',
    'day',
    '1w',
    '1y',
    '23-07-03',
    '10th',
    '90th',
  ]);

  // C takes the shown day among the compared, X the next axis.
  await page.getByRole('heading', { name: 'Alike' }).click();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/vs=1w,1y,2023-07-03,2024-07-01/);
  const even = await solid(page);
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/x=years/);
  await expect.poll(() => solid(page)).not.toBe(even);

  const alike = page.getByRole('button', { name: /^Go to / }).first();
  const date = (await alike.getAttribute('aria-label'))?.replace('Go to ', '') ?? '';
  await alike.click();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(new RegExp(`date=${date}`));

  await page.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  await expect(table(page).getByRole('row').last()).toContainText('Change, bp');
  await page.getByRole('button', { name: 'Month before' }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
  await table(page)
    .getByRole('button', { name: /^Curve of / })
    .first()
    .click();
  await expect(page).not.toHaveURL(/view=month/);
  await isShown(page);

  await page.getByText('History', { exact: true }).click();
  await expect(page).toHaveURL(/view=history/);
  await page.getByText('Less its median').click();
  await expect(page).toHaveURL(/tenor=median/);
  await page.getByRole('combobox', { name: 'Tenor' }).click();
  await page.getByRole('option', { name: '10 years' }).click();
  await expect(
    page.getByRole('img', { name: /^Treasury par yield, 10 years, percentage points/ }),
  ).toBeVisible();
});

test('every number is explained down to its source, by keys and by a click, and a series leads to Explore @soak', async ({
  page,
  explore,
}) => {
  await open(page, '?date=2025-03-07');
  const cells = table(page).locator('[data-cell]');
  await cells.first().focus();
  // One tab stop; arrows go over the numbers.
  expect(
    await cells.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length),
  ).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Explain this number' });
  await expect(panel).toContainText('3 months, change');
  await expect(panel).toContainText(/\(\d\.\d+ − \d\.\d+\) × 100 = −?\d+/);
  await expect(page).toHaveURL(/explain=US3M\.1d/);
  await panel.getByRole('button', { expanded: false }).first().click();
  await expect(panel).toContainText('As the sample has it');
  await panel.getByRole('button', { name: 'Close the explanation' }).click();
  await expect(panel).toHaveCount(0);

  await page
    .getByRole('region', { name: '10 years less 2 years' })
    .getByRole('button', { name: /%$/ })
    .click();
  await expect(panel).toContainText('10 years less 2 years, rank in its history');
  await expect(panel).toContainText('Rank in the last ten years');
  await page
    .getByRole('button', { name: /\d\.\d\d bp$/ })
    .or(panel)
    .first()
    .waitFor();
  await panel.press('Escape');
  await page
    .getByRole('button', { name: /\d bp$/ })
    .first()
    .click();
  await expect(panel).toContainText('Root of the mean of the squared differences of 8 tenors');
  await expect(panel).toContainText('√(Σ d² ÷ 8)');

  await table(page).getByRole('button', { name: '10Y: 10 years, more' }).click();
  await page.getByRole('menuitem', { name: 'Open in Explore' }).click();
  await explore.isDrawn();
  await expect(page).toHaveURL(/explore\?series=yields\.US10Y/);
  await page.goBack();
  await isShown(page);
  await table(page).getByRole('button', { name: '2Y: 2 years, more' }).click();
  await page.getByRole('menuitem', { name: 'Add to chart' }).click();
  await explore.isDrawn();
  await expect(page).toHaveURL(/series=yields\.US10Y,yields\.US2Y/);
});

test('all tenors are taken away as a file, and the day as a sentence @soak', async ({ app, page }) => {
  await open(page, '?date=2025-03-07&vs=1w');
  const sentence = await curve(page).getAttribute('aria-label');
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('menuitem', { name: 'Copy sentence' }).click();
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export data' });
  await dialog.getByText('JSON', { exact: true }).click();
  await expect(dialog).toContainText('6 rows, 15 columns');
  const file = await app.download(page, () => dialog.getByRole('button', { name: 'Export' }).click());
  expect(file.name).toMatch(/^Treasury par yields.*2025-02-28 to 2025-03-07, sample\.json$/);
  await expect(dialog).toContainText(/\d+ of 14 series/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await day(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(day(page)).toHaveValue(sentence ?? 'no sentence');
  await page.keyboard.press('Escape');
});

test('the heat map and the month are images, too @soak', async ({ app, page }) => {
  await open(page, '?date=2025-03-07&view=history');
  const image = () =>
    app.download(page, async () => {
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
    });
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

test.describe('where it is narrow', () => {
  test.use({ viewport: { width: 1024, height: 700 } });
  test('the side has tabs, nothing slides sideways, and axe finds nothing in light and dark @soak', async ({
    page,
  }) => {
    await open(page, '?date=2025-03-07');
    expect(await axeFinds(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Alike' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Alike' })).toBeVisible();
    const isWider = () =>
      page.evaluate(
        () => document.querySelector('#main')?.scrollWidth !== document.querySelector('#main')?.clientWidth,
      );
    expect(await isWider()).toBe(false);
    await page.getByText('Month', { exact: true }).click();
    await expect(table(page)).toBeVisible();
    expect(await axeFinds(page)).toEqual([]);
    expect(await isWider()).toBe(false);
    // As at 200 %: one column.
    await page.getByText('Curve', { exact: true }).click();
    await page.setViewportSize({ width: 720, height: 450 });
    await isShown(page);
    expect(await isWider()).toBe(false);
    const [plot, tabs] = [await curve(page).boundingBox(), await page.getByRole('tablist').boundingBox()];
    expect(tabs?.y).toBeGreaterThan(plot?.y ?? Number.NaN);
  });
});

test.describe('when the service does not answer', () => {
  test.use({ expectedErrors: [/500/], retriesAtOnce: true });
  test('the history that failed is said, the curve of the day still holds, and Retry loads it @soak', async ({
    page,
  }) => {
    const whole = /\/yields\/series=[^?]*\?format=csv/;
    await page.route(whole, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } }),
    );
    await page.goto(new URL('/yields?date=2025-03-07', page.url()).href);
    const alert = page.getByRole('alert').filter({ hasText: 'The history could not be loaded' });
    await expect(alert).toContainText('The curve of this day still holds.', { timeout: RETRIES_MS });
    await expect(curve(page)).toHaveAccessibleName(/^On 2025-03-07/);
    await page.unroute(whole);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await isShown(page);
    await expect(alert).toHaveCount(0);
  });
});
