import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Numbers have the chosen style on every screen. The spec's own app stores the style and boards. */

test.use({ opensHome: false });

const LEVELS = 'us_exports.asia,jolts.quits_level_sa,us_debt.total_public_debt_outstanding';
const CHANGES = 'yields.US10Y,yields.US10Y_US2Y,ui_weekly_claims.initial_claims_sa:pc1';
const SCREENS = [
  '/overview',
  `/explore?series=${LEVELS}&range=5Y&details=us_exports.asia`,
  `/explore?series=${CHANGES}&range=5Y&explain=a`,
  '/yields?vs=1m',
  '/yields?view=history&minus=median',
  '/yields?view=month',
  '/states?measure=year-percent',
  '/states?view=table',
  '/constituents',
  '/constituents?view=table',
  '/statement',
  ...['jolts', 'us_exports', 'us_debt', 'yields'].flatMap((id) => [
    `/release?dataset=${id}`,
    `/release?dataset=${id}&show=percent`,
  ]),
  '/data',
];
const BOARDS = ['Labour', 'Debt'];

/** Faults in any style. The placeholder `-5Y` of a date field is a range as a person types it. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  'a hyphen for a minus': /(?:^|[\s(→,;:])-\$?\d(?!\d*[A-Z])/,
  'no space before %': /\d%/,
  'a letter for a power of ten': /\$[\d.,]+[KMBT]\b|\d\d[KBT]\b|\d\.\d\d+M\b/,
  'a short number beside a scaled unit': /\d (?:k|mn|bn|tn) (?:thousands|millions|billions|\$)/,
  'thousands of nothing': /\d thousands(?! of)/,
};
/** Faults in the style `1.234,5`. Exceptions: names of tenors, and millions with three decimals. */
const COMMAS =
  /(?<![\w.,/:])\d+\.(?:\d\d?|\d{4,})(?![\w.-]| months)|(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,]| mn)/;

/** @returns each text on the screen, alone and within its block, and each accessible name and title. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    const texts = new Set<string>();
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('code,pre,style')) continue;
      texts.add(node.textContent ?? '');
      const block = node.parentElement?.closest('p,td,th,dd,dt,button,h1,h2,h3,label,text');
      texts.add(block?.textContent ?? '');
    }
    for (const name of ['aria-label', 'title'])
      for (const element of main.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name) ?? '');
    return [...texts];
  });
}

/** Waits until nothing is loading and no text changes. */
async function rests(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        await expect(page.locator('[aria-label^="Loading"]')).toHaveCount(0);
        // Two `main` elements may exist while one screen replaces another.
        const now = (await page.locator('main').allTextContents()).join();
        const isSame = now === before && /\d/.test(now);
        before = now;
        return isSame;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

async function faultsOf(page: Page, kinds: Readonly<Record<string, RegExp>>): Promise<string[]> {
  await rests(page);
  const { pathname, search } = new URL(page.url());
  const texts = await textsOf(page);
  return Object.entries(kinds).flatMap(([kind, fault]) =>
    texts
      .filter((text) => fault.test(text))
      .map((text) => `${pathname}${search}: ${kind}: ${text.slice(0, 160)}`),
  );
}

test('numbers have the chosen style on every screen @browser-only @soak', async ({ ownPage: page }) => {
  test.slow();
  // Navigates like a link, without loading the page again.
  const go = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
  const boards: string[] = [];
  for (const name of BOARDS) {
    await go('/board');
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(page.getByRole('list', { name: 'Tiles' }).locator('> li')).toHaveCount(6);
    await expect(page.locator('[data-saved]')).toBeVisible();
    boards.push(page.url());
  }
  for (const style of ['1,234.5', '1.234,5']) {
    await go('/settings?group=numbers');
    await page.getByText(style, { exact: true }).click();
    await expect(page.getByRole('radio', { name: style })).toBeChecked();
    const kinds = style === '1.234,5' ? { ...FAULTS, 'another style': COMMAS } : FAULTS;
    const faults: string[] = [];
    for (const address of [...SCREENS, ...boards]) {
      await go(address);
      faults.push(...(await faultsOf(page, kinds)));
    }
    expect(faults, style).toEqual([]);
  }
});
