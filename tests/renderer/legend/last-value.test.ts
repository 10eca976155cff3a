import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastChange } from '../../../renderer/legend/last-value.ts';
import { unitsOfKey } from '../../../renderer/legend/unit-choices.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import type { Cadence } from '../../../service/series-math/types.ts';

const month = { frequency: 'm' } as const;
const change = (values: readonly string[], dates = ['2026-08-01', '2026-09-01'], cadence: Cadence = month) =>
  lastChange(
    { days: Int32Array.from(dates.slice(-values.length), (date) => dayNumber(date) as number), values },
    cadence,
  );

it('shows the change exactly, with its sign', () => {
  expect(change(['213000', '219000'])).toBe('+6,000');
  expect(change(['36217456695558.86', '36216695558849.80'])).toBe('−761,136,709.06');
  expect(change(['4.25', '4.250'])).toBe('±0');
  expect(change(['4.25'])).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
      const text = change([String(a), String(b)]) as string;
      const number = Number(text.replaceAll(',', '').replace('−', '-').replace('±', ''));
      expect(number).toBe(b - a);
    }),
  );
});

it('computes the change of averages from the exact averages, like the units of change', () => {
  const days = Int32Array.from(['2019-01-01', '2019-04-01'], (date) => dayNumber(date) as number);
  const exact = [
    { n: 116n, d: 30n },
    { n: 109n, d: 30n },
  ];
  expect(lastChange({ days, values: ['3.9', '3.6'], exact }, { frequency: 'q' })).toBe('−0.23333');
});

it('names the date of the earlier value where that is not the period before', () => {
  expect(change(['1', '3'], ['2026-06-01', '2026-09-01'])).toBe('+2 since 2026-06');
  const day = { frequency: 'd' } as const;
  // Monday follows Friday. Over a holiday the change is over more than one business day.
  expect(change(['1', '3'], ['2026-11-13', '2026-11-16'], day)).toBe('+2');
  expect(change(['1', '3'], ['2026-11-10', '2026-11-12'], day)).toBe('+2 since 2026-11-10');
});

it('gives each digit the units in FRED’s order, and 0 the index', () => {
  expect([...'1234567890'].map(unitsOfKey)).toEqual([
    'lin',
    'chg',
    'ch1',
    'pch',
    'pc1',
    'pca',
    'cch',
    'cca',
    'log',
    'nbd',
  ]);
  expect(unitsOfKey('a')).toBeUndefined();
  expect(unitsOfKey('10')).toBeUndefined();
});
