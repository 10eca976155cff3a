import { expect, it } from 'vitest';
import { viewAfterKey } from '../../../renderer/explore/chart-actions.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { viewSearch } from '../../../service/view/address.ts';

const press = (search: Parameters<typeof parseView>[0], key: string, held: 'alt' | 'ctrl' | '' = '') => {
  const next = viewAfterKey(parseView({ series: 'yields.US10Y', ...search }).view, {
    key,
    altKey: held === 'alt',
    ctrlKey: held === 'ctrl',
    metaKey: false,
  });
  return next && viewSearch(next);
};

it('sets units by digits, and leaves digits with Ctrl to the browser', () => {
  expect(press({}, '5')).toEqual({ series: 'yields.US10Y', units: 'pc1' });
  expect(press({ units: 'pc1' }, '1')).toEqual({ series: 'yields.US10Y' });
  expect(press({}, '5', 'ctrl')).toBeUndefined();
  expect(press({}, 'x')).toBeUndefined();
});

it('goes to the shorter and to the longer preset; from a typed range to the shortest or longest', () => {
  expect(press({ range: '5Y' }, '[')?.range).toBe('1Y');
  expect(press({ range: '5Y' }, ']')?.range).toBe('10Y');
  expect(press({ range: '1M' }, '[')).toBeUndefined();
  expect(press({ from: '2020-01-01', to: '2021-01-01' }, ']')?.range).toBe('1M');
  expect(press({ from: '2020-01-01', to: '2021-01-01' }, '[')).toEqual({ series: 'yields.US10Y' });
});

it('switches log axis and index with Alt, and back', () => {
  expect(press({}, 'l', 'alt')?.scale).toBe('log');
  expect(press({ scale: 'log' }, 'L', 'alt')?.scale).toBeUndefined();
  expect(press({}, 'p', 'alt')?.units).toBe('nbd');
  expect(press({ units: 'nbd' }, 'p', 'alt')?.units).toBeUndefined();
});

it('passes over presets that show too little', () => {
  const { view } = parseView({ series: 'jolts.quits_rate_sa', range: '3M' });
  const keys = { altKey: false, ctrlKey: false, metaKey: false };
  expect(viewAfterKey(view, { key: '[', ...keys }, ['3M', '1Y'])).toBeUndefined();
  expect(viewAfterKey(view, { key: ']', ...keys }, ['3M', '1Y'])?.range).toEqual({ preset: '1Y' });
});
