import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { boardOf, DEBT, press, saving, storedIn } from '../board/open-board.tsx';

/** The items that Saved shows, and those that are stored. */

export const ID = 'view00001';
export const view = (id: string, over: object, content: object = {}) =>
  saving(boardOf([]), {
    ...{ id, kind: 'view', note: '', folder: '' },
    content: { address: `/explore?series=${DEBT}`, frozen: null, ...content },
    ...over,
  } as never);
export const kept = (dataDir: string, id = ID) => storedIn(dataDir).find((one) => one.id === id);
export const names = () =>
  [...document.querySelectorAll('main tbody tr th button')].map(({ textContent }) => textContent);
export const said = () => document.querySelector('main [role=status].unseen')?.textContent;
export const isSaid = (words: string) => waitFor(() => expect(said()).toBe(words));
export const dialog = () => document.querySelector('[role=dialog]');
export const isAsked = () => screen.findByText(/^Changed in another window at \d\d:\d\d$/);
export const isGone = () => waitFor(() => expect(dialog()).toBeNull());
export const offered = () =>
  [...(dialog()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
/** Presses a button of the dialog once it is there. */
export const inDialog = async (name: string): Promise<void> => {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === name,
    );
  await waitFor(() => expect(found()).toBeDefined());
  fireEvent.click(found() as HTMLElement);
};
export const inMenu = async (name: string, what: string) => {
  await press(`Actions for ${name}`);
  await press(what);
};
export const failed = (detail: string) => Response.json({ detail }, { status: 500 });
