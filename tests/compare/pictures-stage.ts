import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { Access } from '../e2e/access-page.ts';
import { Explore } from '../e2e/explore-page.ts';
import { PAGE_PORT } from './pictures-host.ts';

/** A state of the app and how to get there from any other. */
export type Scene = {
  name: string;
  reach: (stage: Stage) => Promise<unknown>;
  /** The state cannot be reached twice: the window changes its size while it is there. */
  isOnce?: boolean;
  /** Anything that it opens closes when the window changes its size. */
  isOpened?: boolean;
  /** The scene takes its own pictures, at sizes of its own. */
  isOwn?: boolean;
  /** Takes a picture of each control under the pointer and with the focus too. */
  hasControls?: boolean;
};

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;
/** The app's text for an address that leads nowhere. */
const NOWHERE = 'There is no page at this address';
const THEMES = ['light', 'dark'] as const;
export const ORIGIN = `http://127.0.0.1:${PAGE_PORT}`;
/**
 * @param ready a selector of what is there once the screen is drawn.
 * @returns what makes a scene of a screen: it goes to a link of it, waits, and acts.
 */
export function scenesOf(screen: string, ready: string) {
  return (
    name: string,
    search: string,
    act?: (stage: Stage) => Promise<unknown>,
    hasControls = false,
  ): Scene => ({
    name: `${screen}-${name}`,
    hasControls,
    async reach(stage) {
      await stage.go(`/${screen}${search}`);
      await stage.page.locator(ready).first().waitFor();
      await stage.page.waitForTimeout(400);
      await act?.(stage);
    },
  });
}

/** Interactive elements; of those at the same place of the tree the first is taken. */
const CONTROLS =
  'button, a[href], input, label, tr, [role=option], [role=treeitem], [role=slider], [tabindex="0"]';
const MOST_CONTROLS = 30;

/** The page, and the folder that its pictures go to. */
export class Stage {
  readonly page: Page;
  readonly explore: Explore;
  readonly access: Access;
  readonly #folder: string;
  /**
   * Goes from screen to screen as a link does, without loading the page again, and takes the first picture: for whoever looks at them, not
   * for comparing them.
   */
  isSwift: boolean;
  constructor(page: Page, folder: string, isSwift = false) {
    this.page = page;
    this.isSwift = isSwift;
    this.explore = new Explore(page);
    this.access = new Access(page);
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Goes to an address of the app with nothing kept from before. */
  async go(address: string): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => localStorage.clear());
    if (this.isSwift && this.page.url().startsWith(ORIGIN)) {
      // Menus of a screen close when another one takes its place; the search above all screens empties its field first.
      for (let i = 0; i < 2 && (await this.page.getByRole('dialog').count()) > 0; i++)
        await this.page.keyboard.press('Escape');
      await this.#follow('/nowhere');
      await this.page.getByText(NOWHERE).first().waitFor();
      await this.#follow(address);
      await this.page.getByText(NOWHERE).first().waitFor({ state: 'detached' });
      return;
    }
    // A click on a link of the same address changes nothing: the page is loaded again in any case.
    await this.page.goto('about:blank');
    await this.page.goto(`${ORIGIN}${address}`);
    await this.isOpen();
  }

  async #follow(address: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState({}, '', to), address);
  }

  async isOpen(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).waitFor();
  }

  /** Answers requests of the host with what `change` makes of the real answer. */
  async change(path: string, change: (answer: never) => unknown): Promise<void> {
    await this.page.route(`**/host/${path}`, async (route) => {
      const answer = await route.fetch().catch(() => undefined);
      if (!answer?.ok()) return route.abort().catch(() => undefined);
      const json = change((await answer.json()) as never);
      await route.fulfill({ response: answer, json }).catch(() => undefined);
    });
  }

  /** Takes the pictures of a scene that is reached: both themes at the size that the window has. */
  async shoot(name: string, hasControls: boolean): Promise<void> {
    const { width = 0 } = this.page.viewportSize() ?? {};
    for (const colorScheme of THEMES) {
      await this.page.emulateMedia({ colorScheme });
      await this.save(`${name}-${colorScheme}-${width}`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    // Last, for the focus stays where it was put.
    if (hasControls && width === SIZES[0].width) await this.#shootControls(name);
  }

  /** Saves a picture once it stays the same. */
  async save(name: string, clip?: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.page.evaluate(quieten);
    let last: Uint8Array = new Uint8Array();
    for (let i = 0; i < 25; i++) {
      await this.page.evaluate(replaceMoments);
      const shot = await this.page.screenshot(clip ? { clip } : {});
      const isSame = shot.equals(last);
      last = shot;
      if (isSame || this.isSwift) break;
      await this.page.waitForTimeout(clip ? 40 : 180);
    }
    writeFileSync(path.join(this.#folder, `${name}.png`), last);
  }

  async #shootControls(name: string): Promise<void> {
    const { page } = this;
    const controls = await page.evaluateHandle(findControls, [CONTROLS, MOST_CONTROLS] as const);
    const count = await controls.evaluate((found) => found.length);
    for (let i = 0; i < count; i++) {
      const control = (await controls.evaluateHandle((found, index) => found[index], i)).asElement();
      const box = await control?.boundingBox();
      const { width, height } = page.viewportSize() ?? SIZES[0];
      if (!control || !box || box.x < 0 || box.y < 0 || box.x > width || box.y + 8 > height) continue;
      const [x, y] = [Math.max(0, Math.floor(box.x) - 6), Math.max(0, Math.floor(box.y) - 6)];
      const clip = {
        ...{ x, y },
        width: Math.min(width - x, Math.ceil(box.width) + 12, 700),
        height: Math.min(height - y, Math.ceil(box.height) + 12, 120),
      };
      await page.mouse.move(box.x + Math.min(box.width / 2, 200), box.y + Math.min(box.height / 2, 40));
      await this.save(`${name}-hover-${i}`, clip);
      await page.mouse.move(0, 0);
      const isFocused = await page.evaluate((element) => {
        (element as HTMLElement).focus({ preventScroll: true, focusVisible: true } as FocusOptions);
        return document.activeElement === element;
      }, control);
      if (isFocused) await this.save(`${name}-focus-${i}`, clip);
    }
  }
}

/** A new signed-in page whose clock stands still. */
export async function openStage(
  context: BrowserContext,
  address: string,
  folder: string,
  isSwift: boolean,
): Promise<Stage> {
  const page = await context.newPage();
  // On a busy machine a page has taken half a minute.
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime('2026-11-20T15:00:00Z');
  await page.goto(address);
  const stage = new Stage(page, folder, isSwift);
  await stage.isOpen();
  return stage;
}

/** Hides the caret and tooltips, stops what moves (a skeleton's sheen is its `::after`), and waits for the fonts. Constructed style sheets are free of the page's policy. */
async function quieten(): Promise<void> {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `*, *::before, *::after { caret-color: transparent !important; animation: none !important; transition: none !important; scroll-behavior: auto !important; }
       .mantine-Tooltip-tooltip { display: none !important; }`,
    );
    document.adoptedStyleSheets.push(sheet);
  }
  await document.fonts.ready;
}

/** Puts fixed texts where times, keys and process ids stand. */
function replaceMoments(): void {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/alm_[\w-]{43}/g, `alm_${'k'.repeat(43)}`],
    [/…[\w-]{4}(?![\w-])/g, '…kkkk'],
    [/\b\d+(\.\d+)? ms\b/g, '1.0 ms'],
    [/\bprocess \d+/g, 'process 1'],
    [/(\d+(\.\d+)?) (KB|MB)(?= in memory)/g, '1 MB'],
  ];
  const replaced = (text: string): string => rules.reduce((was, [from, to]) => was.replace(from, to), text);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    if (replaced(text) !== text) node.nodeValue = replaced(text);
  }
  for (const name of document.querySelectorAll('dt'))
    if (name.textContent === 'X-Request-Id' && name.nextElementSibling)
      name.nextElementSibling.textContent = 'request';
  for (const field of document.querySelectorAll('input')) {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    if (field.type !== 'file' && replaced(field.value) !== field.value)
      setter?.call(field, replaced(field.value));
  }
}

/** @returns the visible controls; of those that stand alike in the tree one; not by their classes, whose names differ between trees. */
function findControls([selector, most]: readonly [string, number]): Element[] {
  const seen = new Map<string, number>();
  const open = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((each) =>
    each.checkVisibility(),
  );
  const root = open.at(-1) ?? document;
  return [...root.querySelectorAll(selector)]
    .filter((element) => {
      const steps: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        steps.push(
          at.tagName + (at.getAttribute('role') ?? '') + (at.tagName === 'DIV' ? '' : at.id.slice(0, 8)),
        );
      const key = steps.filter((step) => step !== 'DIV' && step !== 'SPAN').join('<');
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return seen.get(key) === 1 && element.checkVisibility();
    })
    .slice(0, most);
}
