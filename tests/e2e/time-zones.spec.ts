import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const YEAR = '?series=us_debt.total_public_debt_outstanding&from=2020-01-01&to=2020-12-31';

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
      await expect(explore.chart.getByRole('status')).toContainText(/^2020-12-31: .*\d/);
      await explore.choosePreset('Max');
      await expect(explore.from).toHaveValue('1993-04-01');
    });
  });
}
