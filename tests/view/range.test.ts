import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseDate } from '../../renderer/range/parse-date.ts';
import { isOpenEnded, isSameRange, readRange } from '../../renderer/range/presets.ts';
import { dateText, dayNumber, daysFromCivil, shiftMonths, weekday } from '../../service/calendar/dates.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import {
  asksOf,
  cutColumn,
  dayBack,
  type Held,
  isPreset,
  lastOf,
  linesOf,
  neededSeries,
  rangedSeries,
  rangeOfHeld,
  rangeSearch,
  readBack,
  readView,
  resolveRange,
  shortAsksOf,
} from '../../service/view/index.ts';
import {
  type Back,
  type DateRange,
  PRESETS,
  type PublishedColumn,
  type RangeChoice,
  type View,
} from '../../service/view/types.ts';
import { viewOf } from './some-source.ts';
import { anyView } from './some-views.ts';

/** How a range is resolved to days, written and read. `addresses.md` has the faulty ones. */

const HELD: Held = { from: '1998-07-05', to: '2024-03-31' };

it.each<[RangeChoice, string, string?]>([
  [{ preset: '1M' }, '2024-02-29'],
  [{ preset: '3M' }, '2023-12-31'],
  [{ preset: '6M' }, '2023-09-30'],
  [{ preset: 'YTD' }, '2024-01-01'],
  [{ preset: '1Y' }, '2023-03-31'],
  [{ preset: '5Y' }, '2019-03-31'],
  [{ preset: '10Y' }, '2014-03-31'],
  [{ preset: 'Max' }, '1998-07-05'],
  [{ back: '-1D' }, '2024-03-30'],
  [{ back: '-2W' }, '2024-03-17'],
  [{ back: '-18M' }, '2022-09-30'],
  [{ back: '-2Q' }, '2023-09-30'],
  [{ back: '-3Y' }, '2021-03-31'],
  [{ since: '2020-02-01' }, '2020-02-01'],
  [{ since: '2024-03-31' }, '2024-03-31'],
  // After the last observation, the range is that single day.
  [{ since: '2025-01-01' }, '2025-01-01', '2025-01-01'],
  [{ from: '1990-01-01', to: '2030-01-01' }, '1990-01-01', '2030-01-01'],
])('for data to 2024-03-31, the range %j begins on %s', (choice, from, to = '2024-03-31') => {
  expect(resolveRange(choice, HELD)).toEqual({ from, to });
});

it('a range begins with the date of the first period only if that leaves out no observation', () => {
  const held: Held = { from: '2023-01-01', to: '2024-03-31', observed: '2023-02-10' };
  const from = (choice: RangeChoice) => resolveRange(choice, held).from;
  expect(from({ preset: 'Max' })).toBe('2023-01-01');
  expect(from({ since: '2023-02-10' })).toBe('2023-01-01');
  expect(from({ since: '2023-01-20' })).toBe('2023-01-01');
  expect(from({ since: '2023-02-11' })).toBe('2023-02-11');
  expect(from({ since: '2022-12-31' })).toBe('2022-12-31');
  expect(from({ from: '2023-01-01', to: '2023-06-30' })).toBe('2023-01-01');
  expect(from({ back: '-13M' })).toBe('2023-02-28');
});

it('a number of periods is counted back, but not beyond the first year', () => {
  expect(dayBack('2024-05-31', '-3M')).toBe('2024-02-29');
  expect(dayBack('2024-03-01', '-9999Y')).toBe('0001-01-01');
  expect(dayBack('2024-03-01', '-9999W')).toBe('1832-07-13');
});

const [DAILY, MONTHLY, YEARLY]: Cadence[] = [{ frequency: 'd' }, { frequency: 'm' }, { frequency: 'a' }];
it('the range of the data is from the first period’s date to the last observation of any series', () => {
  const today = '2026-11-20';
  const [a, b] = [
    { first: '2001-05-03', last: '2024-02-01', cadence: DAILY as Cadence },
    { first: '2003-07-09', last: '2024-03-01', cadence: MONTHLY as Cadence },
  ];
  expect(rangeOfHeld([a, b], today)).toEqual({
    from: '2001-05-03',
    to: '2024-03-01',
    observed: '2001-05-03',
  });
  expect(rangeOfHeld([b], today)).toEqual({ from: '2003-07-01', to: '2024-03-01', observed: '2003-07-09' });
  expect(rangeOfHeld([a, { ...b, cadence: YEARLY as Cadence }], today).from).toBe('2001-05-03');
  expect(rangeOfHeld([{ ...a, cadence: YEARLY as Cadence }, b], today)).toEqual({
    from: '2001-01-01',
    to: '2024-03-01',
    observed: '2001-05-03',
  });
  // A week's date is its last day, which may be tomorrow; the range ends with the observation.
  const week: Cadence = { frequency: 'w', weekEnd: 6 };
  expect(rangeOfHeld([{ first: '2024-01-01', last: '2024-01-10', cadence: week }], today)).toEqual({
    from: '2024-01-01',
    to: '2024-01-10',
    observed: '2024-01-01',
  });
  expect(rangeOfHeld([a, { ...b, first: null }], today).to).toBe('2024-02-01');
  expect(rangeOfHeld([{ ...a, last: null }, b], today).from).toBe('2003-07-01');
});

it('without data, the range is the last ten years', () => {
  const nothing = { first: null, last: null, cadence: DAILY as Cadence };
  expect(rangeOfHeld([nothing], '2026-11-20')).toEqual({ from: '2016-01-01', to: '2026-11-20' });
});

it.each([
  ['-18m', '-18M'],
  [' – 1 q ', '-1Q'],
  ['−9999D', '-9999D'],
  ['-007W', '-7W'],
  ['-0Y', undefined],
  ['-10000D', undefined],
  ['18M', undefined],
  ['--1M', undefined],
  ['-1.5Y', undefined],
  ['-1H', undefined],
  ['-1YY', undefined],
])('%j is read as the length %s', (text, back) => {
  expect(readBack(text)).toBe(back);
});

it('preset names are case-sensitive, and each choice has its form in an address', () => {
  expect(['1M', 'YTD', 'Max', 'max', '2Y', ''].map(isPreset)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  const written: RangeChoice[] = [
    { preset: 'Max' },
    { preset: '5Y' },
    { back: '-18M' as Back },
    { since: '2020-01-01' },
  ];
  expect(written.map(rangeSearch)).toEqual([{}, { range: '5Y' }, { range: '-18M' }, { from: '2020-01-01' }]);
});

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

it('every range is read back as it was written', () => {
  fc.assert(
    fc.property(choice, choice, (one, other) => {
      const problems: string[] = [];
      expect(readRange(rangeSearch(one), problems)).toEqual(one);
      expect(problems).toEqual([]);
      expect(isSameRange(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

it('a typed number of periods is kept: the range moves with new data, and begins on the day shown in the field', () => {
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

it('a number of periods becomes a preset if one has that length', () => {
  expect(lastOf('-5Y')).toEqual({ preset: '5Y' });
  expect(lastOf('-60M')).toEqual({ back: '-60M' });
  expect(readRange({ range: '-5y' }, [])).toEqual({ preset: '5Y' });
  // A day counted from today, not from the end of the data, is kept as a date.
  expect(parseDate('today-5Y', 'from', { today: '2024-06-01', anchor: '2024-05-01' })).toEqual({
    date: '2019-06-01',
    meaning: '5 years before 2024-06-01.',
  });
});

it('a link may begin or end a range on a day that is today in some time zone, but not on the day after', () => {
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

const seriesView = (series: string, formulas?: string) => viewOf({ series, ...(formulas && { formulas }) });
const codes = (series: ReturnType<typeof rangedSeries>) => series.map(({ choice }) => choice.code);

it('hidden series count only if a drawn formula uses them', () => {
  const hidden = 'yields.US10Y:hidden,yields.US2Y';
  expect(codes(rangedSeries(seriesView(hidden)))).toEqual(['US2Y']);
  expect(codes(rangedSeries(seriesView(hidden, 'a-b')))).toEqual(['US10Y', 'US2Y']);
  expect(codes(rangedSeries(seriesView(hidden, 'a-b:hidden')))).toEqual(['US2Y']);
});

it('if all lines are hidden, the view keeps the range of its series', () => {
  const view = seriesView('yields.US10Y:hidden');
  expect(neededSeries(view)).toEqual([]);
  expect(codes(rangedSeries(view))).toEqual(['US10Y']);
});

const TODAY = '2026-11-20';
/** Makes ten years of a series at its own frequency, without the days for which `isMissing` is true. */
function tenYears(
  choice: View['series'][number]['choice'],
  isMissing: (at: number) => boolean,
): PublishedColumn {
  const { frequency } = cadenceOf(entryOf(choice).dataset);
  const [first, last] = [dayNumber('2008-01-01') as number, dayNumber('2018-01-01') as number];
  const all = Array.from({ length: last - first }, (_, i) => first + i).filter((day) => {
    if (frequency === 'd') return ![0, 6].includes(weekday(day));
    if (frequency === 'w') return weekday(day) === weekday(cadenceDay(choice));
    return dateText(day).endsWith('-01');
  });
  const days = Int32Array.from(all.filter((_, at) => !isMissing(at)));
  const values = Array.from(days, (day) => ((((day * 7919) % 997) + 3) / 4).toFixed(2));
  return { id: seriesId(choice), choice, days, values, numbers: Float64Array.from(values, Number) };
}
/** The last day of a week of the series: Wednesday for H.4.1, otherwise Saturday. */
const cadenceDay = ({ dataset }: { dataset: string }): number =>
  dayNumber(dataset.startsWith('ui_') ? '2010-01-02' : '2010-01-06') as number;

/** Draws a view from the data that `shortAsksOf` requests, and from the whole history. */
function drawn(view: View, days: DateRange, whole: readonly PublishedColumn[]) {
  const asks = shortAsksOf(view, days, TODAY);
  const part = whole.map((column) => {
    const { range = days } = asks.find(({ choice }) => seriesId(choice) === column.id) ?? {};
    return cutColumn(column, dayNumber(range.from) ?? 0, dayNumber(range.to) ?? 0);
  });
  const shown = (columns: readonly PublishedColumn[]) =>
    linesOf(view, columns, days).map(({ id, unitText, column }) => [
      ...[id, unitText, Array.from(column.days, dateText), column.values],
    ]);
  return { asks, short: shown(part), long: shown(whole) };
}

it('data loaded for a range give the same values in it as the whole history', () => {
  const range: fc.Arbitrary<DateRange> = fc
    .tuple(fc.integer({ min: 0, max: 3600 }), fc.integer({ min: 1, max: 1500 }))
    .map(([start, length]) => {
      const day = (dayNumber('2008-01-01') as number) + start;
      return { from: dateText(day), to: dateText(day + length) };
    });
  const holes = fc.array(fc.nat(2600), { maxLength: 60 });
  let shorter = 0;
  fc.assert(
    fc.property(anyView, range, holes, ({ asOf: _, ...rest }, days, missing) => {
      const view: View = { ...rest, asOf: undefined };
      const isMissing = new Set(missing);
      const whole = view.series.map(({ choice }) => tenYears(choice, (at) => isMissing.has(at)));
      const { asks, short, long } = drawn(view, days, whole);
      const all = asksOf(view, days, TODAY);
      if (asks.some((ask, i) => ask.range.from > (all[i]?.range.from ?? ''))) shorter++;
      expect(short).toEqual(long);
    }),
    { numRuns: 60 },
  );
  expect(shorter).toBeGreaterThan(8);
});

it('a hole of years that ends in the range, like the 30-year yield’s in 2006, gives the same lines as the whole history', () => {
  const back = fc.integer({ min: 0, max: 400 });
  const words = fc.constantFrom(':a', ':sa', ':q', ':m', ':w', ':wesu', ':a:pc1', ':chg', ':ma5');
  const texts = fc.constantFrom(undefined, 'a*2', 'a*2:q', 'a*2:wesa');
  fc.assert(
    fc.property(fc.integer({ min: 800, max: 1800 }), back, words, texts, (end, before, own, formulas) => {
      const { view } = readView({ series: `yields.US30Y${own}`, ...(formulas && { formulas }) }, TODAY);
      const choice = view.series[0]?.choice as PublishedColumn['choice'];
      const whole = tenYears(choice, (at) => at > 200 && at < end);
      const from = dateText((whole.days.find((_, at) => at > 200) as number) - before);
      const { short, long } = drawn(view, { from, to: '2016-06-30' }, [whole]);
      expect(short).toEqual(long);
    }),
  );
});
