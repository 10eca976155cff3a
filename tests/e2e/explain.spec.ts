import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './steps.ts';

const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const QUITS = 'jolts.quits_level_sa';

test.use({ opensHome: false, viewport: { width: 1440, height: 900 } });

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Explain this number' });

test('Enter on the chart explains the number, Escape goes back', async ({ page, explore }) => {
  await explore.open(`?series=${CLAIMS}&units=pc1&range=5Y`);
  await explore.chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  // The summary for screen readers names the last value.
  await expect(explore.chart).toHaveAccessibleName(/at the end [^;]+ on the week, .+ of the shown range/);
  const panel = panelOf(page);
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL(/explain=/);
  await expect(panel.getByText(/^\(.+ ÷ .+ − 1\) × 100 = −?\d/)).toBeVisible();
  // Each of the two values behind it can be opened to show its source.
  await panel.getByRole('button', { name: /^52 weeks before/ }).press('Enter');
  await expect(panel.getByText(/made up by Almanac/)).toBeVisible();

  await page.reload();
  await expect(panel.getByText(/^\(.+ ÷ .+ − 1\) × 100 = −?\d/)).toBeVisible();
  // A panel that the link of the page opens takes no focus.
  await expect(panel).not.toBeFocused();
  await panel.getByRole('button', { name: 'Close the explanation' }).click();
  await expect(panel).toHaveCount(0);

  await explore.chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(explore.chart).toBeFocused();
});

test('a click explains, a double click only resets the zoom @soak', async ({ page, explore }) => {
  await explore.open(`?series=${CLAIMS},ui_weekly_claims.continued_claims_sa&range=5Y&table=closed`);
  const box = await boxOf(explore.chart);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.dblclick(x, y);
  const panel = panelOf(page);
  await page.mouse.click(x, y);
  await expect(panel.getByText('Initial claims, SA', { exact: true }).last()).toBeVisible();
  expect(page.url().match(/explain=/g)).toHaveLength(1);
  const shownDay = panel.getByRole('status').filter({ hasText: /^\d/ });
  const day = await shownDay.textContent();
  await panel.getByRole('button', { name: /^Continued claims, SA/ }).click();
  await expect(page).toHaveURL(/explain=ui_weekly_claims\.continued_claims_sa/);
  await panel.getByRole('button', { name: 'The observation after' }).click();
  await expect(shownDay).not.toHaveText(day ?? '');
  await panel.getByRole('button', { name: 'The observation before' }).click();
  await expect(shownDay).toHaveText(day ?? '');
});

test('a formula shows its letters, and how months were made of weeks @soak', async ({ page, explore }) => {
  await explore.open(`?series=${CLAIMS},${QUITS}&formulas=a/b&range=5Y&explain==a/b@2026-06-01`);
  const panel = panelOf(page);
  await expect(panel.getByText('Formula of the lines below.')).toBeVisible();
  await panel.getByRole('button', { name: /^a: Initial claims, SA/ }).click();
  await expect(
    panel.getByText('Average of 4 weekly values, to match the other lines’ frequency.'),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: /^2026-06-\d\d/ })).toHaveCount(4);
});

test('a value of the table is explained, and so is a missing one @soak', async ({ page, explore }) => {
  await explore.open(`?series=${CLAIMS}&range=1Y`);
  await explore.openTable();
  await explore.table.getByRole('row').nth(3).getByRole('gridcell').last().dblclick();
  await expect(panelOf(page)).toBeVisible();
  await explore.open(`?series=${CLAIMS}&range=1Y&explain=${CLAIMS}@2026-06-03`);
  await expect(panelOf(page).getByText('No value', { exact: true })).toBeVisible();
  await expect(panelOf(page).getByText(/2026-06-03 is a Wednesday/)).toBeVisible();
});

test('an explanation is copied; in a narrow window it is a drawer @browser-only @soak', async ({
  page,
  explore,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open(`?series=${CLAIMS}&units=pc1&range=5Y`);
  await explore.chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Explain this number' });
  await drawer.getByRole('button', { name: 'Copy explanation' }).click();
  await expect(drawer.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Initial claims, SA, \d{4}-\d\d-\d\d: -?[\d.]+ %\n {2}Percent change from year ago/,
  );
  expect(copied.match(/Source: Sample data/g)).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(explore.chart).toBeFocused();
});

test('real data are explained with file, line and revisions @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-explain-'));
  const header = 'dataset,series,date,value,state';
  const row = (date: string, value: string) => `ui_weekly_claims,initial_claims_sa,${date},${value},`;
  const file = (name: string, ...rows: string[]) => {
    writeFileSync(path.join(folder, name), `${[header, ...rows].join('\n')}\n`);
    return path.join(folder, name);
  };
  const files = [
    file('one.csv', row('2024-01-06', '200000'), row('2024-01-13', '210000'), row('2024-02-03', '220500')),
    file('two.csv', row('2024-01-13', '211000'), row('2024-02-03', '220500')),
  ];
  for (const each of files) await runCommandLine(['import', each, '--data-dir', ownApp.dataDir]);
  rmSync(folder, { recursive: true });

  await page.setViewportSize({ width: 1440, height: 900 });
  await explore.open(`?series=${CLAIMS}&explain=${CLAIMS}@2024-01-13`);
  const panel = panelOf(page);
  await expect(panel.getByText('211,000 claims')).toBeVisible();
  await expect(panel.getByText(/two\.csv$/).first()).toBeVisible();
  await expect(panel.getByText('line 2')).toBeVisible();
  await expect(panel.getByText(/^[0-9a-f]{64}$/)).toHaveCount(1);
  await expect(panel.getByText(/^210,000 → 211,000, /)).toBeVisible();

  await explore.open(`?series=${CLAIMS}&details=${CLAIMS}`);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('2 missing weeks: 2024-01-20 to 2024-01-27')).toBeVisible();
  await expect(details.getByText('210,500 claims')).toHaveCount(1);
  await expect(details.getByRole('table', { name: 'Last revisions' }).getByRole('row').nth(1)).toContainText(
    '210,000 → 211,000',
  );
  await expect(details.getByRole('table', { name: 'Last observations' }).getByRole('row')).toHaveCount(3);
  await expect(
    details.getByText(/\[ui_weekly_claims\.initial_claims_sa\], retrieved from Almanac/),
  ).toBeVisible();
});
