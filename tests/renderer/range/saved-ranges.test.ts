import { expect, it } from 'vitest';
import {
  LONGEST_RANGE_NAME,
  MOST_SAVED,
  rangeWords,
  readSaved,
  withSaved,
} from '../../../renderer/range/saved-ranges.ts';

it('keeps a range once under its name, also after it was stored and read again', () => {
  let saved = withSaved([], ' Pandemic ', { from: '2020-02-01', to: '2021-12-31' });
  saved = withSaved(saved, 'Two years', { back: '-24M' });
  saved = withSaved(saved, 'Pandemic', { since: '2020-03-01' });
  expect(saved).toEqual([
    { name: 'Pandemic', range: { from: '2020-03-01' } },
    { name: 'Two years', range: { range: '-24M' } },
  ]);
  expect(readSaved(saved)).toEqual(saved);
  expect(saved.map(({ name }) => name.length <= LONGEST_RANGE_NAME)).toEqual([true, true]);
});

it('keeps the newest twenty: a 21st removes the oldest, a range with a name that exists replaces that one', () => {
  const names = Array.from({ length: MOST_SAVED + 1 }, (_, i) => `range ${i}`);
  const choice = { since: '2020-02-01' };
  const saved = names.reduce<ReturnType<typeof withSaved>>((list, name) => withSaved(list, name, choice), []);
  expect(MOST_SAVED).toBe(20);
  expect(saved.map(({ name }) => name)).toEqual(names.slice(1));
  expect(withSaved(saved, 'range 5', { back: '-5Y' }).map(({ name }) => name)).toEqual(names.slice(1));
  const all = names.map((name) => ({ name, range: { from: '2020-02-01' } }));
  expect(readSaved(all)).toHaveLength(MOST_SAVED);
});

it('cuts names that are too long, and treats two names as equal after cutting', () => {
  const long = `${'a'.repeat(LONGEST_RANGE_NAME)}b`;
  const once = withSaved([], long, { preset: '5Y' });
  expect(once).toEqual([{ name: 'a'.repeat(40), range: { range: '5Y' } }]);
  expect(withSaved(once, long, { preset: '1Y' })).toHaveLength(1);
});

it('leaves out a range that is not understood any more', () => {
  const mixed = [
    { name: 'a', range: { from: 'x' } },
    { name: 'b', range: {} },
  ];
  expect(readSaved(mixed)).toEqual([{ name: 'b', range: {} }]);
});

it('describes a range in words', () => {
  expect(rangeWords({ back: '-18M' })).toBe('Last 18 months');
  expect(rangeWords({ since: '2020-02-01' })).toBe('Since 2020-02-01');
  expect(rangeWords({ from: '2020-01-01', to: '2020-12-31' })).toBe('2020-01-01 to 2020-12-31');
  expect(rangeWords({ preset: '5Y' })).toBe('Five years');
});
