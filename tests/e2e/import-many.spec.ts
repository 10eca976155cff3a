import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

/** Real files of the publishers, beside the project. */
const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data');
/** Larger files are left out, in the soak only those that take minutes. */
const LARGEST = process.env.ALMANAC_SOAK ? 50_000_000 : 60_000;
const FILES = globSync('*/*.{csv,json,xml,xlsx,txt,zip}', { cwd: FOLDER })
  .map((name) => path.join(FOLDER, name))
  .filter((file) => statSync(file).size < LARGEST);

test.use({ opensHome: false });

test('publishers’ own files are imported in one go @browser-only @soak', async ({ ownPage: page }) => {
  if (!existsSync(FOLDER)) console.log(`Not run: there are no files in ${FOLDER}.`);
  test.skip(!existsSync(FOLDER), `there are no files in ${FOLDER}`);
  test.setTimeout(300_000);
  await goTo(page, '/data');
  await page.getByLabel('File to import').setInputFiles(FILES);
  const table = page.getByRole('region', { name: 'Files to import' });
  const status = table.getByRole('status');
  await expect(status).toHaveText(/can be imported/, { timeout: 150_000 });
  await expect(table.getByRole('row')).toHaveCount(FILES.length + 1);
  await table.getByRole('button', { name: 'Import all' }).click();
  await expect(status).toHaveText(/imported/, { timeout: 150_000 });
  await expect(table.getByRole('button', { name: 'Done' })).toBeEnabled({ timeout: 150_000 });
  const states = await table.getByRole('row').locator('td:last-child').allTextContents();
  expect(states.filter((state) => /^Imported: /.test(state)).length).toBeGreaterThan(FILES.length / 2);
  // What was not imported says why, in a sentence.
  for (const state of states) expect(state).toMatch(/^Imported: |\.$/);
});
