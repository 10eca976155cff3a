import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnWidths, longestText } from '../../../renderer/table/column-widths.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { lineOf, someSeries } from './some-series.ts';

it('measures numbers with their thousands separators', () => {
  fc.assert(
    fc.property(someSeries, (lines) => {
      for (const { column } of lines)
        expect(longestText(column)).toBe(
          Math.max(0, ...column.values.map((text) => groupDigits(text).length)),
        );
    }),
  );
});

it('gives every line a column that fits its longest number, and the long layout four columns', () => {
  const lines = [lineOf(0, [[0, '36104343213.10']]), lineOf(1, [[0, '1']])];
  const wide = columnWidths('wide', lines);
  expect(wide.tracks.match(/minmax\(max/g)).toHaveLength(2);
  expect(wide.least).toContain('17ch');
  expect(columnWidths('long', lines).tracks).toContain('17ch');
});
