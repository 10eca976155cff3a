import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import type { Explore } from './explore-page.ts';
import { expect, test } from './fixtures.ts';
import { isScreen, RAIL, railLink } from './steps.ts';

test.use({ opensHome: false });

const THREE_UNITS =
  '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa,jolts.quits_rate_sa&from=2018-01-01&to=2020-12-31';

/** Everything that can be open over the chart, one after another. */
const STATES: Record<string, (page: Page, explore: Explore) => Promise<unknown>> = {
  'a third unit, a crosshair': (_, explore) => explore.chart.press('End'),
  units: (page) => page.getByRole('combobox', { name: 'Units', exact: true }).click(),
  'more ranges': (page) => page.getByRole('button', { name: 'More ranges' }).click(),
  'take away': (page) => page.getByRole('button', { name: 'Take away' }).click(),
  'the menu of a line': (page) =>
    page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click(),
  'units, axis and type of a line': (_, explore) => explore.openStyle('Quits, level'),
  'options of the chart': (_, explore) => explore.openOptions(),
  'a wrong formula': async (page) => {
    await page.getByRole('button', { name: 'Formula' }).click();
    await page.getByRole('textbox', { name: 'Formula' }).fill('a/');
  },
  'an index by quarters, as bars': async (_, explore) => {
    await explore.choose('Units', 'Index (100 at a date)');
    await explore.choose('Frequency', 'Quarterly');
    await explore.chooseType('Bars');
  },
};

test.describe('with every state of the screen', () => {
  // Wide enough for the units in the row of tools.
  test.use({ viewport: { width: 1440, height: 900 } });
  test('axe finds nothing in what opens over the chart @soak', async ({ page, explore }) => {
    test.slow();
    await explore.open(THREE_UNITS);
    for (const [name, reach] of Object.entries(STATES)) {
      await reach(page, explore);
      expect(await axeFinds(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.locator(':is([role=menu], [role=dialog], [role=listbox]):visible')).toHaveCount(0);
    }
  });
});

test('freshness is shown in a small window, on every screen @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await explore.open(THREE_UNITS);
  for (const screen of RAIL) {
    await railLink(page, screen).click();
    await isScreen(page, screen);
    const button = page.getByRole('button', { name: /^(Data to|SP500 as of) \d{4}-\d\d-\d\d/ });
    await expect(button).toBeInViewport({ ratio: 0.99 });
    await button.click();
    const panel = page.getByRole('dialog', { name: /^(Data to|SP500 as of) / });
    await expect(panel.getByRole('row').nth(1)).toBeVisible();
    await expect(panel).toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});

test('nothing is cut off at 1024 × 700, and at 200 % of 1440 × 900', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  // A page at 200 % has half as many CSS pixels.
  for (const viewport of [
    { width: 1024, height: 700 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(viewport);
    await explore.open(`${THREE_UNITS}&units=nbd&frequency=q`);
    const cut = await page.evaluate(() => {
      const main = document.getElementById('main');
      const isWider = (element: Element | null) => element && element.scrollWidth > element.clientWidth;
      const controls = [...document.querySelectorAll('#main button, #main input, #main [role=slider]')];
      const beyond = controls.filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return width > 0 && !control.closest('[role=grid]') && (left < 0 || right > window.innerWidth + 1);
      });
      return [
        ...(isWider(document.documentElement) ? ['the page is wider than the window'] : []),
        ...(isWider(main) ? ['the screen is wider than its place'] : []),
        ...beyond.map((control) => control.getAttribute('aria-label') ?? control.textContent),
      ];
    });
    expect(cut, `${viewport.width} × ${viewport.height}`).toEqual([]);
    await page.getByRole('button', { name: 'Take away' }).click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 0.99 });
    const last = page.getByRole('menuitem').last();
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('Escape');
  }
});

test('a narrow list of series shows last values with their whole date @soak', async ({ page, explore }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=5Y');
  const shown = page.getByRole('treeitem', { name: /^Total public debt outstanding/ });
  await shown.scrollIntoViewIfNeeded();
  const values = page.getByRole('tree').getByText(/^\$\d+\.\d\d tn \d{4}-\d\d-\d\d$/);
  await expect(values).toHaveCount(3);
  const beyond = await values.evaluateAll((texts) =>
    texts.map((text) => {
      const room = (text.parentElement ?? text).getBoundingClientRect();
      const { left, right, bottom } = text.getBoundingClientRect();
      return [left < room.left, right > room.right, bottom > room.bottom + 1];
    }),
  );
  expect(beyond.flat()).not.toContain(true);
});

test('from the first series to a saved link without a pointer @soak', async ({ page, explore }) => {
  const { keyboard } = page;
  await page.setViewportSize({ width: 1440, height: 900 });
  await explore.open('?series=us_debt.total_public_debt_outstanding&table=closed');
  await keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await keyboard.type('quits rate');
  await expect(page.getByRole('option').first()).toBeVisible();
  await keyboard.press('Enter');
  await expect(explore.shownSeries.getByRole('listitem')).toHaveCount(2);

  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 80 && !(await isThere()); presses += 1) await keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const hasFocus = (locator: ReturnType<Explore['line']>) => () =>
    locator.evaluate((element) => element === document.activeElement);

  await tabTo(hasFocus(explore.from));
  await keyboard.type('since 2018');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2018-01-01/);
  await tabTo(hasFocus(page.getByRole('combobox', { name: 'Units', exact: true })));
  await keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Percent change', exact: true })).toBeVisible();
  // Each key press is awaited, because the next one starts from the option that is marked by then.
  const marked = page.locator('[role=option][data-combobox-selected]');
  const wanted = 'Percent change from year ago';
  for (let before = ''; before !== wanted; before = (await marked.textContent()) ?? '') {
    await keyboard.press('ArrowDown');
    await expect(marked).toHaveCount(1);
    await expect(marked).not.toHaveText(before, { useInnerText: true });
  }
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/units=pc1/);

  await tabTo(hasFocus(page.getByRole('button', { name: 'Formula' })));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Formula' })).toBeFocused();
  await keyboard.type('a-b');
  await keyboard.press('Enter');
  await expect(explore.line('=a-b')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Formula' })).toBeFocused();

  await tabTo(hasFocus(page.getByRole('button', { name: /^More for Quits,/ })));
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Units, axis and type' })).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^More for Quits,/ })).toBeFocused();

  await tabTo(hasFocus(explore.chart));
  await keyboard.press('1');
  await expect(page).not.toHaveURL(/units=/);
  await keyboard.press('End');
  await keyboard.press('ArrowLeft');
  await expect(explore.chart.getByRole('status')).toContainText(/^20\d\d-\d\d-\d\d: Total public debt/);
});
