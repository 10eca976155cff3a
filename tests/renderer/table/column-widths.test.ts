import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnWidths, lengthsOf, paddingOf } from '../../../renderer/table/sheet.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { lineOf, someSeries } from './some-series.ts';

it('measures numbers with their thousands separators, the decimals of the one that has most after each', () => {
  fc.assert(
    fc.property(someSeries, (lines) => {
      for (const { column } of lines) {
        const { all, decimals } = lengthsOf(column);
        const padded = column.values.map((text) => groupDigits(text) + paddingOf(text, decimals));
        expect(all).toBe(Math.max(0, ...padded.map((text) => text.length)));
        // The decimal signs stand below each other: as many characters follow each.
        const rest = new Set(padded.map((text) => text.slice(`${text}.`.indexOf('.')).length));
        expect(rest.size).toBeLessThanOrEqual(1);
      }
    }),
  );
  expect(['5', '5.2', '5.25', ''].map((text) => paddingOf(text, 2))).toEqual(['.00', '0', '', '']);
});

it('gives every line a column that fits its longest number, and the long layout four columns', () => {
  const lines = [lineOf(0, [[0, '36104343213.10']]), lineOf(1, [[0, '1']])];
  const wide = columnWidths('wide', lines);
  expect(wide.tracks.match(/minmax\(max/g)).toHaveLength(2);
  expect(wide.least).toContain('17ch');
  expect(columnWidths('long', lines).tracks).toContain('17ch');
  // In one column the whole number stands left of the decimals of the other.
  const mixed = [lineOf(0, [[0, '4.38000']]), lineOf(1, [[0, '7272000']])];
  expect(columnWidths('long', mixed).tracks).toContain('15ch');
});
