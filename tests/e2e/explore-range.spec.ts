import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf } from './steps.ts';

test.use({ opensHome: false });

const YEARS = '?series=us_debt.total_public_debt_outstanding&from=2015-01-01&to=2020-12-31&table=closed';

/** @returns the range in the URL. */
function rangeOf(page: Page): (string | null)[] {
  const search = new URL(page.url()).searchParams;
  return [search.get('from'), search.get('to')];
}

test('drag, wheel and keys change the range; back undoes the zoom @soak', async ({ page, explore }) => {
  await explore.open(YEARS);
  // From the plot's left edge to its right one: the debt has values on all of these days.
  const box = await boxOf(explore.line('us_debt.total_public_debt_outstanding'));
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  const whole = ['2015-01-01', '2020-12-31'];

  await page.mouse.move(...at(0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.4), { steps: 3 });
  await page.mouse.move(...at(0.5), { steps: 3 });
  await page.mouse.up();
  await expect(explore.from).toHaveValue(/^2016-0[67]-\d\d$/);
  await expect(explore.to).toHaveValue(/^201(7-12|8-01)-\d\d$/);
  const dragged = rangeOf(page);
  expect(dragged).toEqual([await explore.from.inputValue(), await explore.to.inputValue()]);

  await page.mouse.move(...at(0.5));
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => (rangeOf(page)[0] ?? '') > (dragged[0] ?? '')).toBe(true);
  // All zooms together are one step back, to where they began.
  await page.mouse.dblclick(...at(0.5));
  await expect.poll(() => rangeOf(page)).toEqual(whole);

  await explore.chart.focus();
  await page.keyboard.press('+');
  await expect.poll(() => rangeOf(page)).not.toEqual(whole);
  await page.keyboard.press('Alt+r');
  await expect.poll(() => rangeOf(page)).toEqual(whole);

  // Escape leaves the crosshair without moving the mouse.
  await explore.from.focus();
  await page.mouse.move(...at(0.6));
  const said = explore.chart.getByRole('status');
  await expect(said).toContainText(/^20\d\d-\d\d-\d\d: /);
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('');
});

for (const [timezoneId, tag] of [
  ['America/Los_Angeles', ''],
  ['Pacific/Auckland', ' @soak'],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });
    test(`months and open ends are the same days in ${timezoneId}${tag} @soak`, async ({ page, explore }) => {
      await explore.open(YEARS);
      await explore.from.fill('Mar 2016');
      await page.keyboard.press('Enter');
      await expect(explore.from).toHaveValue('2016-03-01');
      await explore.to.fill('Mar 2018');
      await page.keyboard.press('Enter');
      await expect(explore.to).toHaveValue('2018-03-31');
      for (const tick of ['Apr 2016', 'Jan 2017', 'Jan 2018'])
        await expect(explore.chart.locator('svg').getByText(tick, { exact: true })).toBeAttached();
      await explore.to.fill('latest');
      await page.keyboard.press('Enter');
      await expect.poll(() => rangeOf(page)).toEqual(['2016-03-01', null]);
      await explore.from.fill('since Feb 2020');
      await page.keyboard.press('Enter');
      await expect.poll(() => rangeOf(page)).toEqual(['2020-02-01', null]);

      const more = page.getByRole('button', { name: 'More ranges' });
      await more.click();
      await page.getByRole('menuitem', { name: 'Since Dec 2007' }).click();
      await expect.poll(() => rangeOf(page)).toEqual(['2007-12-01', null]);
      await expect(explore.from).toHaveValue('2007-12-01');
      await more.click();
      const year = page.getByRole('menuitem', { name: /^Last year/ });
      const name = (await year.textContent())?.match(/\d{4}/)?.[0];
      await year.click();
      await expect.poll(() => rangeOf(page)).toEqual([`${name}-01-01`, `${name}-12-31`]);
      await explore.chart.press('[');
      await expect(explore.preset('Max')).toBeChecked();
      await explore.chart.press('[');
      await expect(explore.preset('10Y')).toBeChecked();
    });
  });
}
