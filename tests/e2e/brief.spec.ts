import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

/** Overview: its cards, and what is new after an import. */

const HEAD = 'dataset,series,date,value';
const OPENINGS = 'jolts,job_openings_level_sa';
const FIRST = [HEAD, `${OPENINGS},2026-05-01,7400`, `${OPENINGS},2026-06-01,7401`].join('\n');
const NEXT = [HEAD, `${OPENINGS},2026-06-01,7418`, `${OPENINGS},2026-07-01,7271`].join('\n');

const brief = (page: Page) => page.getByRole('region', { name: 'What is new' });

/** Imports a file by command, then lets the open page check for news, as it does every 5 s. */
async function imported(page: Page, dataDir: string, name: string, text: string): Promise<void> {
  const file = test.info().outputPath(name);
  writeFileSync(file, text);
  await runCommandLine(['import', file, '--data-dir', dataDir]);
  await page.clock.fastForward(5_000);
}

test('a first start has samples; an import is listed as news until it is read @browser-only', async ({
  ownApp,
  ownPage: page,
}) => {
  await page.clock.install();
  await goTo(page, '/');
  await expect(page).toHaveURL(/\/overview$/);
  const cards = page.getByRole('region', { name: 'Newest numbers' }).getByRole('listitem');
  await expect(cards.getByText('Sample', { exact: true })).toHaveCount(9);
  const first = cards.first().getByRole('link');
  const title = (await first.textContent()) ?? '';
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(cards.nth(1).getByRole('link', { name: title })).toBeFocused();

  await expect(page.getByRole('region', { name: 'Welcome to Almanac' })).toBeVisible();
  await imported(page, ownApp.dataDir, 'first.csv', FIRST);
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(brief(page)).toContainText('Nothing new since');
  await imported(page, ownApp.dataDir, 'next.csv', NEXT);
  const told =
    'Job openings, level, SA: 7.271 mn positions in July 2026, −147 k on the month. June 2026 was revised from 7.401 mn to 7.418 mn (+17 k).';
  await expect(brief(page)).toContainText(told);
  await page.reload();
  await expect(brief(page)).toContainText(told);
  await expect(cards.filter({ hasText: 'Job openings' }).getByRole('img', { name: 'Unread' })).toBeVisible();
});
