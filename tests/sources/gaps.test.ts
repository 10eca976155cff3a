import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, daysFromCivil } from '../../service/calendar/dates.ts';
import { createGapFinder, gapNote } from '../../service/sources/gaps.ts';

const places = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
const STEPS = [
  { step: 'week', dayOf: (at: number) => 10_000 + at * 7, text: (at: number) => dateText(10_000 + at * 7) },
  {
    step: 'month',
    dayOf: (at: number) => daysFromCivil(1999 + Math.floor(at / 12), (at % 12) + 1, 1),
    text: (at: number) => dateText(daysFromCivil(1999 + Math.floor(at / 12), (at % 12) + 1, 1)).slice(0, 7),
  },
] as const;

test.each(STEPS)(
  'exactly what lies between the first and the last $step and is not there is a gap',
  ({ step, dayOf, text }) => {
    fc.assert(
      fc.property(places, (held) => {
        const finder = createGapFinder(step);
        for (const place of held) finder.add('series', dayOf(place));
        const lacking: number[] = [];
        for (let at = Math.min(...held); at < Math.max(...held); at++)
          if (!held.includes(at)) lacking.push(at);
        const right =
          lacking.length === 0
            ? []
            : [{ name: 'series', missing: lacking.length, first: text(lacking[0] ?? 0) }];
        expect(finder.find()).toEqual(right);
      }),
    );
  },
);

test('a note names three series and counts the others; without gaps there is none', () => {
  const gap = (name: string) => ({ name, missing: 2, first: '2020-03' });
  expect(gapNote([], 'months')).toBeUndefined();
  expect(gapNote(['a', 'b', 'c', 'd', 'e'].map(gap), 'months')).toBe(
    'The file has no rows for some months between its first and its last: a (2, first 2020-03), b (2, first 2020-03), c (2, first 2020-03) and 2 more. What was held of them stays as it was.',
  );
});
