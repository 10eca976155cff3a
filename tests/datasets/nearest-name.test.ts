import { expect, test } from 'vitest';
import { nearestName, suggestion, threeNearest } from '../../service/datasets/nearest-name.ts';

const NAMES = ['import', 'export', 'refresh', 'list'];

test('the nearest name is found whatever its case, and a word that is like none of them has none', () => {
  expect(nearestName('IMPROT', NAMES)).toBe('import');
  expect(nearestName('refrseh', NAMES)).toBe('refresh');
  expect(nearestName('quarterly', NAMES)).toBeUndefined();
  expect(nearestName('import', [])).toBeUndefined();
});

test('more letters may differ where the caller says so', () => {
  expect(nearestName('lisabc', NAMES)).toBeUndefined();
  expect(nearestName('lisabc', NAMES, 3)).toBe('list');
});

test('a suggestion names the nearest, else all where they are few, else nothing', () => {
  expect(suggestion('exprt', NAMES)).toBe(' Did you mean export?');
  expect(suggestion('quarterly', NAMES)).toBe(' Known are: import, export, refresh, list.');
  expect(
    suggestion(
      'quarterly',
      Array.from({ length: 61 }, (_, at) => `x${at}`),
    ),
  ).toBe('');
});

test('the three nearest come in their order, upper and lower case alike', () => {
  expect(threeNearest('LISTS', ['zzzzzzz', 'last', 'list', 'lost', 'refresh'])).toEqual([
    'list',
    'last',
    'lost',
  ]);
});
