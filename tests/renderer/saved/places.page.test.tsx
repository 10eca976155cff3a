import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TEMPLATES } from '../../../renderer/tiles/index.ts';
import { boardOf, control, folderWith, press, saving, storedIn, storeIn } from '../board/open-board.tsx';
import { openPage, windowOf } from '../open-page.tsx';
import { failed, ID, inDialog, inMenu, isSaid, kept, names, view } from './open-saved.ts';

const option = (name: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      ({ textContent }) => textContent === name,
    );
    expect([name, found === undefined]).toEqual([name, false]);
    return found as HTMLElement;
  });
const choose = async (label: string, name: string) => {
  fireEvent.click(document.querySelector(`input[aria-label="${label}"]`) as HTMLElement);
  fireEvent.click(await option(name));
};
test('in a narrow window the folders are a menu; leaving a folder clears the ticks, and an order is chosen', {
  tags: 'soak',
}, async () => {
  windowOf(1000);
  let isBroken = true;
  const dataDir = folderWith();
  await openPage('/saved', {
    dataDir,
    instead: (request) =>
      isBroken && request.url.endsWith('/host/saved')
        ? Response.json({ detail: 'The disk is full.' }, { status: 422 })
        : undefined,
  });
  await screen.findByText('What is saved could not be loaded: The disk is full.');
  isBroken = false;
  await press('Retry');
  await screen.findByText('Nothing is saved yet. Press Ctrl-S on any screen to save it.');
  expect(TEMPLATES.filter(({ name }) => control(`Copy ${name}`) === undefined)).toEqual([]);
  storeIn(
    dataDir,
    view(ID, { name: 'A', folder: 'Rates' }),
    saving(boardOf([]), { id: 'board0002', name: 'New board', folder: 'Fed' }),
    view('view00002', { name: 'C' }, { address: '/yields?date=2024-01-03' }),
  );
  await waitFor(() => expect(names()).toEqual(['A', 'C', 'New board']), { timeout: 20_000 });
  expect(document.querySelector('nav[aria-label=Folders]')).toBeNull();
  expect(document.querySelectorAll('main tbody .tabler-icon-ease-out')).toHaveLength(1);
  await choose('Order', 'By folder');
  await waitFor(() => expect(names()).toEqual(['C', 'New board', 'A']));
  expect([location.search, document.querySelector<HTMLInputElement>('[aria-label=Order]')?.value]).toEqual([
    '?sort=folder',
    'By folder',
  ]);
  await choose('Order', 'Last changed');
  await waitFor(() => expect(location.search).toBe(''));
  await press('Tick A');
  await screen.findByText('1 ticked');
  await choose('Folder', 'Rates (1)');
  await waitFor(() => expect(names()).toEqual(['A']));
  expect(screen.queryByText('1 ticked')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'd', ctrlKey: true });
  await isSaid('“A (2)” made.');
  await choose('Folder', 'Fed (1)');
  await waitFor(() => expect(names()).toEqual(['New board']));
  await press('Actions for New board');
  // The menu must be open before it is read: a second press would close it.
  await waitFor(() => expect(control('Rename')).toBeDefined());
  expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual([
    ...['Details', 'Rename', 'Duplicate', 'Export file', 'Delete'],
  ]);
  expect(control('Actions for New board')?.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(control('Actions for New board') as HTMLElement);
  await waitFor(() => expect(control('Rename')).toBeUndefined());
});

test('a new board gets a free name in the folder, and several items of the bin are removed for good', async () => {
  windowOf(1440);
  const dataDir = folderWith(
    saving(boardOf([]), { id: 'board0002', name: 'New board', folder: 'Fed' }),
    ...['view00002', 'view00003', 'view00004'].flatMap((id, i) => [
      view(id, { name: `Old ${i}` }),
      view(id, { name: `Old ${i}`, revision: 1, is_deleted: true }),
    ]),
  );
  let isFull = true;
  const { router } = await openPage('/saved?show=bin', {
    dataDir,
    instead: (request) =>
      isFull && request.url.endsWith('/host/remove-item') ? failed('The disk is full.') : undefined,
  });
  await waitFor(() => expect(names()).toHaveLength(3));
  await press('Tick Old 0');
  await press('Tick Old 2');
  await screen.findByText('2 ticked');
  expect(control('Export file')).toBeUndefined();
  await press('Remove for good');
  await screen.findByText('Remove 2 items for good?');
  await inDialog('Remove for good');
  await screen.findByText('The disk is full.');
  isFull = false;
  await press('Remove for good');
  await inDialog('Remove for good');
  await isSaid('2 items are removed for good.');
  await waitFor(() => expect(names()).toEqual(['Old 1']));
  expect(storedIn(dataDir)).toHaveLength(2);
  await press('Fed1');
  await waitFor(() => expect(names()).toEqual(['New board']));
  expect(screen.queryByText('No folder')).toBeNull();
  const made = [...document.querySelectorAll<HTMLElement>('main button')].filter(
    (one) => one.textContent === 'New board' && one.dataset.item === undefined,
  );
  fireEvent.click(made[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/board'));
  expect(storedIn(dataDir)[0]).toMatchObject({ name: 'New board (2)', folder: 'Fed', kind: 'board' });
});

test('a note that is too long is not saved, and items in the bin offer no version to take back', async () => {
  windowOf(1440);
  const dataDir = folderWith(
    view(ID, { name: 'A' }),
    view(ID, { name: 'B', revision: 1, is_deleted: true }),
    view(ID, { name: 'C', revision: 2 }),
    view('view00002', { name: 'D', note: 'Of D' }),
  );
  await openPage('/saved', { dataDir });
  await inMenu('C', 'Details');
  const versions = () =>
    [...document.querySelectorAll('[aria-label="Earlier versions"] li')].map(({ textContent }) =>
      textContent?.replace(/^.* · /, ''),
    );
  await waitFor(() => expect(versions()).toEqual(['in the bin', 'ATake back']));
  // Beside the details there is no room for the columns of folder and day.
  expect([...document.querySelectorAll('main thead th')].map(({ textContent }) => textContent)).toEqual([
    'Tick',
    'Name',
    'Kind',
    'State',
    'Actions',
  ]);
  let note = (await screen.findByLabelText('Note')) as HTMLTextAreaElement;
  fireEvent.change(note, { target: { value: 'x'.repeat(10_001) } });
  await screen.findByText(/^Not saved: /);
  fireEvent.blur(note);
  // The text that was not saved does not appear in another item.
  await inMenu('D', 'Details');
  await waitFor(() => expect(document.querySelector('textarea')?.value).toBe('Of D'));
  expect(screen.queryByText(/^Not saved: /)).toBeNull();
  // Keys act on the item whose menu was used last.
  fireEvent.keyDown(document.body, { key: 'F2' });
  await screen.findByText('Rename “D”');
  await press('Cancel');
  await inMenu('C', 'Details');
  await waitFor(() => expect(document.querySelector('textarea')?.value).toBe(''));
  note = (await screen.findByLabelText('Note')) as HTMLTextAreaElement;
  fireEvent.change(note, { target: { value: 'x'.repeat(10_000) } });
  expect(screen.queryByText(/^Not saved: /)).toBeNull();
  fireEvent.blur(note);
  await waitFor(() => expect(kept(dataDir)).toMatchObject({ note: 'x'.repeat(10_000), revision: 4 }));
});

test('if nothing is saved, boards can be copied, and a copy opens at once', async () => {
  const dataDir = folderWith();
  const { router } = await openPage('/saved?folder=Rates', { dataDir });
  await screen.findByText('Boards to copy');
  await press('Copy Rates');
  await waitFor(() => expect(router.state.location.pathname).toBe('/board'));
  expect(storedIn(dataDir)).toMatchObject([{ kind: 'board', name: 'Rates', folder: 'Rates' }]);
  expect(router.state.location.search).toEqual({ id: storedIn(dataDir)[0]?.id });
});
