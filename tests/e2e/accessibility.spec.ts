import type { Page } from '@playwright/test';
import { EXPLORE_SCREEN } from '../../renderer/explore/index.ts';
import { SCREENS } from '../../renderer/screens.ts';
import { axeFinds } from './axe.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { goTo, isScreen, railLink } from './steps.ts';

const DEBT = '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa&range=5Y';

/** What can be on Explore, and how to get there and back. All of it in one page, since a load of the page costs more than the check. */
const IN_EXPLORE: Record<string, (page: Page, explore: Explore) => Promise<() => Promise<unknown>>> = {
  'chart and table': async (_, explore) => {
    await explore.openTable();
    return () => Promise.resolve();
  },
  'a search with finds': async (page, explore) => {
    await explore.search.fill('claims');
    await expect(page.getByRole('option').first()).toBeVisible();
    return () => explore.search.fill('');
  },
  'a search without finds': async (page, explore) => {
    await explore.search.fill('zebra crossing');
    await expect(page.getByText(/Nothing found/)).toBeVisible();
    return () => explore.search.fill('');
  },
  'a bad date': async (_, explore) => {
    await explore.from.fill('soon');
    await expect(explore.from).toHaveAttribute('aria-invalid', 'true');
    return () => explore.from.press('Escape');
  },
  'the search over everything': (page) => dialogAfter(page, () => page.keyboard.press('Control+k')),
  'the palette with results': async (page) => {
    const close = await dialogAfter(page, () => page.keyboard.press('Control+k'));
    await page.getByRole('dialog').getByRole('searchbox').fill('quits');
    await expect(page.getByRole('option').nth(3)).toBeVisible();
    // Escape empties the field first.
    return async () => {
      await page.keyboard.press('Escape');
      await close();
    };
  },
  'the name of a result, and the names that were given': async (page) => {
    const close = await dialogAfter(page, () => page.keyboard.press('Control+k'));
    await page.getByRole('dialog').getByRole('searchbox').fill('quits');
    await page.keyboard.press('Alt+n');
    await page.getByLabel(/^Your name for/).fill('>q');
    await expect(page.getByText(/means something else here/)).toBeVisible();
    expect(await axeFinds(page, '[role=dialog]')).toEqual([]);
    await page.getByLabel(/^Your name for/).fill('q');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('button', { name: 'Names (1)' }).click();
    await expect(page.getByRole('button', { name: 'Remove the name q' })).toBeVisible();
    return close;
  },
  'the letters after G': async (page, explore) => {
    await explore.chart.focus();
    // It stays while axe looks: the wait that ends it never does.
    await page.evaluate((wait) => {
      const real = window.setTimeout;
      const patched = (run: () => void, ms?: number) => (ms === wait ? 0 : real(run, ms));
      window.setTimeout = patched as typeof window.setTimeout;
    }, 1500);
    await page.keyboard.press('g');
    await expect(page.getByText('Go to', { exact: true })).toBeVisible();
    return () => page.keyboard.press('Escape');
  },
  'the calendar': (page) =>
    dialogAfter(page, () => page.getByRole('button', { name: 'Choose the range in a calendar' }).click()),
  'the shortcuts': async (page, explore) => {
    await explore.chart.focus();
    return dialogAfter(page, () => page.keyboard.press('?'));
  },
  'the commands of the sample band': (page) => openPanel(page, 'By command'),
  'the freshness of the data': (page) => openPanel(page, /^Data to /),
  'the address of the API': (page) => openPanel(page, 'API for other tools'),
  'a pinned series': async (page) => {
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Pin to the list' }).click();
    await expect(page.getByRole('region', { name: 'Pinned series' })).toBeVisible();
    return () => Promise.resolve();
  },
};

/** What needs a page of its own. */
const STATES: Record<string, (page: Page, explore: Explore) => Promise<void>> = {
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
  'no series': async (page) => {
    await goTo(page, '/explore?series=');
    await isScreen(page, EXPLORE_SCREEN.title);
  },
  'a bad link': async (page) => {
    await goTo(page, '/explore?series=none.such&from=x');
    await isScreen(page, EXPLORE_SCREEN.title);
  },
  'a restore': async (page) => {
    await goTo(page, '/data');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByRole('button', { name: 'Back up' }).click();
    await storage
      .getByRole('button', { name: /^Restore data-/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Restore this back-up?' })).toBeVisible();
  },
};

/** Opens the panel of a button in the frame, and waits until it has faded in. @returns what closes it */
async function openPanel(page: Page, name: string | RegExp): Promise<() => Promise<unknown>> {
  await page.getByRole('button', { name }).click();
  const panel = page.getByRole('dialog', { name });
  await expect(panel).toBeVisible();
  await expect(panel).toHaveCSS('opacity', '1');
  return () => closeDialog(page);
}

/** Does what opens a dialog. @returns what closes it */
async function dialogAfter(page: Page, open: () => Promise<unknown>): Promise<() => Promise<unknown>> {
  await open();
  await expect(page.getByRole('dialog')).toBeVisible();
  return () => closeDialog(page);
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.use({ opensHome: false });
test('axe finds nothing in light and dark in any state of Explore @soak', async ({ page, explore }) => {
  await explore.open(DEBT);
  for (const [name, show] of Object.entries(IN_EXPLORE))
    await test.step(name, async () => {
      const hide = await show(page, explore);
      expect(await axeFinds(page)).toEqual([]);
      await hide();
    });
});
for (const [name, reach] of Object.entries(STATES))
  test(`axe finds nothing in light and dark: ${name} @soak`, async ({ page, explore }) => {
    await reach(page, explore);
    expect(await axeFinds(page)).toEqual([]);
  });
test('axe finds nothing in light and dark on any screen', async ({ page }) => {
  await goTo(page, '/data');
  // Explore is above, with a chart.
  for (const { path, title, icon } of SCREENS.filter((screen) => screen !== EXPLORE_SCREEN))
    await test.step(title, async () => {
      if (icon === null) await goTo(page, path);
      else await railLink(page, title).click();
      await isScreen(page, title);
      expect(await axeFinds(page)).toEqual([]);
    });
});
