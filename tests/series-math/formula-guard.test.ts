import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { guardFormula } from '../../service/series-math/spreadsheet-cells.ts';

test.each([
  ['=1+1', ' =1+1'],
  ['+1', ' +1'],
  ['-a+b', ' -a+b'],
  ['--1', ' --1'],
  ['-1e3', ' -1e3'],
  ['@SUM(A1)', ' @SUM(A1)'],
  ['\t=1', ' \t=1'],
  ['\r=1', ' \r=1'],
  ['-', ' -'],
  ['-0.5', '-0.5'],
  ['-36104343213.10', '-36104343213.10'],
  ['Apple = Inc.', 'Apple = Inc.'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(guardFormula(text)).toBe(written);
});

test('a guarded text never begins a formula, guarding twice changes nothing more, and only a space is added', () => {
  const odd = fc.tuple(fc.constantFrom(...'=+-@\t\r'), fc.string()).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), odd), (text) => {
      const guarded = guardFormula(text);
      expect(/^[=+\-@\t\r]/.test(guarded) && !isValueText(guarded)).toBe(false);
      expect(guardFormula(guarded)).toBe(guarded);
      expect([text, ` ${text}`]).toContain(guarded);
    }),
  );
});
