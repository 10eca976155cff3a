import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';

const FILE = path.resolve(
  import.meta.dirname,
  '../../../shared/data/us_debt/DebtPenny_20200307_20250306.csv',
);

test('an import by command shows in the app @needs-publisher-files @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(!existsSync(FILE), 'the publishers’ files are not beside the project (../shared/data)');
  await explore.open('?series=us_debt.total_public_debt_outstanding');
  await expect(explore.sampleBand).toBeVisible();
  await runCommandLine(['import', FILE, '--data-dir', ownApp.dataDir]);
  await page.reload();
  await explore.isDrawn();
  await expect(explore.sampleBand).toHaveCount(0);
  await explore.openTable();
  // The first and the last day of the Treasury's own file, to the cent.
  await expect(explore.table.getByRole('row').filter({ hasText: '2025-03-06' })).toContainText(
    '36,218,587,006,168.51',
  );
  await expect(explore.to).toHaveValue('2025-03-06');
  await expect(explore.from).toHaveValue('2020-03-09');
  // What was not imported is still sample, and says so.
  await explore.open('?series=jolts.quits_level_sa');
  await expect(explore.sampleBand).toBeVisible();
});
