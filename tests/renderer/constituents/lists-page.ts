import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { openWriter } from '../../../service/store/index.ts';
import { dayOf, START, temporaryFolder } from '../../api/folder.ts';

/** A few lists in which every number differs, and functions that read what the screen shows. */

export const AT = '2026-03-14T15:00:00.000Z';
type Line = readonly [ticker: string, name: string, sector: string, weight: string];
export type Held = {
  code: string;
  day: string;
  lines: readonly Line[];
  isSample?: boolean;
};

const IT = 'Information Technology';
const TALK = 'Communication Services';
/** Five companies; NVIDIA leaves in the next list and is back in the last. */
const OLD: Line[] = [
  ['AAPL', 'Apple Inc', IT, '5.0'],
  ['NVDA', 'NVIDIA', IT, '0.4'],
  ['GE', 'General Electric', 'Industrials', '0.9'],
  ['CELG', 'Celgene', 'Health Care', '0.2'],
  ['BLL', 'Ball Corp', 'Materials', '0.35'],
];
const BEFORE: Line[] = [
  ['AAPL', 'Apple Inc', IT, '7.00'],
  ['MSFT', 'Microsoft', IT, '6.5'],
  ['BRK-B', 'Berkshire Hathaway', 'Financials', '1.75'],
  ['XOM', 'Exxon Mobil', 'Energy', '1.24'],
  ['JPM', 'JPMorgan Chase', 'Financials', '1.15'],
  ['CVX', 'Chevron', 'Energy', '0.65'],
  ['SBUX', 'Starbucks', 'Consumer Discretionary', '0.55'],
  ['GE', 'General Electric', 'Industrials', '0.45'],
  ['BLL', 'Ball Corp', 'Materials', '0.31'],
  ['CELG', 'Celgene', 'Health Care', '0.3'],
  ['DIS', 'Walt Disney', TALK, '0.12'],
  ['T', 'AT&T', TALK, '0.1'],
  ['LIN', 'Linde', '', ''],
];
const NOW: Line[] = [
  ['MSFT', 'Microsoft', IT, '6.00'],
  ['AAPL', 'Apple Inc', IT, '7.10'],
  ['NVDA', 'NVIDIA', IT, '6.8'],
  ['BRK.B', 'Berkshire Hathaway', 'Financials', '1.75'],
  ['JPM', 'JPMorgan Chase', 'Financials', '1.4'],
  ['XOM', 'Exxon Mobil', 'Energy', '1.2'],
  ['CVX', 'Chevron', 'Energy', '0.65'],
  ['GE', 'GE Aerospace', 'Materials', '0.5'],
  ['BALL', 'Ball Corporation', 'Materials', '0.29'],
  ['T', 'AT&T', 'Communication', '0.1'],
  ['DIS', 'Walt Disney', TALK, '0.09'],
  ['LIN', 'Linde', '', ''],
];
export const IVV: Held[] = [
  { code: 'IVV', day: '2020-06-30', lines: OLD },
  { code: 'IVV', day: '2023-12-29', lines: BEFORE },
  { code: 'IVV', day: '2026-03-06', lines: NOW },
];
/** A fund without licence terms of its own. */
export const FUND: Held = {
  code: 'FUND',
  day: '2026-03-02',
  lines: [
    ['AAPL', 'Apple Inc', IT, '3.5'],
    ['TSLA', 'Tesla', 'Consumer Discretionary', '2.5'],
    ['JPM', 'JPMorgan Chase', 'Financials', '2.0'],
    ['MSFT', 'Microsoft', IT, '1234.5'],
  ],
};
/** A list without weights. */
export const SP500: Held = {
  code: 'SP500',
  day: '2026-01-05',
  lines: [
    ['JPM', 'JPMorgan Chase', 'Financials', ''],
    ['AAPL', 'Apple Inc', IT, ''],
    ['T', 'AT&T', TALK, ''],
    ['NVDA', 'NVIDIA', IT, ''],
  ],
};

/** @returns a data folder with these lists; the lists of an array come from one file */
export function folderOf(...all: readonly (Held | readonly Held[])[]): string {
  const dataDir = temporaryFolder();
  const writer = openWriter(dataDir);
  for (const file of all.map((one) => [one].flat())) {
    const [{ code = '', day = '', isSample = false } = {}] = file;
    const [kind, origin] = isSample ? (['sample', 'sample'] as const) : (['import', 'file'] as const);
    const open = writer.begin({
      ...{ kind, dataset: 'constituents', origin, source: 'long-constituents' },
      ...{ location: `${code} ${day}.csv`, sha256: 'c0de', fetchedAt: START },
    });
    for (const list of file) {
      const rows = list.lines.map(([ticker, name, sector, weight]) => ({ ticker, name, sector, weight }));
      open.constituents(
        list.code,
        dayOf(list.day),
        rows.map((row, i) => ({ ...row, row: i + 2 })),
      );
    }
    open.commit();
  }
  writer.close();
  return dataDir;
}

const texts = (places: Iterable<Element>) => [...places].map(({ textContent }) => textContent);
/** Waits until nothing is dimmed. @returns the sentence above the view */
export async function sentence(start = ''): Promise<string> {
  let said = '';
  await waitFor(() => {
    said = document.querySelector('main p[role=status]')?.textContent ?? '';
    const isBusy = document.querySelector('main [aria-busy=true]') !== null;
    expect([said, said !== '' && said.startsWith(start), isBusy]).toEqual([said, true, false]);
  });
  return said;
}
/** The hidden text of each tile of the map, in order. */
export const tiles = () => texts(document.querySelectorAll('[data-tile] .unseen'));
/** The cells of each row of a table, from its header on. */
export const rows = (table: Element | null = document.querySelector('main table')) =>
  [...(table?.querySelectorAll('tr') ?? [])].map((row) => texts(row.children));
export const figures = () =>
  [...document.querySelectorAll('dl[aria-label=Figures] dt, aside[aria-label=Figures] dt')].map(
    (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
  );
/** Each sector with its members, weight and change. */
export const sectors = () =>
  [...document.querySelectorAll('ul[aria-label=Sectors] li')].map((line) => texts(line.children).join(' | '));
export const panel = () => document.querySelector<HTMLElement>('[aria-label="Explain this number"]');
/** Waits for this explanation. @returns its label, value and sentences, and a line for each part */
export async function explained(label: string): Promise<{ words: (string | null)[]; parts: string[] }> {
  await waitFor(() => {
    expect(panel()?.querySelector('section p')?.textContent).toBe(label);
    expect(panel()?.querySelector('[aria-label="Loading the source"]')).toBeNull();
  });
  const section = panel()?.querySelector('section');
  return {
    words: texts(section?.querySelectorAll(':scope > p, :scope > dl') ?? []),
    parts: [...(section?.querySelectorAll(':scope > ul > li') ?? [])].map((line) =>
      texts(line.querySelectorAll(':scope > button span > span, :scope > button > span:last-child')).join(
        ' | ',
      ),
    ),
  };
}

/** Records backgrounds, since happy-dom lacks light-dark(). @returns a reader of an element's background */
export function watchBackgrounds(): (element: Element | null) => string {
  const { prototype } = CSSStyleDeclaration;
  const { setProperty } = prototype;
  prototype.setProperty = function (name, value, priority) {
    setProperty.call(this, name, value, priority);
    if (name === 'background') setProperty.call(this, '--background', value);
  };
  onTestFinished(() => {
    prototype.setProperty = setProperty;
  });
  return (element) => (element as HTMLElement | null)?.style.getPropertyValue('--background') ?? '';
}

const PRESSED = 'button, a, input, [role=option], [role=menuitem], [role=tab]';
/** Finds a control by name: a look-up by role reads all styles of the page and takes fifty times as long. */
export function control(name: string, place = 'body'): HTMLInputElement | undefined {
  const all = [...document.querySelectorAll(place)].flatMap((one) => [
    ...one.querySelectorAll<HTMLInputElement>(PRESSED),
  ]);
  const nameOf = (one: HTMLInputElement) => one.getAttribute('aria-label') ?? (one.value || one.textContent);
  return all.find((one) => nameOf(one) === name);
}
/** Waits for a control, and returns it. */
export async function the(name: string, place?: string): Promise<HTMLInputElement> {
  await waitFor(() => expect([name, control(name, place) === undefined]).toEqual([name, false]));
  return control(name, place) as HTMLInputElement;
}
export async function press(name: string, place?: string): Promise<void> {
  fireEvent.click(await the(name, place));
}
export const alert = () => document.querySelector('[role=alert]')?.textContent;
export const search = (text: string) => waitFor(() => expect(location.search).toBe(text));
/** Waits until the address asks to explain this number. */
export const explains = (word: string | undefined) =>
  waitFor(() => expect(new URLSearchParams(location.search).get('explain') ?? undefined).toBe(word));
export const optionTexts = () => texts(document.querySelectorAll('[role=option]'));
