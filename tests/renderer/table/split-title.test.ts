import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitTitle } from '../../../renderer/table/sheet.ts';

it('keeps the end of a title that tells its column from the others', () => {
  const yields = ['Treasury par yield, 10-year', 'Treasury par yield, 1-month', 'Quits, level, SA'];
  expect(yields.map((title) => splitTitle(title, yields)[1])).toEqual(['10-year', '1-month', 'SA']);
  const exports = [
    'Exports to Asia',
    'Exports to Australia and Oceania',
    'Exports to North America',
    'Exports to South America',
  ];
  expect(exports.map((title) => splitTitle(title, exports)[1])).toEqual([
    'Asia',
    'Australia and Oceania',
    'North America',
    'South America',
  ]);
  expect(splitTitle('a/b*100', ['a/b*100'])).toEqual(['', 'a/b*100']);
});

it('loses nothing of the title', () => {
  const title = fc
    .array(fc.constantFrom('Exports', 'to', 'Asia,', 'SA'), { minLength: 1 })
    .map((all) => all.join(' '));
  fc.assert(
    fc.property(title, fc.array(title), (one, others) => {
      expect(splitTitle(one, others).join('')).toBe(one);
    }),
  );
});
