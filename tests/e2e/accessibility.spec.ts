import type { Page } from '@playwright/test';
import { EXPLORE } from '../../renderer/explore/index.ts';
import { SCREENS } from '../../renderer/screens.ts';
import { axeFinds, REDUCED } from './axe.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';

const DEBT = '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa&range=5Y';

/** What can be on the screen, and how to get there. */
const STATES: Record<string, (page: Page, explore: Explore) => Promise<void>> = {
  'chart and table': async (_, explore) => {
    await explore.open(DEBT);
    await explore.openTable();
  },
  'a search with finds': async (page, explore) => {
    await explore.open(DEBT);
    await explore.search.fill('claims');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'a search without finds': async (page, explore) => {
    await explore.open(DEBT);
    await explore.search.fill('zebra crossing');
    await expect(page.getByText(/Nothing found/)).toBeVisible();
  },
  'a bad date': async (_, explore) => {
    await explore.open(DEBT);
    await explore.from.fill('soon');
    await expect(explore.from).toHaveAttribute('aria-invalid', 'true');
  },
  'the search over everything': async (page, explore) => {
    await explore.open(DEBT);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible();
  },
  'the calendar': async (page, explore) => {
    await explore.open(DEBT);
    await page.getByRole('button', { name: 'Choose the range in a calendar' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'an explanation': async (page, explore) => {
    await explore.open(
      '?series=ui_weekly_claims.initial_claims_sa,jolts.quits_level_sa&formulas=a/b&range=5Y&explain==a/b@2026-06-01',
    );
    await page.getByRole('button', { name: /^a: / }).click();
    await page.getByRole('button', { name: /^2026-06-06/ }).click();
    await expect(page.getByText('Revisions')).toBeVisible();
  },
  details: async (page, explore) => {
    await explore.open('?series=yields.US10Y&range=1Y&details=yields.US10Y');
    await expect(page.getByText('Suggested citation')).toBeVisible();
    await expect(page.getByText(/missing business day/)).toBeVisible();
  },
  'the shortcuts': async (page, explore) => {
    await explore.open(DEBT);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  'no series': async (page) => {
    await page.goto(new URL('/explore?series=', page.url()).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'a bad link': async (page) => {
    await page.goto(new URL('/explore?series=none.such&from=x', page.url()).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'the commands of the sample band': async (page, explore) => {
    await explore.open(DEBT);
    await openPanel(page, 'By command');
  },
  'the freshness of the data': async (page, explore) => {
    await explore.open(DEBT);
    await openPanel(page, /^Data to /);
  },
  'the address of the API': async (page, explore) => {
    await explore.open(DEBT);
    await openPanel(page, 'API for other tools');
  },
  'a pinned series': async (page, explore) => {
    await explore.open(DEBT);
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Pin to the list' }).click();
    await expect(page.getByRole('region', { name: 'Pinned series' })).toBeVisible();
  },
  'a restore': async (page) => {
    await page.goto(new URL('/data', page.url()).href);
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByRole('button', { name: 'Back up' }).click();
    await storage
      .getByRole('button', { name: /^Restore data-/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Restore this back-up?' })).toBeVisible();
  },
};

// Explore is above, with a chart.
for (const { path, title } of SCREENS.filter((screen) => screen !== EXPLORE))
  STATES[`the screen ${title}`] = async (page) => {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  };

/** Opens the panel of a button in the frame, and waits until it has faded in. */
async function openPanel(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  const panel = page.getByRole('dialog', { name });
  await expect(panel).toBeVisible();
  await expect(panel).toHaveCSS('opacity', '1');
}

test.use({ ...REDUCED, opensHome: false });
for (const [name, reach] of Object.entries(STATES))
  test(`axe finds nothing in light and dark: ${name}`, async ({ page, explore }) => {
    await reach(page, explore);
    expect(await axeFinds(page)).toEqual([]);
  });
