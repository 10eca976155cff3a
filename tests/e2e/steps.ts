import { expect, type Locator, type Page } from '@playwright/test';
import { SCREENS } from '../../renderer/screens.ts';

/** Steps of a person on any screen. */

type Place = { x: number; y: number };

/** Opens an address of the app: '/data', '/states?week=2020-04-04'. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

/** Titles of the screens in the rail, in its order. */
export const RAIL: readonly string[] = SCREENS.flatMap(({ icon, title }) => (icon === null ? [] : title));

export const railLink = (page: Page, screen: string): Locator =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true });

/** Waits until the screen with this title is shown and its code has loaded. */
export async function isScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect(page.getByRole('main', { name: 'Loading' })).toHaveCount(0);
}

/** The search field of the palette. */
export const paletteOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find a series' });

/** Opens the palette, and types. @returns its field */
export async function find(page: Page, words: string): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  await paletteOf(page).fill(words);
  return paletteOf(page);
}

export async function takeAway(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Saves the present view with Ctrl-S. @param more sets other fields of the dialog first */
export async function saveView(page: Page, name: string, more?: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: 'Save this view' }).waitFor();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: /^Save/ });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await more?.(dialog);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** @returns the place and size of an element on the page, in pixels. */
export async function boxOf(part: Locator): Promise<Place & { width: number; height: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It has no place on the page.');
  return box;
}

export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

/** Expects that the screen and its page are not wider than the window. */
export async function fitsWindow(page: Page, message = ''): Promise<void> {
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    );
  await expect.poll(async () => Math.max(...(await tooWide())), message).toBe(0);
}

/** Simulates a finger on a page made without touch. The page has no mouse meanwhile. */
export async function withFinger(
  page: Page,
  use: (finger: {
    tap: (at: Place) => Promise<void>;
    slide: (from: Place, to: Place) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await use({
      async tap(at) {
        await touch('touchStart', at);
        await touch('touchEnd');
      },
      async slide(from, to) {
        await touch('touchStart', from);
        for (let i = 1; i <= 10; i++)
          await touch('touchMove', {
            x: from.x + ((to.x - from.x) * i) / 10,
            y: from.y + ((to.y - from.y) * i) / 10,
          });
        // The finger rests before it lifts, so that the page does not scroll further.
        await page.waitForTimeout(150);
        await touch('touchMove', to);
        await touch('touchEnd');
      },
    });
  } finally {
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await client.detach();
  }
}
