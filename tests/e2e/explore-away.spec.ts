import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { takeAway } from './steps.ts';

test.use({ opensHome: false });

const VIEW =
  '?series=us_debt.total_public_debt_outstanding,us_debt.debt_held_by_public&from=2020-01-01&to=2020-12-31&units=pc1&table=closed';

/** @returns width and height from the header of a PNG (its first chunk, IHDR). */
function sizeOfPng(bytes: Buffer): [number, number] {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('the chart is saved as PNG, twice as large as shown, with title and notes around it', {
  tag: '@soak',
}, async ({ app, page, explore }) => {
  await explore.open(VIEW);
  const take = (name: string) => async () => {
    await page.getByRole('button', { name: 'Take away' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const shown = await explore.chart.locator('svg').first().boundingBox();
  const svg = await app.download(page, take('Save as SVG'));
  const text = await readFile(svg.path, 'utf8');
  expect(svg.name).toMatch(/sample.*\.svg$/);
  expect(text).toContain('Total public debt outstanding');
  expect(text).toContain('Percent change from year ago');
  expect(text).not.toContain('var(--');
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  expect(Number(width)).toBe(Math.round((shown?.width ?? 0) + 32));
  expect(Number(height)).toBeGreaterThan(shown?.height ?? 0);
  const png = await app.download(page, take('Save as PNG'));
  expect(sizeOfPng(await readFile(png.path))).toEqual([2 * Number(width), 2 * Number(height)]);
});

test('a request is copied, and a pasted one opens its chart @browser-only @soak', async ({
  page,
  explore,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await explore.open(VIEW);
  await takeAway(page, /^Copy as Python/);
  // On the screen for a moment only; for screen readers it stays.
  await expect(page.getByText(/Python.* copied$/)).toBeVisible();
  await expect(page.getByText(/Python.* copied\./)).toBeAttached();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  expect(program).toContain('import pandas as pd');
  expect(program).toContain('os.environ');
  expect(program).toMatch(/units=pc1/);
  expect(program).not.toMatch(/alm_/);
  const [, copied = ''] = /^URL = "(.*)"$/m.exec(program) ?? [];
  expect(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/view\?series=/);

  await page.evaluate(() =>
    navigator.clipboard.writeText(
      'http://127.0.0.1:4780/api/v1/economic-data/jolts?series=quits_rate_sa&date_from=2019-01-01&date_to=2019-12-31&units=chg',
    ),
  );
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('option', { name: /Open this API request as a chart/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/series=jolts\.quits_rate_sa&from=2019-01-01&to=2019-12-31&units=chg/);
  await expect(explore.line('jolts.quits_rate_sa')).toBeVisible();
  await expect(explore.chart.getByText('Change, pp', { exact: true })).toBeVisible();
});
