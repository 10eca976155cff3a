import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test.use({ opensHome: false });

/** Where the head cells of all tables are: from the table's edge, and how wide. */
function heads(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) =>
      [...table.querySelectorAll('thead :is(th, td)')].map((cell) => {
        const { left, width } = cell.getBoundingClientRect();
        return `${Math.round(left - table.getBoundingClientRect().left)} ${Math.round(width)}`;
      }),
    ),
  );
}

/** Puts a long word into the first row of every table, as a row may bring it that is loaded, changed or scrolled into sight. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const row of document.querySelectorAll('main tbody tr:has(td + td)'))
      for (const cell of row.querySelectorAll('td')) cell.append('9'.repeat(40));
  });
}

for (const [name, path] of [
  ['datasets', '/data'],
  ['members', '/constituents?view=table'],
  ['areas', '/states?view=table'],
  ['a release', '/release?dataset=us_debt'],
] as const) {
  test(`the columns of ${name} stay where they are, whatever their rows bring`, async ({ page }) => {
    await goTo(page, path);
    await expect(page.locator('main tbody tr:has(td + td)').first()).toBeVisible();
    const before = await heads(page);
    expect(before.length).toBeGreaterThan(2);
    await lengthen(page);
    expect(await heads(page)).toEqual(before);
  });
}

test('the columns of members stay where they are while the rows scroll and are sorted', async ({ page }) => {
  await goTo(page, '/constituents?view=table');
  const table = page.getByRole('region', { name: /^Members of / });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  const before = await heads(page);
  await table.press('End');
  await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  expect(await heads(page)).toEqual(before);
  for (const name of ['Sector', 'Name', 'Ticker']) {
    await table.getByRole('button', { name, exact: false }).first().click();
    expect(await heads(page)).toEqual(before);
  }
});
