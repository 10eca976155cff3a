import type { Page } from '@playwright/test';
import { EXPLORE_SCREEN } from '../../renderer/explore/index.ts';
import { SCREENS } from '../../renderer/screens.ts';
import { axeFinds } from './axe.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { find, goTo, isScreen, railLink } from './steps.ts';

test.use({ opensHome: false, viewport: { width: 1440, height: 900 } });

type Show = (page: Page, explore: Explore) => Promise<unknown>;

const DEBT = 'us_debt.total_public_debt_outstanding';
const THREE_UNITS = `?series=${DEBT},jolts.quits_level_sa,jolts.quits_rate_sa&from=2018-01-01&to=2020-12-31`;

/** States over a view of Explore. One page shows them in turn: a page load costs more than a check. */
const OVER: Record<string, Record<string, Show>> = {
  [`?series=${DEBT},jolts.quits_level_sa&range=5Y`]: {
    'chart and table': (_, explore) => explore.openTable(),
    'a search with finds': async (page, explore) => {
      await explore.search.fill('claims');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    'a search without finds': async (page, explore) => {
      await explore.search.fill('zebra crossing');
      await expect(page.getByText(/Nothing found for 'zebra crossing'/)).toBeVisible();
    },
    'a bad date': async (_, explore) => {
      await explore.from.fill('soon');
      await expect(explore.from).toHaveAttribute('aria-invalid', 'true');
    },
    'the search over everything': (page) => find(page, ''),
    'the palette with results': async (page) => {
      await find(page, 'quits');
      await expect(page.getByRole('option').nth(3)).toBeVisible();
    },
    'the name of a result, and the names that were given': async (page) => {
      await find(page, 'quits');
      await page.keyboard.press('Alt+n');
      await page.getByLabel(/^Your name for/).fill('>q');
      await expect(page.getByText(/means something else here/)).toBeVisible();
      expect(await axeFinds(page, '[role=dialog]')).toEqual([]);
      await page.getByLabel(/^Your name for/).fill('q');
      await page.getByRole('button', { name: 'Save the name' }).click();
      await page.getByRole('button', { name: 'Names (1)' }).click();
      await expect(page.getByRole('button', { name: 'Remove the name q' })).toBeVisible();
    },
    'the letters after G': async (page, explore) => {
      await explore.chart.focus();
      // Keeps the hint open while axe looks: the timer that would close it never fires.
      await page.evaluate((wait) => {
        const real = window.setTimeout;
        const patched = (run: () => void, ms?: number) => (ms === wait ? 0 : real(run, ms));
        window.setTimeout = patched as typeof window.setTimeout;
      }, 1500);
      await page.keyboard.press('g');
      await expect(page.getByText('Go to', { exact: true })).toBeVisible();
    },
    'the calendar': (page) => page.getByRole('button', { name: 'Choose the range in a calendar' }).click(),
    'the shortcuts': async (page, explore) => {
      await explore.chart.focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    'the commands of the sample band': (page) => openPanel(page, 'By command'),
    'the freshness of the data': (page) => openPanel(page, /^Data to /),
    'the address of the API': (page) => openPanel(page, 'API for other tools'),
    'a pinned series': async (page, explore) => {
      await explore.chooseOf(0, 'Pin to the list');
      await expect(page.getByRole('region', { name: 'Pinned series' })).toBeVisible();
    },
    'a title that is written': (page) => page.getByRole('button', { name: /, edit the title$/ }).click(),
    'an export that is done': async (page, explore) => {
      const dialog = await explore.openExport();
      await dialog.getByRole('radio', { name: 'CSV for Excel', exact: true }).check();
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(dialog.getByRole('region', { name: 'Receipt' })).toBeVisible();
      expect(await axeFinds(page)).toEqual([]);
      await explore.asPublished(dialog, /^Save CSV:/);
    },
  },
  [THREE_UNITS]: {
    'a third unit, a crosshair': (_, explore) => explore.chart.press('End'),
    units: (page) => page.getByRole('combobox', { name: 'Units', exact: true }).click(),
    'more ranges': (page) => page.getByRole('button', { name: 'More ranges' }).click(),
    'take away': (page) => page.getByRole('button', { name: 'Take away' }).click(),
    'the menu of a line': (_, explore) => explore.moreOf(0).click(),
    'units, axis and type of a line': (_, explore) => explore.openStyle('Quits, level'),
    'options of the chart': (_, explore) => explore.openOptions(),
    'a wrong formula': async (page) => {
      await page.getByRole('button', { name: 'Formula' }).click();
      await page.getByRole('textbox', { name: 'Formula' }).fill('a/');
    },
    'cells, rows and the long layout of the table': async (page, explore) => {
      await explore.openTable();
      await explore.table.getByRole('row').nth(2).click();
      expect(await axeFinds(page)).toEqual([]);
      await page.keyboard.press('Shift+ArrowRight');
      expect(await axeFinds(page)).toEqual([]);
      await page.getByText('Long', { exact: true }).click();
      await expect(explore.table.getByRole('columnheader', { name: /Unit/ })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+a');
    },
    'an index by quarters, as bars': async (_, explore) => {
      await explore.choose('Units', 'Index (100 at a date)');
      await explore.choose('Frequency', 'Quarterly');
      await explore.chooseType('Bars');
    },
  },
  [`?series=${DEBT}&units=nbd&table=closed`]: {
    'the overview, a suggested frequency': (page) =>
      page.getByRole('slider', { name: 'Range shown' }).focus(),
    'a date to go to': async (page) => {
      await page.keyboard.press('Alt+g');
      await expect(page.getByRole('textbox', { name: 'Go to date' })).toBeFocused();
      await page.keyboard.type('1950');
    },
    "a person's own ranges": async (page) => {
      await page.getByRole('button', { name: 'More ranges' }).click();
      await page.getByRole('menuitem', { name: 'Save this range…' }).click();
      const name = page.getByRole('textbox', { name: 'Name of the range on the screen' });
      await expect(name).toBeFocused();
      await name.press('Enter');
      await expect(name).toHaveCount(0);
      await page.getByRole('button', { name: 'More ranges' }).click();
      await page.getByRole('menuitem', { name: 'Save this range, or remove one…' }).click();
      await expect(page.getByRole('list', { name: 'Saved ranges' })).toBeVisible();
    },
    'the day of an index': async (page) => {
      await page.getByRole('button', { name: 'Chart options' }).click();
      await page.getByRole('combobox', { name: 'Index date' }).fill('soon');
      await expect(page.getByRole('option', { name: 'Dec 2007' })).toBeVisible();
    },
  },
};

/** States that need a page of their own. */
const STATES: Record<string, Show> = {
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
  'a week of the balance sheet': async (page) => {
    await goTo(page, '/statement?date=2025-03-05');
    await expect(page.getByRole('table', { name: /^Assets/ })).toHaveAttribute('aria-busy', 'false');
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

/** Opens the panel of a button in the frame, and waits until it has faded in. */
async function openPanel(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name })).toHaveCSS('opacity', '1');
}

/** Closes whatever is open over the chart. */
async function leave(page: Page, explore: Explore): Promise<void> {
  if ((await explore.search.inputValue()) !== '') await explore.search.fill('');
  const open = page.locator(':is([role=menu], [role=dialog], [role=listbox]):visible');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

for (const [address, states] of Object.entries(OVER))
  test(`axe finds nothing in light and dark over ${address} @soak`, async ({ page, explore }) => {
    test.slow();
    await explore.open(address);
    for (const [name, show] of Object.entries(states))
      await test.step(name, async () => {
        await show(page, explore);
        expect(await axeFinds(page)).toEqual([]);
        await leave(page, explore);
      });
  });
for (const [name, reach] of Object.entries(STATES))
  test(`axe finds nothing in light and dark: ${name} @soak`, async ({ page, explore }) => {
    await reach(page, explore);
    expect(await axeFinds(page)).toEqual([]);
  });
test('axe finds nothing in light and dark on any screen', async ({ page }) => {
  await goTo(page, '/data');
  // Explore is checked above, with a chart.
  for (const { path, title, icon } of SCREENS.filter((screen) => screen !== EXPLORE_SCREEN))
    await test.step(title, async () => {
      if (icon === null) await goTo(page, path);
      else await railLink(page, title).click();
      await isScreen(page, title);
      expect(await axeFinds(page)).toEqual([]);
    });
});
