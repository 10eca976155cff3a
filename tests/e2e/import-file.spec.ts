import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, unexpected, watchErrors } from './fixtures.ts';

const FILE = [
  'dataset,series,date,value',
  'jolts,hires_level_sa,2024-01-01,5000',
  'jolts,hires_level_sa,2024-02-01,5100',
  '',
].join('\n');

test('a chosen file is shown before it is stored, and then imported', async ({ ownApp, context }) => {
  const file = path.join(ownApp.dataDir, 'hires.csv');
  await writeFile(file, FILE);
  const page = await ownApp.openPage(context);
  const errors = watchErrors(page.context());
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Data' }).click();
  const jolts = page.getByRole('table', { name: 'Datasets' }).getByRole('row').filter({ hasText: 'JOLTS' });
  await expect(jolts).toContainText('Sample');
  await ownApp.openFile(page, file);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('hires.csv');
  await expect(preview.getByRole('row').nth(1)).toHaveText(
    /Job openings.*replaces the sample data.*2024-01-01 – 2024-02-01\s*2\s*2\s*0\s*0/,
  );
  await expect(jolts).toContainText('Sample');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations).toEqual([]);
  await preview.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('hires.csv is imported: 2 added.')).toBeVisible();
  await expect(jolts).toContainText(/Late \d+ days/);
  await expect(jolts).toContainText('Imported from hires.csv');
  expect(unexpected(errors, [])).toEqual([]);
});
