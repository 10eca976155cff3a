import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../open-page.tsx';

const CSV = 'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2025-03-07,36214310000000.55\n';

type Dragged = { types: string[]; files: File[]; dropEffect?: string };
const file = (): Dragged => ({ types: ['Files'], files: [new File([CSV], 'my-numbers.csv')] });

/** Drags over the middle of the screen, or drops there. @returns whether the page handles the event */
function drag(type: 'dragOver' | 'drop', dataTransfer: Dragged): boolean {
  const main = screen.getByRole('main');
  const event = createEvent[type](main);
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  return !fireEvent(main, event);
}
const isShown = () => waitFor(() => expect(screen.queryByText('Drop to import')).not.toBeNull());
const isAway = () => waitFor(() => expect(screen.queryByText('Drop to import')).toBeNull());

test('a file over any screen shows where to drop it, and its drop opens the preview; nothing else does', async () => {
  const { router } = await openPage('/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(drag('dragOver', file())).toBe(true);
  await isShown();
  const leaving = createEvent.dragLeave(window);
  Object.defineProperty(leaving, 'relatedTarget', { value: null });
  fireEvent(window, leaving);
  await isAway();

  // Neither a text nor an image of the page itself is accepted.
  expect(drag('dragOver', { types: ['text/plain'], files: [] })).toBe(false);
  await isAway();
  fireEvent.dragStart(screen.getByRole('main'));
  drag('dragOver', file());
  await isAway();
  fireEvent.dragEnd(screen.getByRole('main'));

  // While a dialog is open, a drop would lose what the dialog holds.
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  const over = file();
  expect([drag('dragOver', over), over.dropEffect]).toEqual([true, 'none']);
  expect(drag('drop', file())).toBe(true);
  await isAway();
  expect(router.state.location.pathname).toBe('/settings');
  dialog.remove();

  drag('dragOver', file());
  await isShown();
  expect(drag('drop', file())).toBe(true);
  await isAway();
  expect(router.state.location.pathname).toBe('/data');
  expect((await screen.findByRole('region', { name: 'Preview' })).textContent).toContain('my-numbers.csv');
});
