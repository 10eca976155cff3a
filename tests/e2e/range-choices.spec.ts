import { expect, test } from './fixtures.ts';

const DEBT = '?series=us_debt.total_public_debt_outstanding&table=closed';

test('what is typed as so far back stays so, and ends with the latest', async ({ page, explore }) => {
  await explore.open(DEBT);
  const latest = await explore.to.inputValue();
  await explore.from.fill('-18m');
  await expect(explore.from).toHaveAccessibleDescription(
    `18 months before ${latest}. It moves on with the data, through the latest.`,
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
  // Another beginning leaves the end with the data, another end does not.
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

test('a range is saved under a name, chosen again, and removed', async ({ page, explore }) => {
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

test('presets that show less than two periods cannot be chosen, and say why', async ({ page, explore }) => {
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
