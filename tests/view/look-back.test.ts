import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText, dayNumber, weekday } from '../../service/calendar/dates.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { asksOf, cutColumn, linesOf, readView, shortAsksOf } from '../../service/view/index.ts';
import type { DateRange, PublishedColumn, View } from '../../service/view/types.ts';
import { anyView } from './some-views.ts';

const TODAY = '2026-11-20';
/** Ten years of a series in its own cadence, without the days at which `isMissing` says so. */
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
/** A day that ends a week of the series: Saturday, but of H.4.1 Wednesday. */
const cadenceDay = ({ dataset }: { dataset: string }): number =>
  dayNumber(dataset.startsWith('ui_') ? '2010-01-02' : '2010-01-06') as number;

/** What a view draws of what `shortAsksOf` asks for, and of the whole history. */
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

it('the values in the range are those that the whole history gives', () => {
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

it('a hole of years that ends in the range, as that of the 30-year yield in 2006, is one of the whole history', () => {
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
