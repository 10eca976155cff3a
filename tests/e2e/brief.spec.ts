import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';
import { railLink } from './rail.ts';

/** Overview: what is new after an import, what was read, and where a card leads. */

const HEAD = 'dataset,series,date,value';
const OPENINGS = 'jolts,job_openings_level_sa';
const FIRST = [HEAD, `${OPENINGS},2026-05-01,7400`, `${OPENINGS},2026-06-01,7401`].join('\n');
const NEXT = [HEAD, `${OPENINGS},2026-06-01,7418`, `${OPENINGS},2026-07-01,7271`].join('\n');

const brief = (page: Page) => page.getByRole('region', { name: 'What is new' });
const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Newest numbers' }).getByRole('listitem').filter({ hasText: title });

/** Imports a file by command, while the app is open, and lets the page look for news, as it does every five seconds. */
async function imported(page: Page, dataDir: string, name: string, text: string): Promise<void> {
  const file = test.info().outputPath(name);
  writeFileSync(file, text);
  await runCommandLine(['import', file, '--data-dir', dataDir]);
  await page.clock.fastForward(5_000);
}

test('an import is news until it is read; a reload leaves it, and undo brings it back @browser-only', async ({
  ownApp,
  context,
}) => {
  const page = await ownApp.openPage(context);
  await page.clock.install();
  await page.goto(new URL('/overview', page.url()).href);
  await expect(brief(page)).toContainText('Nothing new');
  await imported(page, ownApp.dataDir, 'first.csv', FIRST);
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(brief(page)).toContainText('Nothing new since');
  await imported(page, ownApp.dataDir, 'next.csv', NEXT);
  const told =
    'Job openings, level, SA: 7,271 thousands in July 2026, −147 on the month, – on the year. June 2026 was revised from 7,401 thousands to 7,418 thousands (+17).';
  await expect(brief(page)).toContainText('Job openings and labor turnover (JOLTS): 1 new, 1 revised');
  await expect(brief(page)).toContainText(told);
  await expect(brief(page)).toContainText('2026-06: 7,401 → 7,418 (+17)');
  await expect(card(page, 'Job openings').getByRole('img', { name: 'Unread' })).toBeVisible();
  await page.reload();
  await expect(brief(page)).toContainText(told);
  await expect(
    brief(page).getByRole('link', { name: 'Open Job openings, level, SA in Explore' }),
  ).toHaveAttribute('href', /^\/explore\?series=jolts\.job_openings_level_sa/);
  // A number leads to its file.
  await brief(page).getByRole('button', { name: '−147' }).click();
  await expect(page).toHaveURL(/explain=jolts\.job_openings_level_sa\.on\.2026-07-01\.from\.2026-06-01/);
  const panel = page.getByRole('complementary', { name: 'Explain this number' });
  await expect(panel).toContainText('7,271 − 7,418 = −147');
  await panel.getByRole('button', { name: /2026-06-01/ }).click();
  await expect(panel).toContainText('next.csv');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(brief(page)).toContainText('Nothing new since');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(brief(page)).toContainText(told);
  // Whoever has looked at it for a while and goes on has read it.
  await page.clock.fastForward(21_000);
  await railLink(page, 'Data').click();
  // The address is there before the screen: who goes back in between has not left Overview.
  await expect(page.getByRole('table', { name: 'Datasets' })).toBeVisible();
  await railLink(page, 'Overview').click();
  await expect(brief(page)).toContainText('Nothing new since');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // The dots tell of the time that was chosen.
  await expect(card(page, 'Job openings').getByRole('img', { name: 'Unread' })).toHaveCount(0);
  await page.goto(new URL('/overview?since=yesterday', page.url()).href);
  await expect(card(page, 'Job openings').getByRole('img', { name: 'New since yesterday' })).toBeVisible();
});

test('at the first start the cards are marked as samples; they are moved, hidden, pinned, and lead on @soak', async ({
  ownApp,
  context,
}) => {
  const page = await ownApp.openPage(context);
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/overview$/);
  const cards = page.getByRole('region', { name: 'Newest numbers' }).getByRole('listitem');
  await expect(cards).toHaveCount(9);
  await expect(cards.getByText('Sample', { exact: true })).toHaveCount(9);
  await expect(brief(page)).toContainText('Nothing new');
  const first = cards.first().getByRole('link');
  const title = (await first.textContent()) ?? '';
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(cards.nth(1).getByRole('link', { name: title })).toBeFocused();
  await cards
    .nth(1)
    .getByRole('button', { name: /^More of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect(cards).toHaveCount(8);
  await page.getByRole('button', { name: 'Pin a series' }).click();
  await page.getByRole('combobox', { name: 'Which series' }).fill('Quits, rate');
  await page.getByRole('option').first().click();
  await expect(cards.last()).toContainText('Quits');
  await page.reload();
  await expect(cards).toHaveCount(9);
  await page.getByRole('button', { name: `Show ${title}` }).click();
  await expect(cards).toHaveCount(10);
  await card(page, 'Quits')
    .getByRole('button', { name: /^More of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await card(page, 'Job openings').getByRole('link').click();
  await expect(page).toHaveURL(/\/explore\?series=jolts\.job_openings_level_sa&range=5Y/);
});

test('what comes next is saved as a calendar, and the brief can be limited to a time @browser-only @soak', async ({
  page,
}) => {
  await page.goto(new URL('/overview', page.url()).href);
  const next = page.getByRole('complementary', { name: 'Next 14 days' });
  await expect(next).toContainText('Weekly unemployment claims');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    next.getByRole('button', { name: 'Save .ics' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('almanac-releases.ics');
  await page.getByRole('button', { name: /^Since/ }).click();
  await page.getByRole('menuitem', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/since=7d/);
  await expect(brief(page)).toContainText('in the last 7 days');
  await page.goto(new URL('/overview?since=never', page.url()).href);
  await expect(page.getByText(/‘never’ in the link/)).toBeVisible();
});
