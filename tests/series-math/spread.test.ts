import { expect, test } from 'vitest';
import { seriesSpread } from '../../service/derived/spreads.ts';
import { rowsOf, seriesOf } from './series.ts';

test('a spread is the long yield less the short one, exact, on days with both', () => {
  const long = seriesOf(
    '2024-01-02 4.32',
    '2024-01-03 4.30',
    '2024-01-05 4.1',
    '2024-01-08 4',
    '2024-01-10 5',
  );
  const short = seriesOf(
    '2024-01-01 9',
    '2024-01-02 3.99',
    '2024-01-04 1',
    '2024-01-05 4.25',
    '2024-01-08 4.000',
    '2024-01-09 7',
  );
  expect(rowsOf(seriesSpread(long, short))).toEqual([
    '2024-01-02 0.33',
    '2024-01-05 -0.15',
    '2024-01-08 0.000',
  ]);
  expect(rowsOf(seriesSpread(short, long))).toEqual([
    '2024-01-02 -0.33',
    '2024-01-05 0.15',
    '2024-01-08 0.000',
  ]);
  expect(seriesSpread(long, seriesOf())).toEqual({ days: new Int32Array(), values: [] });
  expect(seriesSpread(seriesOf(), short)).toEqual({ days: new Int32Array(), values: [] });
});
