import { expect, test } from './fixtures.ts';

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

test('the hint of a date field goes once the date is taken @soak', async ({ page, explore }) => {
  await explore.open(YEAR);
  const hint = page.getByText(/^Type /).first();
  await explore.from.focus();
  await expect(hint).toBeVisible();
  await explore.from.fill('2019');
  await explore.from.press('Enter');
  await expect(explore.from).toHaveValue('2019-01-01');
  await expect(hint).toBeHidden();
  await explore.from.fill('2019-13');
  const problem = page.locator('[role=status]:visible').filter({ hasText: /month/i });
  await expect(problem).toBeVisible();
  await explore.from.press('Enter');
  await expect(problem).toBeVisible();
});

test('a year and a month can be typed, and mean their first or last day', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  await explore.open(YEAR);
  await explore.from.fill('2019');
  await explore.from.press('Enter');
  await expect(explore.from).toHaveValue('2019-01-01');
  await explore.to.fill('2020-02');
  await explore.to.press('Enter');
  await expect(explore.to).toHaveValue('2020-02-29');
  await expect(page).toHaveURL(/from=2019-01-01&to=2020-02-29/);
  // Either field takes both ends at once.
  await explore.to.fill('FY2018 to 3/15/2019');
  await expect(page.getByText('2017-10-01 to 2019-03-15.')).toBeVisible();
  await explore.to.press('Enter');
  await expect(page).toHaveURL(/from=2017-10-01&to=2019-03-15/);
  await explore.from.fill('5y');
  await explore.from.press('Enter');
  await expect(page).toHaveURL(/range=5Y/);
  await explore.isDrawn();
});

/** What is typed in a field, and what is said of it. */
const WRONG = [
  ['to', '2021-02-29', 'There is no such day: 2021-02 ends on 2021-02-28.'],
  ['to', '2199-01-01', /^2199-01-01 is in the future\. The latest day is today, \d{4}-\d{2}-\d{2}\.$/],
  ['from', '2021-06-01', 'The range would begin on 2021-06-01 and end before that, on 2020-12-31.'],
  ['from', 'soon', /^'soon' is no date\. Type 2020, .* or -5Y\.$/],
] as const;

test('what cannot be a date is explained as one types @soak', async ({ page, explore }) => {
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
