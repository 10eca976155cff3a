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
  storedIn,
  titles,
} from './open-board.tsx';

const shades = () => button('Recessions').getAttribute('aria-pressed');
const heading = () => document.querySelector('main h2')?.textContent;
const isAbout = (request: Request, path: string) => new URL(request.url).pathname === path;
const failed = (detail: string) => Response.json({ detail }, { status: 500 });

test('undo and redo take each change back and do it again, and what follows an undo cannot be redone', async () => {
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
  // There is nothing before it: the board was made so.
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

test('what is changed while an earlier change is being stored is stored after it, with what another window changed meanwhile', async () => {
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
  changeElsewhere(dataDir, { name: 'Theirs' });
  held = undefined;
  release();
  await isSaved();
  expect(saves(asked)).toBe(2);
  expect(storedBoard(dataDir)).toMatchObject({
    ...{ name: 'Theirs', note: 'Of May', folder: 'Fed' },
    content: { range: 'range=Max', recessions: false, tiles: [DEBT_TILE] },
  });
  expect(heading()).toBe('Theirs, rename the board');
});

test('a change that could not be stored stays on the screen, says so, and is stored by Retry', async () => {
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
  // Without the versions of before there are the steps of this page.
  isFull = true;
  await press('Undo');
  expect(chosen()).toEqual(['5Y']);
  await press('Undo');
  await waitFor(() => expect(button('Undo').disabled).toBe(true));
  expect([chosen(), button('Redo').disabled]).toEqual([['5Y'], false]);
});

test('a change of another window is shown, and where both change the same, theirs, mine or both stay', async () => {
  let isDeaf = false;
  let isFull = false;
  let version: Response | undefined;
  const dataDir = folderWith(saving(boardOf([DEBT_TILE], { range: 'range=5Y' })));
  await openBoard(boardOf([]), {
    dataDir,
    instead: (request) => {
      if (isFull && isAbout(request, '/host/save-item')) return failed('The disk is full.');
      if (!isAbout(request, '/host/work-version') || !isDeaf) return undefined;
      return version?.clone();
    },
  });
  changeElsewhere(dataDir, { content: { range: 'range=1Y' } });
  await waitFor(() => expect(chosen()).toEqual(['1Y']), { timeout: 5000 });
  await press('Recessions');
  expect([chosen(), shades()]).toEqual([['1Y'], 'false']);
  await isSaved();

  // This window hears nothing for a while.
  version = await fetch('/host/work-version');
  isDeaf = true;
  const differ = async (theirs: string, mine: string) => {
    changeElsewhere(dataDir, { content: { range: `range=${theirs}` } });
    choose(mine);
    await screen.findByText(/^Changed in another window at \d\d:\d\d$/);
    expect([chosen(), storedBoard(dataDir).content.range]).toEqual([[mine], `range=${theirs}`]);
  };
  const isGone = () => waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await differ('10Y', 'Max');
  await press('Take theirs');
  await isGone();
  await isSaved();
  expect([chosen(), storedBoard(dataDir).content.range]).toEqual([['10Y'], 'range=10Y']);

  await differ('6M', '3M');
  await press('Take mine');
  await isGone();
  await isSaved();
  expect([chosen(), storedBoard(dataDir).content.range]).toEqual([['3M'], 'range=3M']);

  await differ('1Y', 'Max');
  isFull = true;
  await press('Keep both');
  await screen.findByText('The disk is full.');
  isFull = false;
  // Closing it keeps both too.
  await press('Close');
  await waitFor(() => expect(heading()).toBe('Mine (2), rename the board'));
  expect([chosen(), titles()]).toEqual([['Max'], ['Debt']]);
  const kept = storedIn(dataDir).map(({ id, name, note, folder, content }) => ({
    ...{ isOld: id === ID, name, note, folder, range: 'range' in content && content.range },
  }));
  expect(kept).toEqual([
    { isOld: false, name: 'Mine (2)', note: 'Of May', folder: 'Fed', range: 'range=Max' },
    { isOld: true, name: 'Mine', note: 'Of May', folder: 'Fed', range: 'range=1Y' },
  ]);
  const other = storedIn(dataDir)[0]?.id;
  expect(location.search).toBe(`?id=${other}`);
  // The steps were those of the first board.
  expect(button('Undo').disabled).toBe(true);
});

test('a board is renamed by Enter or by leaving the field, not by Escape, and never to nothing', async () => {
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
  // Undo is that of the field here.
  await user.keyboard('{Control>}z{/Control}');
  expect(control<HTMLInputElement>('Name of the board')?.value).toBe('Mine');
  await user.keyboard('{Escape}');
  await isSaved();
  expect(storedBoard(dataDir)).toMatchObject({ name: 'Yours', revision: 3 });
});
