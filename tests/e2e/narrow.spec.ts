import type { Page } from '@playwright/test';
import { SCREENS } from '../../renderer/screens.ts';
import { expect, test } from './fixtures.ts';
import { fitsWindow, goTo, isScreen, RAIL, railLink } from './steps.ts';

/** Small and zoomed windows: nothing scrolls sideways, is cut off or moves. */

test.use({ opensHome: false });

/** A page at 200 % has half as many CSS pixels. */
const SIZES = [
  { width: 1024, height: 700 },
  { width: 720, height: 450 },
  { width: 512, height: 350 },
];
const PATHS = [
  ...['/overview', '/saved', '/board', '/settings', '/settings?group=privacy', '/guide/freezing'],
  ...['map', 'table', 'changes', 'compare', 'ledger'].map((view) => `/constituents?view=${view}`),
  ...['/states?measure=week&week=2020-04-04&areas=TX,CA&explain=CA', '/states?view=table'],
  ...['/yields?date=2025-03-07', '/yields?view=month'],
];

test('no screen has a sideways scroll in a small window and at 200 % @browser-only @soak', async ({
  page,
}) => {
  test.slow();
  for (const path of PATHS) {
    await goTo(page, path);
    await expect(page.locator('main')).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await fitsWindow(page, `${path} at ${size.width}`);
    }
  }
});

test('the search is at the same place on all screens @browser-only @soak', async ({ page }) => {
  await goTo(page, '/overview');
  const boxes = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { path, title } of SCREENS) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main', { name: 'Loading' })).toHaveCount(0);
      // The last button fits, with any number of late series.
      const last = page.getByRole('banner').getByRole('button', { name: /^Appearance/ });
      await expect(last).toBeInViewport({ ratio: 1 });
      found.push(JSON.stringify(await page.getByRole('button', { name: 'Find a series' }).boundingBox()));
    }
    return [...new Set(found)];
  };
  for (const size of [{ width: 1440, height: 900 }, ...SIZES.slice(0, 1)]) {
    await page.setViewportSize(size);
    expect(await boxes(), `at ${size.width}`).toHaveLength(1);
  }
  await goTo(page, '/release');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('A long name '.repeat(12));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Continue without/ }).waitFor();
  expect(await boxes(), 'beside the name of a saved view').toHaveLength(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('Ctrl-S on Saved and on a board says that changes are saved automatically @browser-only @soak', async ({
  page,
}) => {
  for (const [path, words] of [
    ['/saved', 'What you change here is saved automatically'],
    ['/board', 'A board is saved automatically'],
  ] as const) {
    await goTo(page, path);
    await expect(page.locator('main')).toBeVisible();
    await page.evaluate(() =>
      // Records, after all other listeners, whether the key press was handled.
      window.addEventListener('keydown', (event) => {
        setTimeout(() => {
          document.body.dataset.isHeard = String(event.defaultPrevented);
        });
      }),
    );
    await expect(async () => {
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1, { timeout: 500 });
    }).toPass();
    // The browser's own dialog never opens.
    await expect(page.locator('body')).toHaveAttribute('data-is-heard', 'true');
  }
});

test('a card moves up and down by a whole row @browser-only @soak', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, '/overview');
  const cards = page.getByRole('region', { name: 'Newest numbers' }).getByRole('listitem');
  const titles = () => cards.locator('a[data-item]').allTextContents();
  await expect(cards).toHaveCount(9);
  const before = await titles();
  await cards.first().locator('a[data-item]').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(titles).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await cards.nth(2).locator('a[data-item]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(titles).toEqual(before);
});

const THREE_UNITS =
  '?series=us_debt.total_public_debt_outstanding,jolts.quits_level_sa,jolts.quits_rate_sa&from=2018-01-01&to=2020-12-31';

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

test('no control of Explore is cut off in a small window @soak', async ({ page, explore }) => {
  for (const viewport of SIZES.slice(0, 2)) {
    await page.setViewportSize(viewport);
    await explore.open(`${THREE_UNITS}&units=nbd&frequency=q`);
    await fitsWindow(page);
    const beyond = await page.locator('#main :is(button, input, [role=slider])').evaluateAll((controls) =>
      controls
        .filter((control) => {
          const { left, right, width } = control.getBoundingClientRect();
          return width > 0 && !control.closest('[role=grid]') && (left < 0 || right > window.innerWidth + 1);
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
    expect(beyond, `${viewport.width} × ${viewport.height}`).toEqual([]);
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

/** Distance of each head cell from the left edge of its table, and its width. */
function heads(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) =>
      [...table.querySelectorAll('thead :is(th, td)')].map((cell) => {
        const { left, width } = cell.getBoundingClientRect();
        return `${Math.round(left - table.getBoundingClientRect().left)} ${Math.round(width)}`;
      }),
    ),
  );
}

/** Puts a long word into the first rows of every table, as a loaded, changed or scrolled row may have. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const row of document.querySelectorAll('main tbody tr:has(td + td)'))
      for (const cell of row.querySelectorAll('td')) cell.append('9'.repeat(40));
  });
}

for (const [name, path, tag] of [
  ['areas', '/states?view=table', ''],
  ['datasets', '/data', ' @soak'],
  ['members', '/constituents?view=table', ' @soak'],
  ['a release', '/release?dataset=us_debt', ' @soak'],
] as const) {
  test(`the columns of ${name} keep their places with any rows${tag}`, async ({ page }) => {
    await goTo(page, path);
    await expect(page.locator('main tbody tr:has(td + td)').first()).toBeVisible();
    const before = await heads(page);
    expect(before.length).toBeGreaterThan(2);
    await lengthen(page);
    expect(await heads(page)).toEqual(before);
  });
}

test('the columns of members keep their places while the rows scroll and are sorted @soak', async ({
  page,
}) => {
  await goTo(page, '/constituents?view=table');
  const table = page.getByRole('region', { name: /^Members of / });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  const before = await heads(page);
  await table.press('End');
  await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  expect(await heads(page)).toEqual(before);
  for (const name of ['Sector', 'Name', 'Ticker']) {
    await table.getByRole('button', { name, exact: false }).first().click();
    expect(await heads(page)).toEqual(before);
  }
});

/**
 * @returns controls smaller than 24 pixels with another target within a circle of that size (WCAG 2.5.8).
 * Exceptions: numbers in a sentence, and tiles of a map whose members are in its table.
 */
function smallTargets(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('main :is(button, a, label, [role=button], [role=slider])'),
  ].filter((one) => !one.closest('p, .unseen, [data-tile]') && one.getClientRects().length > 0);
  const boxes = all.map((one) => (one.querySelector('rect') ?? one).getBoundingClientRect());
  const isSmall = ({ width, height }: DOMRect) => Math.round(width) < 24 || Math.round(height) < 24;
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  return all.flatMap((one, i) => {
    const box = boxes[i] as DOMRect;
    if (!isSmall(box)) return [];
    const at = middle(box);
    const other = boxes.findIndex((near, j) => {
      if (i === j || one.contains(all[j] as Node) || all[j]?.contains(one)) return false;
      const far = isSmall(near)
        ? Math.hypot(middle(near).x - at.x, middle(near).y - at.y) - 12
        : Math.hypot(
            Math.max(near.left - at.x, 0, at.x - near.right),
            Math.max(near.top - at.y, 0, at.y - near.bottom),
          );
      return far < 11.5;
    });
    const name = (element: HTMLElement | undefined) =>
      element?.getAttribute('aria-label') ?? element?.textContent;
    return other < 0
      ? []
      : [`${name(one)}, ${Math.round(box.width)} × ${Math.round(box.height)}, beside ${name(all[other])}`];
  });
}

for (const address of [
  '/yields?date=2025-03-07',
  '/yields?view=history',
  '/states?areas=CA',
  '/states?view=table',
  '/constituents',
  '/constituents?view=table',
])
  test(`a finger hits the controls on ${address} @soak`, async ({ page }) => {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await goTo(page, address);
      await expect(page.getByRole('radiogroup').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await page.evaluate(smallTargets), `${width} pixels`).toEqual([]);
    }
  });
