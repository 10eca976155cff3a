import { expect, it } from 'vitest';
import { gridCommand } from '../../../renderer/table/grid-keys.ts';

const at = { place: 10, column: 1, count: 100, columns: 4, rowsInSight: 8 };
type Modifier = 'ctrlKey' | 'metaKey' | 'shiftKey';
const press = (key: string, modifier?: Modifier, from = at) =>
  gridCommand(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, ...(modifier && { [modifier]: true }) },
    from,
  );

it.each([
  ['ArrowDown', 11, 1],
  ['ArrowUp', 9, 1],
  ['ArrowLeft', 10, 0],
  ['ArrowRight', 10, 2],
  ['PageDown', 18, 1],
  ['PageUp', 2, 1],
  ['Home', 0, 1],
  ['End', 99, 1],
])('%s goes to row %i, column %i', (key, place, column) => {
  expect(press(key)).toEqual({ do: 'move', place, column, how: 'select' });
  expect(press(key, 'shiftKey')).toEqual({ do: 'move', place, column, how: 'extend' });
  expect(press(key, 'ctrlKey')).toEqual({ do: 'move', place, column, how: 'keep' });
});

it('stops at the ends, and only an arrow key goes up into the header', () => {
  const top = { ...at, place: 0, column: 0 };
  expect(press('ArrowUp', undefined, top)).toMatchObject({ place: -1 });
  expect(press('ArrowUp', 'shiftKey', top)).toMatchObject({ place: 0 });
  expect(press('PageUp', undefined, top)).toMatchObject({ place: 0 });
  expect(press('ArrowLeft', undefined, top)).toMatchObject({ column: 0 });
  const end = { ...at, place: 99, column: 3 };
  expect(press('PageDown', undefined, end)).toMatchObject({ place: 99 });
  expect(press('ArrowRight', undefined, end)).toMatchObject({ column: 3 });
});

it('moves along the header, sorts there, and goes down to the first row', () => {
  const head = { ...at, place: -1 };
  expect(press('ArrowRight', undefined, head)).toMatchObject({ place: -1, column: 2 });
  expect(press('ArrowDown', undefined, head)).toMatchObject({ place: 0, column: 1 });
  expect(press('Enter', undefined, head)).toEqual({ do: 'enter' });
  expect(press(' ', undefined, head)).toEqual({ do: 'enter' });
});

it('copies and selects all with the control key, and leaves other keys alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey'] as const) {
    expect(press('c', modifier)).toEqual({ do: 'copy' });
    expect(press('a', modifier)).toEqual({ do: 'all' });
  }
  expect(press(' ')).toEqual({ do: 'toggle' });
  expect(press('Escape')).toEqual({ do: 'clear' });
  for (const key of ['c', 'a', 'Tab', 'F5']) expect(press(key)).toBeUndefined();
});

it('does not move in a table without rows', () => {
  const none = { ...at, place: -1, count: 0 };
  for (const key of ['ArrowDown', 'End', 'PageDown'])
    expect(press(key, undefined, none)).toMatchObject({ place: -1 });
});
