import { resolveObjectURL } from 'node:buffer';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import {
  type BoardContent,
  type BoardTile,
  EMPTY_BOARD,
  type SavedItem,
  type SaveItemRequest,
} from '../../../service/contract/saved.ts';
import { openWork } from '../../../service/work/index.ts';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { openPage, type PageOptions } from '../open-page.tsx';

/** Boards that a test stores and opens as pages, on a few observations. */

export const ID = 'board0001';
export const DEBT = 'us_debt.debt_held_by_public';
export const HELD = 'us_debt.intragovernmental_holdings';

export const tile = (
  id: string,
  title: string,
  address: string,
  over: Partial<BoardTile> = {},
): BoardTile => ({
  ...{ id, title, address, x: 0, y: 0, w: 4, h: 10, range: null },
  ...over,
});

export const boardOf = (tiles: readonly BoardTile[], over: Partial<BoardContent> = {}): BoardContent => ({
  ...EMPTY_BOARD,
  ...{ range: 'range=Max', tiles },
  ...over,
});

export const saving = (content: BoardContent, over: Partial<SaveItemRequest> = {}): SaveItemRequest =>
  ({
    ...{ kind: 'board', id: ID, revision: 0, name: 'Mine', note: 'Of May', folder: 'Fed' },
    ...{ content, is_deleted: false },
    ...over,
  }) as SaveItemRequest;

/** @returns a data folder with three days of debt, three of made-up yields, and these items in this order */
export function folderWith(...items: readonly SaveItemRequest[]): string {
  const dataDir = temporaryFolder();
  const debt = (code: string, ...values: string[]) =>
    values.map((value, i) => ({ code, date: `2024-01-0${i + 2}`, value: `${value}000000000.00` }));
  publish(dataDir, 'us_debt', [
    ...debt('debt_held_by_public', '21000', '22000', '23000'),
    ...debt('intragovernmental_holdings', '7000', '7500'),
  ]);
  const yields = ['10', '20', '30'].flatMap((cents, i) => [
    { code: 'US10Y', date: `2024-01-0${i + 3}`, value: `4.${cents}` },
    { code: 'US2Y', date: `2024-01-0${i + 3}`, value: `3.${cents}` },
  ]);
  publish(dataDir, 'yields', yields, 'sample');
  storeIn(dataDir, ...items);
  return dataDir;
}

/** When items were stored: still the evening before in California. */
const STORED = '2026-03-05T02:00:00.000Z';

/** Stores items as another window does. */
export function storeIn(dataDir: string, ...items: readonly SaveItemRequest[]): void {
  const work = openWork(dataDir, { now: () => new Date(STORED) });
  for (const item of items) expect(work.saved.save(item).state).toBe('saved');
  work.close();
}

/** @returns the stored items of a folder, the last changed first */
export function storedIn(dataDir: string): SavedItem[] {
  const work = openWork(dataDir, { now: () => new Date() });
  try {
    return work.saved.list();
  } finally {
    work.close();
  }
}

export function storedBoard(dataDir: string): SavedItem & { kind: 'board' } {
  const board = storedIn(dataDir).find(({ id }) => id === ID);
  if (board?.kind !== 'board') throw new Error('Board not found');
  return board;
}

/** Changes the board `ID` as another window does. */
export function changeElsewhere(
  dataDir: string,
  { content: changed, ...texts }: { name?: string; note?: string; content?: Partial<BoardContent> },
) {
  const { revision, name, note, content } = storedBoard(dataDir);
  storeIn(
    dataDir,
    saving({ ...content, ...changed }, { revision, name, note, ...texts } as Partial<SaveItemRequest>),
  );
}

/** Opens a board on the data of `folderWith`. */
export async function openBoard(content: BoardContent, options: PageOptions & { search?: string } = {}) {
  const { search = '', ...others } = options;
  const page = await openPage(`/board?id=${ID}${search}`, {
    ...{ dataDir: folderWith(saving(content)) },
    ...others,
  });
  await waitFor(() => expect(document.querySelector('[data-tiles]')).not.toBeNull());
  return page;
}

/** Waits until nothing is left to store. */
export const isSaved = (): Promise<void> =>
  waitFor(() => expect(document.querySelector('[data-saved]')).not.toBeNull());

/** Waits until this many tiles are drawn. */
export const drawn = (count: number): Promise<void> =>
  waitFor(() => expect(document.querySelectorAll('[data-drawn]').length).toBe(count), { timeout: 30_000 });

export const titles = () =>
  [...document.querySelectorAll('li[data-tile] h3')].map(({ textContent }) => textContent);
export const tileOf = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`li[data-tile="${id}"]`);
  if (!found) throw new Error(`There is no tile ${id}`);
  return found;
};
const PRESSED = 'button, a, input, [role=menuitem], [role=menuitemcheckbox]';
/** Finds a control by name: a look-up by role reads all styles of the page and takes fifty times as long. */
export function control<E extends HTMLElement = HTMLButtonElement>(name: string | RegExp): E | undefined {
  const isIt = (said: string) => (typeof name === 'string' ? said === name : name.test(said));
  return [...document.querySelectorAll<E>(PRESSED)].find((one) =>
    isIt(
      one.getAttribute('aria-label') ??
        (one instanceof HTMLInputElement ? one.value : (one.textContent ?? '')),
    ),
  );
}
/** Presses a control once it is there. */
export async function press(name: string | RegExp): Promise<void> {
  await waitFor(() => expect([name, control(name) === undefined]).toEqual([name, false]));
  fireEvent.click(control(name) as HTMLElement);
}

/** The lines of each chart with their values and dates. */
export const legends = () =>
  [...document.querySelectorAll('ul[aria-label=Lines]')].map(({ textContent }) => textContent);
/** The board's announcements to screen readers. */
export const said = () =>
  [...document.querySelectorAll('main [role=status]')]
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '' && !text?.startsWith('Type 2020'));

/** Keeps every element out of view until the test ends. */
export function outOfSight(): void {
  const { IntersectionObserver } = window;
  const nothing = () => undefined;
  window.IntersectionObserver = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  } as unknown as typeof IntersectionObserver;
  onTestFinished(() => {
    window.IntersectionObserver = IntersectionObserver;
  });
}

export const DEBT_TILE = tile('t1', 'Debt', `/explore?series=${DEBT}`);
export const button = (name: string) => control(name) as HTMLButtonElement;
/** Chooses a range in the bar of the board. */
export const choose = (name: string) =>
  fireEvent.click(document.querySelector(`input[type=radio][value="${name}"]`) as HTMLElement);
export const chosen = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
/** Counts the requests that store an item. */
export const saves = (asked: readonly string[]) =>
  asked.filter((one) => one === 'POST /host/save-item').length;

/** Sets the time zone of the computer. */
export function livesIn(zone: string): void {
  const { prototype } = Intl.DateTimeFormat;
  const { resolvedOptions } = prototype;
  prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: zone };
  };
  onTestFinished(() => {
    prototype.resolvedOptions = resolvedOptions;
  });
}

/** Records the files that the page saves, and the SVGs that it would draw as PNGs, which needs layout. */
export function watchFiles() {
  const saved: { name: string; address: string; blob: Blob | undefined }[] = [];
  const drawings: Promise<string>[] = [];
  const look = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
    event.preventDefault();
    const { href, download } = event.target;
    saved.push({ name: download, address: href, blob: resolveObjectURL(href) as Blob | undefined });
  };
  document.addEventListener('click', look, true);
  const image = HTMLImageElement.prototype;
  const canvas = HTMLCanvasElement.prototype;
  const { decode } = image;
  const { toBlob } = canvas;
  image.decode = async function (this: HTMLImageElement) {
    drawings.push((resolveObjectURL(this.src) as Blob).text());
  };
  canvas.toBlob = function (this: HTMLCanvasElement, take: BlobCallback) {
    take(new Blob([`${this.width} × ${this.height}`]));
  };
  onTestFinished(() => {
    document.removeEventListener('click', look, true);
    Object.assign(image, { decode });
    Object.assign(canvas, { toBlob });
  });
  return { saved, drawings };
}
