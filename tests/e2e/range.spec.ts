import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf } from './steps.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding';
const YEAR = `${DEBT}&from=2020-01-01&to=2020-12-31`;

test('presets set the range that the fields show', async ({ explore }) => {
  await explore.open(DEBT);
  await explore.choosePreset('1Y');
  const years = async (): Promise<number> => {
    const [from, to] = [await explore.from.inputValue(), await explore.to.inputValue()];
    return from.slice(4) === to.slice(4) ? Number(to.slice(0, 4)) - Number(from.slice(0, 4)) : Number.NaN;
  };
  await expect.poll(years).toBe(1);
  const from = await explore.from.inputValue();
  await explore.choosePreset('Max');
  await expect.poll(async () => (await explore.from.inputValue()) < from).toBe(true);
  await explore.isDrawn();
});

test('the hint of a date field disappears once the date is accepted @soak', async ({ page, explore }) => {
  await explore.open(YEAR);
  const hint = page.getByText(/^Type /).first();
  await explore.from.focus();
  await expect(hint).toBeVisible();
  await explore.type('from', '2019');
  await expect(explore.from).toHaveValue('2019-01-01');
  await expect(hint).toBeHidden();
  await explore.from.fill('2019-13');
  const problem = page.locator('[role=status]:visible').filter({ hasText: /month/i });
  await expect(problem).toBeVisible();
  await explore.from.press('Enter');
  await expect(problem).toBeVisible();
});

test('a typed year or month means its first or last day', { tag: '@soak' }, async ({ page, explore }) => {
  await explore.open(YEAR);
  await explore.type('from', '2019');
  await expect(explore.from).toHaveValue('2019-01-01');
  await explore.type('to', '2020-02');
  await expect(explore.to).toHaveValue('2020-02-29');
  await expect(page).toHaveURL(/from=2019-01-01&to=2020-02-29/);
  // Either field accepts a text with both ends.
  await explore.to.fill('FY2018 to 3/15/2019');
  await expect(page.getByText('2017-10-01 to 2019-03-15.')).toBeVisible();
  await explore.to.press('Enter');
  await expect(page).toHaveURL(/from=2017-10-01&to=2019-03-15/);
  await explore.type('from', '5y');
  await expect(page).toHaveURL(/range=5Y/);
  await explore.isDrawn();
});

/** Text typed in a field, and the sentence about it. */
const WRONG = [
  ['to', '2021-02-29', 'There is no such day: 2021-02 ends on 2021-02-28.'],
  ['to', '2199-01-01', /^2199-01-01 is in the future\. The latest day is today, \d{4}-\d{2}-\d{2}\.$/],
  ['from', '2021-06-01', 'The range would begin on 2021-06-01 and end before that, on 2020-12-31.'],
  ['from', 'soon', /^'soon' is not a date\. Type 2020, .* or -5Y\.$/],
] as const;

test('a text that cannot be a date is explained during typing @soak', async ({ page, explore }) => {
  await explore.open(YEAR);
  for (const [end, typed, explanation] of WRONG)
    await test.step(typed, async () => {
      const field = explore[end];
      const before = end === 'from' ? '2020-01-01' : '2020-12-31';
      await expect(field).toHaveValue(before);
      await field.fill(typed);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(explanation);
      await field.press('Enter');
      await expect(field).toHaveAccessibleDescription(explanation);
      await field.press('Escape');
      await expect(field).toHaveValue(before);
      await expect(page).toHaveURL(/from=2020-01-01&to=2020-12-31/);
    });
});

const CLOSED = `${DEBT}&table=closed`;

test('a range counted back from the end stays relative, and ends with the latest value @soak', async ({
  page,
  explore,
}) => {
  await explore.open(CLOSED);
  const latest = await explore.to.inputValue();
  await explore.from.fill('-18m');
  await expect(explore.from).toHaveAccessibleDescription(
    `18 months before ${latest}. It moves on with new data.`,
  );
  await explore.from.press('Enter');
  await expect(page).toHaveURL(/range=-18M/);
  await expect(page).not.toHaveURL(/from=|to=/);
  const bar = page.getByRole('group', { name: 'Range' });
  await expect(bar.getByText('−18M')).toBeVisible();
  await expect(explore.to).toHaveValue(latest);
  const from = await explore.from.inputValue();
  await page.reload();
  await expect(explore.from).toHaveValue(from);
  await expect(bar.getByText('−18M')).toBeVisible();

  await explore.type('from', '-5Y');
  await expect(explore.preset('5Y')).toBeChecked();
  // A new start keeps the end moving with the data; a new end does not.
  await explore.type('from', '2019');
  await expect(page).toHaveURL(/from=2019-01-01(?!.*to=)/);
  await explore.type('to', '2020');
  await expect(page).toHaveURL(/from=2019-01-01&to=2020-12-31/);
  await explore.from.fill('-1Y');
  await expect(explore.from).toHaveAccessibleDescription('1 year before 2020-12-31.');
  await explore.from.press('Enter');
  await expect(page).toHaveURL(/from=2019-12-31&to=2020-12-31/);
});

test('a range is saved under a name, chosen again, and removed @soak', async ({ page, explore }) => {
  await explore.open(`${CLOSED}&from=2020-02-01&to=2021-12-31`);
  const more = page.getByRole('button', { name: 'More ranges' });
  await explore.chooseRange('Save this range…');
  const name = page.getByRole('textbox', { name: 'Name of the range on the screen' });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('2020-02-01 to 2021-12-31');
  await name.fill('Pandemic');
  await name.press('Enter');
  await expect(name).toHaveCount(0);
  await expect(more).toBeFocused();
  await explore.choosePreset('Max');
  await page.reload();
  await explore.isDrawn();
  await explore.chooseRange('Pandemic');
  await expect(page).toHaveURL(/from=2020-02-01&to=2021-12-31/);
  await explore.chooseRange('Save this range, or remove one…');
  await page.getByRole('button', { name: 'Remove Pandemic' }).click();
  await expect(page.getByRole('list', { name: 'Saved ranges' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Save this range…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Pandemic' })).toHaveCount(0);
});

test('presets shorter than two periods cannot be chosen, and say why @soak', async ({ page, explore }) => {
  await explore.open('?series=jolts.quits_rate_sa&table=closed');
  await expect(explore.preset('1M')).toBeDisabled();
  await expect(explore.preset('3M')).toBeEnabled();
  await expect(page.getByTitle(/^Too short: the frequency is monthly/)).toHaveText('1M');
  await explore.choosePreset('3M');
  await explore.chart.press('[');
  await explore.chart.press(']');
  await expect(explore.preset('6M')).toBeChecked();
  await explore.open(CLOSED);
  await expect(explore.preset('1M')).toBeEnabled();
});

test('a lower frequency is suggested until it is dismissed @soak', async ({ page, explore }) => {
  await explore.open(CLOSED);
  const chip = page.getByRole('group', { name: 'Suggested frequency' });
  await chip.getByRole('button', { name: 'Show monthly?' }).click();
  await expect(page).toHaveURL(/frequency=m/);
  await expect(chip).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/frequency=/);
  await chip.getByRole('button', { name: 'Suggest no frequency' }).click();
  await expect(chip).toHaveCount(0);
  await page.reload();
  await explore.isDrawn();
  await expect(chip).toHaveCount(0);
});

test('an index date is typed, or chosen as the beginning of a recession @soak', async ({ page, explore }) => {
  await explore.open('?series=us_debt.total_public_debt_outstanding&units=nbd&table=closed');
  await explore.openOptions();
  const field = page.getByRole('combobox', { name: 'Index date' });
  await field.fill('2020-02');
  await expect(field).toHaveAccessibleDescription('From the first day of 2020-02, 2020-02-01.');
  await field.press('Enter');
  await expect(page).toHaveURL(/index_date=2020-02-01/);
  await expect(field).toHaveValue('2020-02-01');
  await field.fill('2008Q3');
  await field.press('Enter');
  await expect(page).toHaveURL(/index_date=2008-07-01/);
  await field.fill('-5Y');
  await expect(field).toHaveAccessibleDescription(/^5 years before \d{4}-\d\d-\d\d\.$/);
  await field.press('Enter');
  await expect(page).toHaveURL(/index_date=20[12]\d-/);
  await field.fill('soon');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/'soon' is not a date/);
  await field.press('Enter');
  await expect(page).toHaveURL(/index_date=20[12]\d-/);
  await field.fill('');
  await expect(page.getByRole('option')).toHaveText(['Feb 2020', 'Dec 2007', 'Mar 2001']);
  await page.getByRole('option', { name: 'Dec 2007' }).click();
  await expect(page).toHaveURL(/index_date=2007-12-01/);
  await expect(field).toHaveValue('2007-12-01');
  await field.fill('');
  await field.press('Enter');
  await expect(page).not.toHaveURL(/index_date/);
});

const YEARS = '?series=us_debt.total_public_debt_outstanding&from=2015-01-01&to=2020-12-31&table=closed';

function datesOf(page: Page): (string | null)[] {
  const search = new URL(page.url()).searchParams;
  return [search.get('from'), search.get('to')];
}

test('drag, wheel and keys change the range; back undoes the zoom @soak', async ({ page, explore }) => {
  await explore.open(YEARS);
  // From the left to the right edge of the plot: the debt has values on all of these days.
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
  const dragged = datesOf(page);
  expect(dragged).toEqual([await explore.from.inputValue(), await explore.to.inputValue()]);

  await page.mouse.move(...at(0.5));
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => (datesOf(page)[0] ?? '') > (dragged[0] ?? '')).toBe(true);
  // All zooms together are one step back, to the range before them.
  await page.mouse.dblclick(...at(0.5));
  await expect.poll(() => datesOf(page)).toEqual(whole);

  await explore.chart.focus();
  await page.keyboard.press('+');
  await expect.poll(() => datesOf(page)).not.toEqual(whole);
  await page.keyboard.press('Alt+r');
  await expect.poll(() => datesOf(page)).toEqual(whole);

  // Escape removes the crosshair while the mouse rests.
  await explore.from.focus();
  await page.mouse.move(...at(0.6));
  const said = explore.said;
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
      await explore.type('from', 'Mar 2016');
      await expect(explore.from).toHaveValue('2016-03-01');
      await explore.type('to', 'Mar 2018');
      await expect(explore.to).toHaveValue('2018-03-31');
      for (const tick of ['Apr 2016', 'Jan 2017', 'Jan 2018'])
        await expect(explore.chart.locator('svg').getByText(tick, { exact: true })).toBeAttached();
      await explore.type('to', 'latest');
      await expect.poll(() => datesOf(page)).toEqual(['2016-03-01', null]);
      await explore.type('from', 'since Feb 2020');
      await expect.poll(() => datesOf(page)).toEqual(['2020-02-01', null]);

      const more = page.getByRole('button', { name: 'More ranges' });
      await explore.chooseRange('Since Dec 2007');
      await expect.poll(() => datesOf(page)).toEqual(['2007-12-01', null]);
      await expect(explore.from).toHaveValue('2007-12-01');
      await more.click();
      const year = page.getByRole('menuitem', { name: /^Last year/ });
      const name = (await year.textContent())?.match(/\d{4}/)?.[0];
      await year.click();
      await expect.poll(() => datesOf(page)).toEqual([`${name}-01-01`, `${name}-12-31`]);
      await explore.chart.press('[');
      await expect(explore.preset('Max')).toBeChecked();
      await explore.chart.press('[');
      await expect(explore.preset('10Y')).toBeChecked();
    });
  });
}

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland', 'UTC']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });
    test(`dates are the publisher's own in ${timezoneId}${timezoneId === 'Pacific/Auckland' ? '' : ' @soak'}`, async ({
      page,
      explore,
    }) => {
      // The first view may still be loading its own range.
      const asked = page.waitForRequest(/us_debt\?.*date_from=2020-01-01&date_to=2020-12-31$/);
      await explore.open(YEAR);
      await asked;
      await explore.openTable();
      const first = explore.table.getByRole('row').nth(1);
      await expect(first.getByRole('rowheader')).toHaveText('2020-12-31');
      await explore.chart.focus();
      await page.keyboard.press('End');
      await expect(explore.said).toContainText(/^2020-12-31: .*\d/);
      await explore.choosePreset('Max');
      await expect(explore.from).toHaveValue('1993-04-01');
    });
  });
}
