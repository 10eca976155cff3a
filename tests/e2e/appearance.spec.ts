import { expect, test } from './fixtures.ts';

test.use({ opensHome: false });

const DEBT = '?series=us_debt.total_public_debt_outstanding,us_debt.debt_held_by_public&range=5Y';

test('the app is light or dark as the system says, or as is chosen @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  // As the system says, until somebody chooses.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Appearance/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('button', { name: `Appearance: ${name}` })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name.toLowerCase());
  };
  await choose('Light');
  const light = await background();
  await choose('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await explore.isDrawn();
  await expect.poll(background).toBe(dark);
  // The desktop app keeps the choice; the next test meets it as new.
  await page.getByRole('button', { name: 'Appearance: Dark' }).click();
  await page.getByRole('menuitem', { name: 'As the system' }).click();
  await expect.poll(background).toBe(light);
});

test.describe('a small window', () => {
  test.use({ viewport: { width: 1024, height: 700 } });
  test('holds picker, range, chart and table without a scroll bar of its own', async ({ page, explore }) => {
    await explore.open(DEBT);
    await explore.openTable();
    const size = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    await expect.poll(size).toEqual([1024, 700]);
    for (const part of [explore.search, explore.from, explore.to, explore.chart, explore.table]) {
      await expect(part).toBeInViewport();
    }
    await expect.poll(async () => (await explore.chart.boundingBox())?.height).toBeGreaterThan(180);
    await expect.poll(async () => (await explore.chart.boundingBox())?.width).toBeGreaterThan(400);
  });
});
