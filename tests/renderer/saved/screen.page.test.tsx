import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  boardOf,
  control,
  DEBT,
  folderWith,
  livesIn,
  press,
  saving,
  storedIn,
  storeIn,
} from '../board/open-board.tsx';
import { openPage, windowOf } from '../open-page.tsx';
import { failed, inMenu, isSaid, kept } from './open-saved.ts';

const item = (id: string, name: string, over: object) =>
  saving(boardOf([]), { id, name, note: '', folder: '', ...over });
const view = (id: string, name: string, over: object = {}) =>
  item(id, name, { kind: 'view', content: { address: `/explore?series=${DEBT}`, frozen: null }, ...over });
const LIST = item('list00001', 'Labour', { kind: 'list', content: { series: [DEBT, 'yields.US10Y'] } });
const FROZEN = {
  content: {
    address: `/explore?series=${DEBT}`,
    frozen: { as_of: '2025-11-20T14:02:00.000Z', sha256: 'a'.repeat(64), rows: 9 },
  },
};
const rows = () =>
  [...document.querySelectorAll('main tbody tr')].map((row) =>
    [...row.children].slice(1, -1).map(({ textContent }) => textContent),
  );
const names = () => rows().map(([name]) => name);
const key = (options: object) => fireEvent.keyDown(document.body, options);
const places = () =>
  [...document.querySelectorAll('nav[aria-label=Folders] button')].map((one) => [
    one.textContent,
    one.getAttribute('aria-current'),
  ]);

test('saved items are listed with kind, state, folder and day, by folder and tab, and found by words', async () => {
  windowOf(1440);
  livesIn('America/Los_Angeles');
  const dataDir = folderWith(
    view('view00001', 'Debt', { folder: 'Rates', note: 'For Monday' }),
    LIST,
    saving(boardOf([], { range: 'range=5Y' })),
    view('view00002', 'Gone', FROZEN),
    view('view00002', 'Gone', { ...FROZEN, revision: 1, is_deleted: true }),
  );
  const { asked, router } = await openPage('/saved?sort=name', { dataDir, at: '2026-03-06T02:00:00.000Z' });
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(rows()).toEqual([
    ['Debt', 'View', 'Live', 'Rates', '2026-03-04'],
    ['Labour', 'List', '2 series', '', '2026-03-04'],
    ['Mine', 'Board', 'Five years · 0 tiles', 'Fed', '2026-03-04'],
  ]);
  expect(
    [...document.querySelectorAll('main tbody tr')].map((row) => row.getAttribute('aria-rowindex')),
  ).toEqual(['2', '3', '4']);
  expect(document.querySelector('main table')?.getAttribute('aria-rowcount')).toBe('4');
  expect(control('Debt')?.title).toBe('Debt\nFor Monday');
  expect(document.querySelector('td:has(> time)')).toHaveProperty('title', '2026-03-04 18:00');
  expect(places()).toEqual([
    ...[
      ['All3', 'page'],
      ['Fed1', null],
      ['Rates1', null],
      ['No folder1', null],
      ['Bin1', null],
    ],
  ]);
  // The picture of a chart appears a moment later.
  await waitFor(() =>
    expect(document.querySelector('main tbody svg[stroke-width="1.25"] path')).not.toBeNull(),
  );
  await press('Rates1');
  await waitFor(() => expect(names()).toEqual(['Debt']));
  expect([location.search, places()[2]]).toEqual(['?sort=name&folder=Rates', ['Rates1', 'page']]);
  await press('No folder1');
  await waitFor(() => expect(names()).toEqual(['Labour']));
  fireEvent.click(document.querySelector('input[type=radio][value=views]') as HTMLElement);
  await screen.findByText('Nothing of this kind here.');
  await press('Rates1');
  await waitFor(() => expect(location.search).toBe('?sort=name&show=views&folder=Rates'));
  await press('Bin1');
  await waitFor(() => expect(names()).toEqual(['Gone']));
  await press('Gone');
  await screen.findByText('In the bin since');
  expect(document.querySelector('textarea')).toBeNull();
  await press('Close the details');
  key({ key: 'F2' });
  key({ key: 'd', ctrlKey: true });
  expect(document.querySelector('[role=dialog]')).toBeNull();
  // An item in the bin is not checked, has no versions to take back, and cannot be duplicated.
  expect([rows()[0]?.[2], asked.filter((one) => /check-frozen|item-versions|save-item/.test(one))]).toEqual([
    'Frozen',
    [],
  ]);
  await inMenu('Gone', 'Restore');
  await isSaid('“Gone” taken out of the bin.');
  await screen.findByText('The bin is empty.');
  await press('All4');
  await waitFor(() => expect(names()).toHaveLength(4));
  const find = control<HTMLInputElement>('Search what is saved') as HTMLInputElement;
  key({ key: '/' });
  expect(document.activeElement).toBe(find);
  const { length } = router.history;
  fireEvent.change(find, { target: { value: 'monday' } });
  await waitFor(() => expect(names()).toEqual(['Debt']));
  fireEvent.change(find, { target: { value: 'nothing' } });
  await screen.findByText('Nothing that is saved matches “nothing”.');
  fireEvent.change(find, { target: { value: '' } });
  await waitFor(() => expect([names().length, location.search]).toEqual([4, '?sort=name']));
  // Typing in the search adds no entries to the history.
  expect(router.history.length).toBe(length);
});

test('items are renamed, duplicated, ticked and put into the bin; undo and redo say so', async () => {
  livesIn('UTC');
  windowOf(1440);
  let isFull = false;
  const dataDir = folderWith(view('view00001', 'Debt'), LIST, saving(boardOf([])));
  await openPage('/saved?sort=name', {
    dataDir,
    instead: (request) =>
      isFull && request.url.endsWith('/host/save-item') ? failed('The disk is full.') : undefined,
  });
  await waitFor(() => expect(names()).toEqual(['Debt', 'Labour', 'Mine']));
  const rename = async (typed: string) => {
    const field = (await screen.findByLabelText('Name')) as HTMLInputElement;
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.submit(field.form as HTMLFormElement);
  };
  key({ key: 'F2' });
  await screen.findByText('Rename “Debt”');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: '  ' } });
  expect(document.querySelector('[role=dialog] [type=submit]')).toHaveProperty('disabled', true);
  isFull = true;
  await rename(' Owed ');
  await waitFor(() =>
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Not saved: The disk is full.'),
  );
  expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Owed');
  isFull = false;
  await press('Cancel');
  expect(document.body.textContent).not.toContain('Not saved');
  key({ key: 'F2' });
  await rename(' Owed ');
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed']));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await inMenu('Owed', 'Duplicate');
  await isSaid('“Owed (2)” made.');
  key({ key: 'z', ctrlKey: true });
  await isSaid('Undone.');
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed']));
  key({ key: 'y', ctrlKey: true });
  await isSaid('Redone.');
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed', 'Owed (2)']));
  key({ key: 'z', ctrlKey: true });
  await waitFor(() => expect(names()).toHaveLength(3));
  key({ key: 'z', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(names()).toHaveLength(4));
  key({ key: 'z', ctrlKey: true });
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed']));
  // The ticked item is deleted, though the keys are for another row. Redo has nothing to do after that.
  await press('Tick Labour');
  await screen.findByText('1 ticked');
  key({ key: 'Delete' });
  await isSaid('“Labour” put into the bin, for 30 days.');
  key({ key: 'y', ctrlKey: true });
  key({ key: 'z', ctrlKey: true });
  await isSaid('Undone.');
  expect(storedIn(dataDir).map(({ deleted_at }) => deleted_at === null)).toEqual([true, false, true, true]);
  await inMenu('Owed', 'Duplicate');
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed', 'Owed (2)']));
  await press('Tick Labour');
  await press('Tick Owed');
  await screen.findByText('2 ticked');
  expect(control('Freeze again')).toBeUndefined();
  key({ key: 'Delete' });
  await isSaid('2 items put into the bin, for 30 days.');
  await waitFor(() => expect(names()).toEqual(['Mine', 'Owed (2)']));
  expect(screen.queryByText(/ ticked$/)).toBeNull();
  key({ key: 'z', ctrlKey: true });
  await waitFor(() => expect(names()).toEqual(['Labour', 'Mine', 'Owed', 'Owed (2)']));
  expect(screen.queryByText(/ ticked$/)).toBeNull();

  expect(fireEvent.keyDown(control('Tick Mine') as HTMLElement, { key: 'ArrowDown' })).toBe(true);
  // The arrow keys move from row to row, and stop at the ends.
  const walk: [string, string][] = [
    ['ArrowDown', 'Mine'],
    ['End', 'Owed (2)'],
    ['ArrowDown', 'Owed (2)'],
    ['ArrowUp', 'Owed'],
    ['Home', 'Labour'],
    ['ArrowUp', 'Labour'],
  ];
  (control('Labour') as HTMLElement).focus();
  fireEvent.focus(control('Labour') as HTMLElement);
  for (const [pressed, name] of walk) {
    fireEvent.keyDown(document.activeElement as Element, { key: pressed });
    await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
  }
  fireEvent.focus(control('Mine') as HTMLElement);
  key({ key: 'F2' });
  await screen.findByText('Rename “Mine”');
  await press('Cancel');
  await inMenu('Labour', 'Delete');
  await isSaid('“Labour” put into the bin, for 30 days.');
  await press('Bin2');
  await waitFor(() => expect(names()).toEqual(['Labour', 'Owed (2)']));
  await press('Labour');
  await waitFor(() =>
    expect(document.querySelector('dl.column')?.textContent).toMatch(
      /Made2026-03-05 .*In the bin since(?!2026-03-05)\d{4}/,
    ),
  );
  await press('Close the details');
  await inMenu('Labour', 'Remove for good');
  await screen.findByText('Remove “Labour” for good?');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep in the bin'));
  await press('Keep in the bin');
  expect(kept(dataDir, 'list00001')).toBeDefined();
  await inMenu('Labour', 'Remove for good');
  await screen.findByText('Remove “Labour” for good?');
  const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')];
  fireEvent.click(buttons.find(({ textContent }) => textContent === 'Remove for good') as HTMLElement);
  await isSaid('“Labour” is removed for good.');
  expect(kept(dataDir, 'list00001')).toBeUndefined();
});

test('details save a text when its field is left, and take earlier versions back', async () => {
  livesIn('UTC');
  windowOf(1440);
  const dataDir = folderWith(view('view00001', 'Version 1'));
  storeIn(
    dataDir,
    ...Array.from({ length: 12 }, (_, i) => view('view00001', `Version ${i + 2}`, { revision: i + 1 })),
  );
  await openPage('/saved', { dataDir });
  await waitFor(() => expect(names()).toEqual(['Version 13']));
  await inMenu('Version 13', 'Details');
  const versions = () =>
    [...document.querySelectorAll('[aria-label="Earlier versions"] li')].map(({ textContent }) =>
      textContent?.replace(/^.* · /, ''),
    );
  await waitFor(() => expect(versions()).toHaveLength(10));
  expect([versions()[0], versions()[9]]).toEqual(['Version 12Take back', 'Version 3Take back']);
  expect(document.querySelector('dl.column')?.textContent).toMatch(
    /^StateLiveAddress\/explore\?series=us_debt\.debt_held_by_publicMade2026-03-05 \d\d:\d\dChanged2026-03-05 \d\d:\d\d$/,
  );
  await press('All 12 earlier versions');
  await waitFor(() => expect(versions()).toHaveLength(12));
  const leave = async (label: string, typed: string) => {
    const field = (await screen.findByLabelText(label, { selector: 'input, textarea' })) as HTMLInputElement;
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
  };
  await leave('Note', ' Of May ');
  await waitFor(() => expect(kept(dataDir, 'view00001')?.note).toBe('Of May'));
  await leave('Folder', 'Fed');
  await waitFor(() => expect(kept(dataDir, 'view00001')?.folder).toBe('Fed'));
  expect(document.querySelector('dl.column')?.textContent).toMatch(
    /Made2026-03-05 .*Changed(?!2026-03-05)\d{4}/,
  );
  await leave('Name', '  ');
  await screen.findByDisplayValue('Version 13');
  expect(kept(dataDir, 'view00001')).toMatchObject({ name: 'Version 13', revision: 15 });
  const back = [...document.querySelectorAll('[aria-label="Earlier versions"] li')]
    .find(({ textContent }) => textContent?.endsWith('Version 12Take back'))
    ?.querySelector('button');
  fireEvent.click(back as HTMLElement);
  await waitFor(() =>
    expect(kept(dataDir, 'view00001')).toMatchObject({
      name: 'Version 12',
      revision: 16,
      note: '',
      folder: '',
    }),
  );
});
