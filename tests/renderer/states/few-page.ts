import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { temporaryFolder } from '../../api/folder.ts';
import { openPage, windowOf } from '../open-page.tsx';
import { publishFewWeeks } from './few-weeks.ts';

/** Opens the map on the few weeks, in a window with room for all of it. */
export async function open(
  search: string,
  options: Parameters<typeof openPage>[1] & { codes?: Parameters<typeof publishFewWeeks>[1] } = {},
) {
  const { codes, ...other } = options;
  windowOf(1600, 1000);
  const dataDir = options.dataDir ?? temporaryFolder();
  if (options.dataDir === undefined) publishFewWeeks(dataDir, codes);
  return openPage(`/states${search}`, { ...other, dataDir });
}

export const one = (selector: string) => document.querySelector(selector) as HTMLElement;
export const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
export const address = () => decodeURIComponent(location.pathname + location.search);
export const arrives = (search: string) => waitFor(() => expect(address()).toBe(`/states${search}`));
/** Waits until all weeks have loaded and the tiles are drawn. */
export const isWhole = () =>
  waitFor(() => {
    expect((one('input[type=range]') as HTMLInputElement).disabled).toBe(false);
    expect(document.querySelectorAll('[data-area]').length).toBe(53);
  });
export const sentence = () => one('[data-area]')?.closest('svg')?.getAttribute('aria-labelledby') ?? '';
export const said = () => document.getElementById(sentence())?.textContent;
export const panel = () => one('aside[aria-label="Explain this number"]');
