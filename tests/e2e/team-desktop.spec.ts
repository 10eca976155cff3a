import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { missingForPostgres } from '../team/postgres.ts';
import { expect, test } from './fixtures.ts';
import { RECOVERY_MS, START_MS } from './running-app.ts';
import { goTo, railLink, saveView } from './steps.ts';
import { startTeamNode, type TeamNode } from './team-node.ts';

// The test kills the node.
test.use({ expectedErrors: [/./] });

/** An app that shows the data of a team: a real node on a real PostgreSQL. */

const missing = missingForPostgres();
let node: TeamNode | undefined;

const DAYS = Array.from({ length: 20 }, (_, i) => new Date(Date.UTC(2024, 0, 1) + i * 86_400_000))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .map((day) => day.toISOString().slice(0, 10));

test.beforeAll(async () => {
  test.setTimeout(2 * START_MS);
  if (missing === '')
    node = await startTeamNode(DAYS.map((day, i) => `us_debt,debt_held_by_public,${day},${27e12 + i}.10`));
});
test.afterAll(() => node?.stop());

const setting = (page: Page) => page.getByRole('group', { name: 'Data from' });
const chip = (page: Page) => page.getByRole('button', { name: /^Team · / });
const SERIES = '?series=us_debt.debt_held_by_public&range=MAX&table=open';

const savedRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Saved items' }).getByRole('row').filter({ hasText: name });

/** Saves the present view, and shares it with the team. */
async function share(page: Page, name: string): Promise<void> {
  await saveView(page, name);
  await railLink(page, 'Saved').click();
  await savedRow(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Share with the team' }).click();
}

async function openSettings(page: Page): Promise<void> {
  await goTo(page, '/settings?q=shared+team');
}

test('an app shows a team’s data, shares an item, and returns to its own data @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(missing !== '', missing);
  test.setTimeout(6 * START_MS);
  if (!node) throw new Error('There is no node.');
  const { address, adminKey: key } = node;
  await expect(explore.sampleBand).toBeVisible();

  await openSettings(page);
  await setting(page).getByRole('button', { name: 'A team’s Almanac…' }).click();
  await page.getByLabel('Address').fill(`${address}/overview`);
  await page.getByLabel('Key', { exact: true }).fill('alm_not_the_key_of_the_team');
  await page.keyboard.press('Enter');
  await expect(setting(page).getByRole('alert')).toHaveText(/^Nothing was changed\. .*key/);
  expect(settingsText()).not.toContain(address);

  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await expect(setting(page)).toContainText('may read, share, and take back what others shared');
  expect(existsSync(path.join(ownApp.dataDir, 'teams'))).toBe(false);
  await page.getByRole('button', { name: 'Show its data here' }).click();
  await expect(setting(page).getByRole('status').last()).toContainText('You now see the data of', {
    timeout: START_MS,
  });
  await expect(chip(page)).toHaveText(/ ago$/, { timeout: RECOVERY_MS });
  expect(settingsText()).toContain(`"team": "${address}"`);
  expect(settingsText()).not.toContain(key);

  await explore.open(SERIES);
  await expect(explore.table).toContainText('27,000,000,000,000.10');
  await expect(explore.sampleBand).toHaveCount(0);

  await share(page, 'The debt');
  const folders = page.getByRole('button', { name: /^Team(?! ·)/ });
  await expect(folders).toContainText('1');
  const shared = await fetch(`${address}/team/v1/shared`, { headers: { 'X-API-Key': key } });
  expect(await shared.json()).toMatchObject({ items: [{ name: 'The debt', kind: 'view' }] });
  await folders.click();
  await expect(savedRow(page, 'The debt')).toBeVisible();

  await goTo(page, '/data');
  await expect(
    page.getByText(`The data come from the team at ${address}; import and refresh there.`),
  ).toBeVisible();
  for (const name of [/^Refresh/, 'Choose a file', /^Restore/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('import a file');
  await expect(page.getByRole('option', { name: /^Import a file/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  node.process.kill('SIGKILL');
  await expect(chip(page)).toHaveText(/^Team · offline since \d\d:\d\d$/, { timeout: RECOVERY_MS });
  await explore.open(SERIES);
  await expect(explore.table).toContainText('27,000,000,000,000.10');
  await chip(page).click();
  await expect(page.getByRole('dialog')).toContainText(address);
  await goTo(page, '/saved?show=team');
  await expect(savedRow(page, 'The debt')).toBeVisible();
  await expect(page.getByText('The team does not answer now. This is what it shared')).toBeVisible();

  await goTo(page, '/settings?group=privacy');
  await expect(page.getByRole('table', { name: 'What has left this computer' })).toContainText(
    `Team · ${address}`,
  );
  await openSettings(page);
  await setting(page).getByRole('button', { name: 'Use this computer’s data' }).click();
  await expect(setting(page).getByRole('status').last()).toContainText('as you left them', {
    timeout: START_MS,
  });
  await expect(chip(page)).toHaveCount(0);
  await explore.open();
  await expect(explore.sampleBand).toBeVisible();

  function settingsText(): string {
    return readFileSync(path.join(ownApp.dataDir, 'settings.json'), 'utf8');
  }
});
