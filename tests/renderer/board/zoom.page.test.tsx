import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  boardOf,
  button,
  changeElsewhere,
  choose,
  chosen,
  control,
  DEBT,
  DEBT_TILE,
  drawn,
  isSaved,
  openBoard,
  press,
  saves,
  storedBoard,
  tile,
} from './open-board.tsx';

const chart = () => document.querySelector('[aria-roledescription=chart]') as HTMLElement;
const days = () => ['From', 'To'].map((name) => control<HTMLInputElement>(name)?.value);

test('a zoom over tiles is not stored until Save range is pressed', async () => {
  const pinned = tile('t2', 'Own', `/explore?series=${DEBT}`, { x: 4, range: 'range=10Y' });
  const board = boardOf([DEBT_TILE, pinned], { range: 'range=10Y' });
  const { asked, dataDir } = await openBoard(board);
  await drawn(2);
  const charts = () => [...document.querySelectorAll<HTMLElement>('[aria-roledescription=chart]')];
  const daysOf = (at: number) =>
    charts()
      [at]?.getAttribute('aria-label')
      ?.match(/\d{4}-\d\d-\d\d/g)
      ?.slice(0, 2);
  const surface = (at: number) => charts()[at]?.querySelector('[role=presentation]') as HTMLElement;
  /** @returns whether the page may scroll; happy-dom sets no modifier keys on wheel events */
  const wheel = (at: number, ctrlKey = false) => {
    const event = new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true });
    return fireEvent(surface(at), Object.assign(event, { ctrlKey, metaKey: false, clientX: 100 }));
  };
  const whole = days();
  // A plain wheel scrolls the page, so the chart does not prevent it.
  expect([wheel(0), days()]).toEqual([true, whole]);
  expect(wheel(0, true)).toBe(false);
  expect(days()).not.toEqual(whole);
  expect(daysOf(0)).toEqual(days());
  expect(daysOf(1)).toEqual(whole);
  fireEvent.keyDown(charts()[1] as HTMLElement, { key: '+' });
  expect(daysOf(1)).not.toEqual(whole);

  // Only this page knows of the zoom.
  expect([saves(asked), storedBoard(dataDir).content]).toEqual([0, board]);
  expect([button('Undo').disabled, document.querySelector('[data-saved]')]).toEqual([
    true,
    expect.anything(),
  ]);
  await press('Undo the zoom');
  expect([days(), daysOf(1), control('Save range')]).toEqual([whole, whole, undefined]);
  wheel(0, true);
  fireEvent.doubleClick(surface(0));
  expect([days(), control('Save range')]).toEqual([whole, undefined]);

  // Storing another change does not store the zoom.
  fireEvent.keyDown(charts()[1] as HTMLElement, { key: '+' });
  wheel(0, true);
  const near = days();
  await press('Recessions');
  await isSaved();
  expect(storedBoard(dataDir).content).toEqual({ ...board, recessions: false });
  expect(days()).toEqual(near);

  await press('Save range');
  await isSaved();
  const stored = storedBoard(dataDir).content;
  expect([saves(asked), stored.range]).toEqual([2, `from=${near[0]}&to=${near[1]}`]);
  expect(stored.tiles.map(({ range }) => range)).toEqual([null, `from=${daysOf(1)?.join('&to=')}`]);
  expect([days(), control('Save range')]).toEqual([near, undefined]);
  await press('Undo');
  expect(days()).toEqual(whole);
  await isSaved();
  expect(storedBoard(dataDir).content.tiles).toEqual(board.tiles);
});

test('choosing a range, here or in another window, ends a zoom', async () => {
  const { dataDir } = await openBoard(boardOf([DEBT_TILE], { range: 'range=10Y' }));
  await drawn(1);
  fireEvent.keyDown(chart(), { key: '+' });
  await waitFor(() => expect(control('Save range')).toBeDefined());
  choose('5Y');
  expect([chosen(), control('Save range')]).toEqual([['5Y'], undefined]);
  await isSaved();
  fireEvent.keyDown(chart(), { key: '+' });
  expect(control('Save range')).toBeDefined();
  changeElsewhere(dataDir, { content: { range: 'range=1Y' } });
  await waitFor(() => expect([chosen(), control('Save range')]).toEqual([['1Y'], undefined]));
});

test('a tile names the values that a log axis cannot show, even if no others are left', async () => {
  const below = tile('t1', 'Below', `/explore?series=${DEBT}:hidden&formulas=a*0-1&scale=log`);
  await openBoard(boardOf([below], { range: 'range=Max' }));
  await screen.findByText(/^\d observations of zero or below not drawn/);
});
