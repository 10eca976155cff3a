import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseDate } from '../../renderer/range/parse-date.ts';
import { isOpenEnded, isSameRange, readRange } from '../../renderer/range/presets.ts';
import { dateText, daysFromCivil, shiftMonths } from '../../service/calendar/dates.ts';
import { lastOf, rangeSearch, readBack, resolveRange } from '../../service/view/range.ts';
import { type Back, PRESETS, type RangeChoice } from '../../service/view/types.ts';

const day = fc.integer({ min: daysFromCivil(1950, 1, 1), max: daysFromCivil(2024, 1, 1) }).map(dateText);
const back = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom('D', 'W', 'M', 'Q', 'Y'))
  .map(([count, unit]) => `-${count}${unit}` as Back);
const choice: fc.Arbitrary<RangeChoice> = fc.oneof(
  fc.constantFrom(...PRESETS).map((preset) => ({ preset })),
  back.map(lastOf),
  day.map((since) => ({ since })),
  fc.tuple(day, day).map((two) => {
    const [from, to] = two.sort() as [string, string];
    return { from, to };
  }),
);

it('reads every range back as it was written', () => {
  fc.assert(
    fc.property(choice, choice, (one, other) => {
      const problems: string[] = [];
      expect(readRange(rangeSearch(one), problems)).toEqual(one);
      expect(problems).toEqual([]);
      expect(isSameRange(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

it('keeps a typed number of periods: the range moves on with new data, and begins where the field says', () => {
  fc.assert(
    fc.property(back, day, day, (typed, ...two) => {
      const [from, to] = two.sort() as [string, string];
      const parsed = parseDate(typed.toLowerCase(), 'from', { today: '2024-06-01', anchor: to });
      if (!('date' in parsed) || parsed.back === undefined) throw new Error('not read as so far back');
      const taken = lastOf(parsed.back);
      expect(isOpenEnded(taken)).toBe(true);
      expect(resolveRange(taken, { from, to })).toEqual({ from: parsed.date, to });
      const later = shiftMonths(to, 1);
      expect(resolveRange(taken, { from, to: later }).to).toBe(later);
    }),
  );
});

it('becomes a preset if one has that length', () => {
  expect(lastOf('-5Y')).toEqual({ preset: '5Y' });
  expect(lastOf('-60M')).toEqual({ back: '-60M' });
  expect(readRange({ range: '-5y' }, [])).toEqual({ preset: '5Y' });
  expect(readBack('− 18 m')).toBe('-18M');
  expect(readBack('-0Y')).toBeUndefined();
  // Counted from today, not from the data: that day stays.
  expect(parseDate('today-5Y', 'from', { today: '2024-06-01', anchor: '2024-05-01' })).toEqual({
    date: '2019-06-01',
    meaning: '5 years before 2024-06-01.',
  });
});

it('says what is wrong with a range, and shows all', () => {
  const problems: string[] = [];
  expect(readRange({ range: '5 years' }, problems)).toEqual({ preset: 'Max' });
  expect(problems).toEqual([
    "There is no range '5 years', only 1M, 3M, 6M, YTD, 1Y, 5Y, 10Y, Max and such as -18M. The whole range is shown instead.",
  ]);
});

it('takes what is today anywhere for the end or the beginning of a range in a link, and not the day after', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [now, next] = ['2026-11-22', '2026-11-23'];
  const read = (from: string, to?: string) => {
    const problems: string[] = [];
    return [readRange({ from, ...(to && { to }) }, problems), problems.length];
  };
  expect(read('2026-01-01', now)).toEqual([{ from: '2026-01-01', to: now }, 0]);
  expect(read('2026-01-01', next)).toEqual([{ preset: 'Max' }, 1]);
  expect(read(now)).toEqual([{ since: now }, 0]);
  expect(read(next)).toEqual([{ preset: 'Max' }, 1]);
});
