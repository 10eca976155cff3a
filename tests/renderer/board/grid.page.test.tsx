import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MOST_TILES } from '../../../renderer/tiles/index.ts';
import { keepView } from '../../../renderer/view/index.ts';
import { windowOf } from '../open-page.tsx';
import {
  boardOf,
  control,
  DEBT,
  folderWith,
  isSaved,
  openBoard,
  press,
  said,
  saving,
  storedBoard,
  tile,
  tileOf,
  titles,
} from './open-board.tsx';

const places = () =>
  [...document.querySelectorAll<HTMLElement>('li[data-tile]')].map(({ dataset, style }) => [
    dataset.tile,
    style.gridColumn,
    style.gridRow,
  ]);
const key = (title: string, options: object) => {
  const handle = control(`Move ${title}`) as HTMLElement;
  handle.focus();
  return fireEvent.keyDown(handle, options);
};
const view = (id: string, name: string, over: object, change: object = {}) => ({
  ...saving(boardOf([]), { id, name, ...change } as never),
  ...{ kind: 'view' as const, content: { address: '/yields', frozen: null, ...over } },
});
const folderOf = (tiles: Parameters<typeof boardOf>[0]) =>
  folderWith(
    saving(boardOf(tiles)),
    view('view00001', 'Removed', {}),
    view('view00001', 'Removed', {}, { revision: 1, is_deleted: true }),
    view('view00002', 'Plain', {}),
    view('view00003', 'Frozen', {
      frozen: { as_of: '2026-11-20T14:02:00.000Z', sha256: 'a'.repeat(64), rows: 3 },
    }),
  );
const FOUR = boardOf([
  tile('t1', 'One', '/a'),
  tile('t2', 'Two', '/b', { x: 4 }),
  tile('t3', 'Three', '/c', { y: 10, w: 6, h: 6 }),
  tile('t4', 'Four', '/d', { x: 6, y: 10, h: 6 }),
]);

const inDialog = async (name: string): Promise<void> => {
  const found = () =>
    [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === name);
  await waitFor(() => expect(found()).toBeDefined());
  fireEvent.click(found() as HTMLElement);
};

test('arrow keys move and size a tile, announce its place, and keep the focus on it', async () => {
  windowOf(1440);
  const { dataDir, asked } = await openBoard(FOUR);
  expect(places()).toEqual([
    ['t1', '1 / span 4', '1 / span 10'],
    ['t2', '5 / span 4', '1 / span 10'],
    ['t3', '1 / span 6', '11 / span 6'],
    ['t4', '7 / span 4', '11 / span 6'],
  ]);
  const steps: [string, object, string][] = [
    ['Two', { key: 'ArrowRight' }, 'Two: column 6, row 1, 4 columns wide, 10 rows high'],
    ['Two', { key: 'ArrowRight', shiftKey: true }, 'Two: column 6, row 1, 5 columns wide, 10 rows high'],
    ['Two', { key: 'ArrowUp', shiftKey: true }, 'Two: column 6, row 1, 5 columns wide, 9 rows high'],
    ['Two', { key: 'ArrowLeft' }, 'Two: column 5, row 1, 5 columns wide, 9 rows high'],
    ['Four', { key: 'ArrowUp' }, 'Four: column 7, row 1, 4 columns wide, 6 rows high'],
    ['Four', { key: 'ArrowLeft', shiftKey: true }, 'Four: column 7, row 1, 3 columns wide, 6 rows high'],
    ['Four', { key: 'ArrowDown', shiftKey: true }, 'Four: column 7, row 1, 3 columns wide, 7 rows high'],
    ['Four', { key: 'ArrowUp' }, 'Four cannot go further up.'],
    ['Four', { key: 'ArrowDown' }, 'Four: column 7, row 10, 3 columns wide, 7 rows high'],
    ['One', { key: 'ArrowLeft' }, 'One cannot go further left.'],
  ];
  for (const [title, pressed, words] of steps) {
    expect(key(title, pressed)).toBe(false);
    await waitFor(() => expect(said()).toEqual([words]));
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`Move ${title}`);
  }
  await isSaved();
  const kept = storedBoard(dataDir).content.tiles;
  const saves = asked.filter((one) => one === 'POST /host/save-item').length;
  // With Ctrl, Cmd or Alt held, arrow keys are left to the browser.
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(key('One', { key: 'ArrowRight', ...held })).toBe(true);
  expect(key('One', { key: 'a' })).toBe(true);
  expect(storedBoard(dataDir).content.tiles).toEqual(kept);
  expect(asked.filter((one) => one === 'POST /host/save-item').length).toBe(saves);
  expect(control('Move One')?.getAttribute('aria-describedby')).toBe('tile-help');
  expect(document.getElementById('tile-help')?.textContent).toBe(
    'Arrow keys move the tile, Shift with an arrow key changes its size.',
  );
});

test('tiles are dragged by their heading and sized by their corner, cell by cell; Escape leaves them unchanged', async () => {
  windowOf(1440);
  const { dataDir } = await openBoard(FOUR);
  const head = (id: string) => tileOf(id).querySelector('[class*=head]') as HTMLElement;
  const corner = (id: string) => tileOf(id).querySelector('[class*=corner]') as HTMLElement;
  // A column is (1200 − 8) / 12 = 99.3 pixels wide; a row with its gap is 36 pixels high.
  const drag = (
    element: HTMLElement,
    across: number,
    down: number,
    end: 'up' | 'cancel' | 'escape' = 'up',
  ) => {
    const at = { pointerId: 1, button: 0, clientX: 300, clientY: 40 };
    fireEvent.pointerDown(element, at);
    const to = { ...at, clientX: 300 + across, clientY: 40 + down };
    fireEvent.pointerMove(element, to);
    const shown = places();
    expect(document.querySelectorAll('[data-dragged]')).toHaveLength(1);
    if (end === 'cancel') fireEvent.pointerCancel(element, to);
    if (end === 'escape') fireEvent.keyDown(window, { key: 'Escape' });
    if (end !== 'cancel') fireEvent.pointerUp(element, to);
    return shown;
  };
  const before = places();
  const two = (shown: unknown[][]) => shown.find(([id]) => id === 't2');
  expect(two(drag(head('t2'), 148, 0, 'cancel'))).toEqual(['t2', '6 / span 4', '1 / span 10']);
  expect(two(drag(head('t2'), 150, 0, 'escape'))).toEqual(['t2', '7 / span 4', '1 / span 10']);
  expect(two(drag(head('t2'), 49, 0, 'cancel'))).toEqual(['t2', '5 / span 4', '1 / span 10']);
  expect(two(drag(corner('t2'), 100, -54, 'escape'))).toEqual(['t2', '5 / span 5', '1 / span 9']);
  expect(places()).toEqual(before);
  expect(storedBoard(dataDir).revision).toBe(1);
  // A right button, and a press on a control in the heading, do not begin a drag.
  fireEvent.pointerDown(head('t2'), { pointerId: 1, button: 2, clientX: 300, clientY: 40 });
  fireEvent.pointerMove(head('t2'), { pointerId: 1, clientX: 600, clientY: 40 });
  fireEvent.pointerDown(control('More for Two') as HTMLElement, {
    pointerId: 1,
    button: 0,
    clientX: 300,
    clientY: 40,
  });
  fireEvent.pointerMove(head('t2'), { pointerId: 1, clientX: 600, clientY: 40 });
  expect(places()).toEqual(before);
  fireEvent.pointerUp(head('t2'), { pointerId: 1 });
  // Selecting the text of its name does not begin one, either.
  await press('More for Two');
  await press('Rename…');
  const name = await screen.findByLabelText('Name of the tile');
  fireEvent.pointerDown(name, { pointerId: 1, button: 0, clientX: 300, clientY: 40 });
  expect(document.querySelector('[data-dragged]')).toBeNull();
  fireEvent.keyDown(name, { key: 'Escape' });

  drag(head('t1'), 0, 400);
  await waitFor(() => expect(storedBoard(dataDir).revision).toBe(2));
  drag(control('Move Two') as HTMLElement, 99, 0);
  await waitFor(() => expect(storedBoard(dataDir).revision).toBe(3));
  drag(corner('t4'), -99, 72);
  await waitFor(() => expect(storedBoard(dataDir).revision).toBe(4));
  expect(storedBoard(dataDir).content.tiles.map(({ id, x, y, w, h }) => [id, x, y, w, h])).toEqual([
    ['t2', 5, 0, 4, 10],
    ['t3', 0, 10, 6, 6],
    ['t4', 6, 10, 3, 8],
    ['t1', 0, 16, 4, 10],
  ]);
  expect(tileOf('t1').hasAttribute('data-dragged')).toBe(false);
});

test('in a narrow window the tiles stand two in a row, or one, and arrow keys change their order', async () => {
  windowOf(1024);
  const page = await openBoard(FOUR);
  expect(places()).toEqual([
    ['t1', '1 / span 6', '1 / span 10'],
    ['t2', '7 / span 6', '1 / span 10'],
    ['t3', '1 / span 6', '11 / span 6'],
    ['t4', '7 / span 6', '11 / span 6'],
  ]);
  await page.close();
  windowOf(700);
  const { dataDir } = await openBoard(FOUR);
  expect(places()[1]).toEqual(['t2', '1 / span 12', '11 / span 10']);
  expect(document.querySelector('[class*=corner]')).toBeNull();
  key('Two', { key: 'ArrowDown' });
  await waitFor(() => expect(said()).toEqual(['Two: place 3 of 4']));
  key('Two', { key: 'ArrowLeft' });
  await waitFor(() => expect(said()).toEqual(['Two: place 2 of 4']));
  key('One', { key: 'ArrowLeft' });
  await waitFor(() => expect(said()).toEqual(['One cannot go further left.']));
  await isSaved();
  expect(titles()).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(storedBoard(dataDir).revision).toBe(3);
});

test('a tile is added from the last chart of Explore, a screen, a saved view or a series, until there are 24', async () => {
  const { dataDir, router } = await openBoard(boardOf([]));
  await router.navigate({
    to: '/explore',
    search: {
      series: `${DEBT},yields.US10Y,us_debt.total_public_debt_outstanding,yields.US2Y:hidden`,
      names: 'b:Ten',
    } as never,
  });
  await waitFor(() => expect(location.pathname).toBe('/explore'));
  await waitFor(() => expect(document.querySelector('[aria-roledescription=chart]')).not.toBeNull());
  router.history.push('/board?id=board0001');
  const empty = await screen.findByText('This board has no tiles yet.');
  fireEvent.click(empty.parentElement?.querySelector('button') as HTMLElement);
  await screen.findByText('A screen, with the newest numbers');
  const last = 'The chart of Explore: Debt held by the public, Ten and 1 more';
  const offered = () =>
    [...document.querySelectorAll('[role=dialog] button')].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent,
    );
  expect(offered()).toEqual([
    'Close',
    last,
    'Yields',
    'State map',
    'Constituents',
    'Fed balance sheet',
    'Release table',
  ]);
  await press(last);
  await waitFor(() => expect(said()).toEqual([`${last.replace('The chart of Explore: ', '')} is added.`]));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press('Add a tile');
  await inDialog('State map');
  await isSaved();
  await press('Add a tile');
  const field = (await screen.findByLabelText('Search a series for the tile')) as HTMLInputElement;
  fireEvent.change(field, { target: { value: 'debt_held_by_public' } });
  await waitFor(() => expect(document.querySelector('[role=dialog] [role=option]')).not.toBeNull());
  fireEvent.click(document.querySelector('[role=dialog] [role=option]') as HTMLElement);
  await waitFor(() => expect(titles()).toHaveLength(3));
  await press('Add a tile');
  fireEvent.change(await screen.findByLabelText('Search a series for the tile'), {
    target: { value: '/api/v1/view?series=yields.US2Y,yields.US99Y&units=chg&title=Two' },
  });
  fireEvent.click(await screen.findByText('Open this API request as a chart'));
  await waitFor(() => expect(titles()).toHaveLength(4));
  // The parts of the address that the tile leaves out are named until the notice is dismissed.
  await screen.findByText('Part of this link could not be shown.');
  screen.getByText(/US99Y/);
  await press('Dismiss');
  expect(screen.queryByText(/US99Y/)).toBeNull();
  await isSaved();
  expect(
    storedBoard(dataDir).content.tiles.map(({ title, address, x, y, w, h, range }) => [
      title,
      address,
      x,
      y,
      w,
      h,
      range,
    ]),
  ).toEqual([
    [
      'Debt held by the public, Ten and 1 more',
      `/explore?series=${DEBT}%2Cyields.US10Y%2Cus_debt.total_public_debt_outstanding%2Cyields.US2Y%3Ahidden&names=b%3ATen`,
      ...[0, 0, 4, 10, null],
    ],
    ['State map', '/states', 4, 0, 4, 10, null],
    ['Debt held by the public', `/explore?series=${DEBT}`, 8, 0, 4, 10, null],
    ['Two', '/explore?series=yields.US2Y&title=Two&units=chg', 0, 10, 4, 10, null],
  ]);
});

test('a board of 24 tiles takes no more, one of 23 takes one; saved views outside the bin are offered by name', {
  tags: 'soak',
}, async () => {
  const tiles = Array.from({ length: MOST_TILES - 1 }, (_, i) =>
    tile(`t${i}`, `Tile ${i}`, '/a', { x: (i % 3) * 4, y: Math.floor(i / 3) * 10 }),
  );
  const dataDir = folderOf(tiles);
  // A chart without lines is not offered.
  keepView({ series: '' });
  await openBoard(boardOf([]), { dataDir });
  await press('Add a tile');
  await screen.findByText('Saved views');
  const offered = (place = '') =>
    [...document.querySelectorAll(`[role=dialog] ${place} button`)].map(({ textContent }) => textContent);
  expect(offered()[1]).toBe('Yields');
  expect(offered('[aria-label="Saved views"]')).toEqual([
    'Plain',
    'Frozen, as known on 2026-11-20 14:02 UTC',
  ]);
  await press('Frozen, as known on 2026-11-20 14:02 UTC');
  await waitFor(() => expect(titles()).toHaveLength(24));
  await isSaved();
  expect(storedBoard(dataDir).content.tiles.at(-1)).toMatchObject({
    title: 'Frozen',
    address: '/yields?as_of=2026-11-20T14:02:00.000Z',
  });
  await press('Add a tile');
  await screen.findByText('A board has 24 tiles at most. Remove one first.');
  expect(document.querySelector('[role=dialog] section')).toBeNull();
});
