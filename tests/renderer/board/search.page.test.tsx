import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepView } from '../../../renderer/view/index.ts';
import { boardOf, control, isSaved, openBoard, storedBoard, titles } from './open-board.tsx';

test('the search adds a tile, shades recessions, undoes and redoes', async () => {
  // No visible line gives this chart a name.
  keepView({ series: 'yields.US2Y:hidden' });
  const { dataDir } = await openBoard(boardOf([]));
  const options = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].filter(({ textContent }) =>
      textContent?.includes('Board'),
    );
  const run = async (words: string, text: string) => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const field = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('[role=dialog] input');
      expect(found).not.toBeNull();
      return found as HTMLInputElement;
    });
    fireEvent.change(field, { target: { value: words } });
    const found = () => options().find(({ textContent }) => textContent?.includes(text));
    await waitFor(() => expect([text, found() === undefined]).toEqual([text, false]));
    fireEvent.click(found() as HTMLElement);
  };
  const shades = () => control('Recessions')?.getAttribute('aria-pressed');
  await run('recession bands', 'Board, is on');
  await waitFor(() => expect(shades()).toBe('false'));
  await run('step back', 'Undo');
  await waitFor(() => expect(shades()).toBe('true'));
  await run('redo', 'Redo');
  await waitFor(() => expect(shades()).toBe('false'));
  await isSaved();
  expect(storedBoard(dataDir).content.recessions).toBe(false);
  await run('recession bands', 'Board, is off');
  await waitFor(() => expect(shades()).toBe('true'));
  await run('add a tile', 'Add a tile');
  await screen.findByText('A screen, with the newest numbers');
  expect([titles(), control('The chart of Explore: Chart') !== undefined]).toEqual([[], true]);
});
