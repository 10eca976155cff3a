import { fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { temporaryFolder } from '../../api/folder.ts';
import { openPage, windowOf } from '../open-page.tsx';
import { publishFewDays } from './few-days.ts';

/** Opens Yields on the few days, in a window with room for all of its parts. */
export async function open(
  search: string,
  options: Parameters<typeof openPage>[1] & { width?: number } = {},
) {
  const { width = 1600, ...other } = options;
  windowOf(width, 1000);
  const dataDir = options.dataDir ?? temporaryFolder();
  if (options.dataDir === undefined) publishFewDays(dataDir);
  return openPage(`/yields${search}`, { ...other, dataDir });
}

/** Finds by selector: look-ups by role are slow on a whole page. */
export const one = (selector: string) => document.querySelector(selector) as HTMLElement;
export const shown = () => waitFor(() => expect(one('[role=slider]')).not.toBeNull());
export const table = () => one('[role=grid]');
export const field = () => one('fieldset[aria-label=Day] input') as HTMLInputElement;
export const button = (name: string) => one(`button[aria-label="${name}"]`) as HTMLButtonElement;
export const isExplained = () =>
  waitFor(() => expect(one('aside[aria-label="Explain this number"]')).not.toBeNull());
export const panel = () => one('aside[aria-label="Explain this number"]');
export const rows = () =>
  [...table().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' '),
  );
export const hints = (row: number) =>
  [...(table().querySelectorAll('tr')[row]?.querySelectorAll('td button') ?? [])].map((cell) =>
    cell.getAttribute('title'),
  );
export const address = () => decodeURIComponent(location.pathname + location.search);
export const cell = (row: string, text: string) =>
  [...table().querySelectorAll<HTMLElement>('tr')]
    .filter(({ textContent }) => textContent?.startsWith(row))
    .flatMap((line) => [...line.querySelectorAll<HTMLElement>('td button')])
    .find(({ textContent }) => textContent === text) as HTMLElement;
export const NO_CHANGE = `Change, bp ${Array.from({ length: 14 }, () => '–').join(' ')}`;
/** Presses and releases a key. */
export const key = (name: string, more: object = {}) => {
  fireEvent.keyDown(document.body, { key: name, ...more });
  fireEvent.keyUp(document.body, { key: name });
};
