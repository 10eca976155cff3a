import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';
import {
  boardOf,
  button,
  changeElsewhere,
  choose,
  chosen,
  control,
  DEBT_TILE,
  folderWith,
  ID,
  isSaved,
  openBoard,
  press,
  saves,
  saving,
  storedBoard,
} from './open-board.tsx';

const shades = () => button('Recessions').getAttribute('aria-pressed');
const heading = () => document.querySelector('main h2')?.textContent;
const isAbout = (request: Request, path: string) => new URL(request.url).pathname === path;
const failed = (detail: string) => Response.json({ detail }, { status: 500 });

test('undo takes each change back, redo makes it again, and a new change after an undo ends redo', async () => {
  const { user, dataDir } = await openBoard(boardOf([], { range: 'range=5Y' }));
  expect([button('Undo').disabled, button('Redo').disabled]).toEqual([true, true]);
  choose('1Y');
  await press('Recessions');
  expect([chosen(), shades()]).toEqual([['1Y'], 'false']);
  await press('Undo');
  expect([chosen(), shades()]).toEqual([['1Y'], 'true']);
  expect([button('Undo').disabled, button('Redo').disabled]).toEqual([false, false]);
  await user.keyboard('{Control>}z{/Control}');
  expect([chosen(), button('Undo').disabled]).toEqual([['5Y'], false]);
  await user.keyboard('{Control>}y{/Control}');
  expect(chosen()).toEqual(['1Y']);
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  expect([chosen(), shades()]).toEqual([['1Y'], 'false']);
  expect(button('Redo').disabled).toBe(true);
  await isSaved();
  expect(storedBoard(dataDir).content).toEqual(boardOf([], { range: 'range=1Y', recessions: false }));

  await press('Undo');
  await press('Undo');
  choose('10Y');
  expect(button('Redo').disabled).toBe(true);
  await press('Undo');
  expect([chosen(), button('Undo').disabled]).toEqual([['5Y'], false]);
  // The board was created like this, so there is nothing to undo.
  await press('Undo');
  await waitFor(() => expect(button('Undo').disabled).toBe(true));
  expect(chosen()).toEqual(['5Y']);
  await press('Redo');
  expect(chosen()).toEqual(['10Y']);
});

test('undo goes back beyond the opening of the page, version by version', async () => {
  const dataDir = folderWith(
    saving(boardOf([], { range: 'range=1Y' })),
    saving(boardOf([], { range: 'range=5Y' }), { revision: 1 }),
  );
  await openPage(`/board?id=${ID}`, { dataDir });
  await waitFor(() => expect(document.querySelector('[data-tiles]')).not.toBeNull());
  expect(button('Undo').disabled).toBe(false);
  choose('10Y');
  await press('Undo');
  expect(chosen()).toEqual(['5Y']);
  await press('Undo');
  await waitFor(() => expect(chosen()).toEqual(['1Y']));
  await waitFor(() => expect(button('Undo').disabled).toBe(true));
  await press('Redo');
  await press('Redo');
  expect([chosen(), button('Redo').disabled]).toEqual([['10Y'], true]);
  await isSaved();
  expect(storedBoard(dataDir).content.range).toBe('range=10Y');
});

test('a change made while an earlier one is being stored is stored after it', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let held: Promise<void> | undefined = promise;
  const { asked, dataDir } = await openBoard(boardOf([DEBT_TILE], { range: 'range=5Y' }), {
    instead: async (request) => {
      if (isAbout(request, '/host/save-item')) await held;
      return undefined;
    },
  });
  await press('Recessions');
  choose('1Y');
  choose('Max');
  await waitFor(() => expect(saves(asked)).toBe(1));
  held = undefined;
  release();
  await isSaved();
  expect(saves(asked)).toBe(2);
  expect(storedBoard(dataDir)).toMatchObject({
    ...{ name: 'Mine', note: 'Of May', folder: 'Fed', revision: 3 },
    content: { range: 'range=Max', recessions: false, tiles: [DEBT_TILE] },
  });
});

test('a stored change whose answer was lost is not taken for another window’s: the next change is stored over it', async () => {
  let isLost = true;
  const { dataDir } = await openBoard(boardOf([DEBT_TILE], { range: 'range=5Y' }), {
    instead: async (request) => {
      if (!isLost || !isAbout(request, '/host/save-item')) return undefined;
      const { content } = (await request.clone().json()) as { content: object };
      changeElsewhere(dataDir, { content });
      throw new TypeError('Failed to fetch');
    },
  });
  choose('1Y');
  await screen.findByText('The last change is not saved: The data service does not answer.');
  expect(storedBoard(dataDir)).toMatchObject({ revision: 2, content: { range: 'range=1Y' } });
  isLost = false;
  choose('Max');
  await isSaved();
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(storedBoard(dataDir)).toMatchObject({ revision: 3, content: { range: 'range=Max' } });
});

test('a change that could not be stored stays on the screen, is reported, and is stored by Retry', async () => {
  let isFull = false;
  const { dataDir } = await openBoard(boardOf([DEBT_TILE], { range: 'range=5Y' }), {
    instead: (request) =>
      isFull && !isAbout(request, '/host/saved') ? failed('The disk is full.') : undefined,
  });
  isFull = true;
  choose('1Y');
  const alert = await screen.findByText('The last change is not saved: The disk is full.');
  expect([chosen(), document.querySelector('[data-saved]')]).toEqual([['1Y'], null]);
  expect(storedBoard(dataDir).content.range).toBe('range=5Y');
  isFull = false;
  await press('Retry');
  await isSaved();
  expect(alert.isConnected).toBe(false);
  expect(storedBoard(dataDir).content.range).toBe('range=1Y');
  // If the stored versions cannot be loaded, undo has the steps of this page.
  isFull = true;
  await press('Undo');
  expect(chosen()).toEqual(['5Y']);
  await press('Undo');
  await waitFor(() => expect(button('Undo').disabled).toBe(true));
  expect([chosen(), button('Redo').disabled]).toEqual([['5Y'], false]);
});

test('a change of another window is shown; if both windows change the board, one chooses mine or theirs', async () => {
  let isDeaf = false;
  let version: Response | undefined;
  const dataDir = folderWith(saving(boardOf([DEBT_TILE], { range: 'range=5Y' })));
  await openBoard(boardOf([]), {
    dataDir,
    instead: (request) => (isDeaf && isAbout(request, '/host/work-version') ? version?.clone() : undefined),
  });
  changeElsewhere(dataDir, { content: { range: 'range=1Y' } });
  await waitFor(() => expect(chosen()).toEqual(['1Y']), { timeout: 5000 });
  await press('Recessions');
  expect([chosen(), shades()]).toEqual([['1Y'], 'false']);
  await isSaved();

  // This window does not notice other changes for a while.
  version = await fetch('/host/work-version');
  isDeaf = true;
  const isAsked = () => screen.findByText(/^Changed in another window at \d\d:\d\d$/);
  const isGone = () => waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  const rows = () =>
    [...document.querySelectorAll('[role=dialog] tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
  changeElsewhere(dataDir, { name: 'Theirs', content: { range: 'range=10Y', tiles: [] } });
  choose('Max');
  await isAsked();
  expect([chosen(), storedBoard(dataDir).content.range]).toEqual([['Max'], 'range=10Y']);
  expect(rows()).toEqual([
    ['Name', 'Mine', 'Theirs'],
    ['Range', 'Max', '10Y'],
    ['Tiles', '1, with Debt', '0'],
  ]);
  await press('Take theirs');
  await isGone();
  await isSaved();
  expect([chosen(), heading()]).toEqual([['10Y'], 'Theirs, rename the board']);
  expect(storedBoard(dataDir).content.range).toBe('range=10Y');

  changeElsewhere(dataDir, { note: 'Of June', content: { range: 'range=6M' } });
  choose('3M');
  await isAsked();
  // Closing the question loses nothing: Retry asks it again.
  await press('Close');
  await isGone();
  await screen.findByText('The last change is not saved: another window has changed the board meanwhile.');
  expect([chosen(), storedBoard(dataDir).content.range]).toEqual([['3M'], 'range=6M']);
  await press('Retry');
  await isAsked();
  await press('Keep mine');
  await isGone();
  await isSaved();
  expect(screen.queryByText(/^The last change is not saved/)).toBeNull();
  expect(storedBoard(dataDir)).toMatchObject({
    name: 'Theirs',
    note: 'Of June',
    content: { range: 'range=3M' },
  });
});

test('a board is renamed by Enter or by leaving the field, but not by Escape, and its name is never empty', async () => {
  const { user, dataDir } = await openBoard(boardOf([]));
  const rename = async (typed: string) => {
    await press(/, rename the board$/);
    const field = control('Name of the board') as unknown as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(field.value);
    await user.keyboard(typed);
    return field;
  };
  const name = () => screen.getByRole('heading', { level: 2 }).textContent?.replace(', rename the board', '');
  await rename(' Ours {Enter}');
  expect(name()).toBe('Ours');
  await rename('Nobody’s{Escape}');
  expect(name()).toBe('Ours');
  expect(document.activeElement?.textContent).toMatch(/, rename the board$/);
  await rename('Yours');
  await user.click(screen.getByText('This board has no tiles yet.'));
  expect(name()).toBe('Yours');
  const field = await rename('  {Enter}');
  expect([name(), field.maxLength]).toEqual(['Yours', 200]);
  await rename('Mine');
  fireEvent.keyDown(control('Name of the board') as HTMLElement, {
    ...{ key: 'Enter', isComposing: true },
  });
  // In this field, Ctrl Z takes back typing.
  await user.keyboard('{Control>}z{/Control}');
  expect(control<HTMLInputElement>('Name of the board')?.value).toBe('Mine');
  await user.keyboard('{Escape}');
  await isSaved();
  expect(storedBoard(dataDir)).toMatchObject({ name: 'Yours', revision: 3 });
});
