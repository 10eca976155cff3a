import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding&table=closed';

test('a distance back stays one, and ends with the latest value @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
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

  await explore.from.fill('-5Y');
  await explore.from.press('Enter');
  await expect(explore.preset('5Y')).toBeChecked();
  // A new beginning keeps the end moving with the data; a new end does not.
  await explore.from.fill('2019');
  await explore.from.press('Enter');
  await expect(page).toHaveURL(/from=2019-01-01(?!.*to=)/);
  await explore.to.fill('2020');
  await explore.to.press('Enter');
  await expect(page).toHaveURL(/from=2019-01-01&to=2020-12-31/);
  await explore.from.fill('-1Y');
  await expect(explore.from).toHaveAccessibleDescription('1 year before 2020-12-31.');
  await explore.from.press('Enter');
  await expect(page).toHaveURL(/from=2019-12-31&to=2020-12-31/);
});

test('a range is saved under a name, chosen again, and removed @soak', async ({ page, explore }) => {
  await explore.open(`${DEBT}&from=2020-02-01&to=2021-12-31`);
  const more = page.getByRole('button', { name: 'More ranges' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Save this range…' }).click();
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
  await more.click();
  await page.getByRole('menuitem', { name: 'Pandemic' }).click();
  await expect(page).toHaveURL(/from=2020-02-01&to=2021-12-31/);
  await more.click();
  await page.getByRole('menuitem', { name: 'Save this range, or remove one…' }).click();
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
  await expect(page.getByTitle(/^Too short: what is shown is monthly/)).toHaveText('1M');
  await explore.choosePreset('3M');
  await explore.chart.press('[');
  await explore.chart.press(']');
  await expect(explore.preset('6M')).toBeChecked();
  await explore.open(DEBT);
  await expect(explore.preset('1M')).toBeEnabled();
});

test('a lower frequency is suggested until it is dismissed @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
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

test('an index date is typed, or the beginning of a recession @soak', async ({ page, explore }) => {
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
  await expect(field).toHaveAccessibleDescription(/'soon' is no date/);
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
