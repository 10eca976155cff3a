import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { align, joined, lowestCadence, periodText } from '../../service/series-math/align.ts';
import { anyWeeks, DAYS, dayOf, MONTHS, monthsOf, seriesOf, WEEKS } from './series.ts';

describe('alignment', () => {
  const weeks = seriesOf(
    ...['2026-08-29 1', '2026-09-05 10', '2026-09-12 20', '2026-09-19 30', '2026-09-26 40'],
    ...['2026-10-03 50', '2026-10-10 60'],
  );

  it('brings weeks to months and says what was dropped', () => {
    const months = monthsOf('2026-09', '7', '8');
    const found = align([
      { series: weeks, cadence: WEEKS, method: 'avg' },
      { series: months, cadence: MONTHS, method: 'sum' },
    ]);
    expect(found.cadence).toEqual(MONTHS);
    expect(Array.from(found.days, dateText)).toEqual(['2026-09-01', '2026-10-01']);
    expect(found.values).toEqual([
      ['25', undefined],
      ['7', '8'],
    ]);
    expect(found.notes).toMatchObject([
      {
        index: 0,
        method: 'avg',
        text: 'weekly→monthly avg, partial 2026-08 dropped (1 of 3 weeks), partial 2026-10 dropped (2 of 3 weeks)',
      },
    ]);
  });

  it('does not change series of one frequency, and keeps gaps', () => {
    const found = align([
      { series: monthsOf('2024-01', '1', '', '3'), cadence: MONTHS, method: 'avg' },
      { series: monthsOf('2024-02', '5'), cadence: MONTHS, method: null },
    ]);
    expect(found.notes).toEqual([]);
    expect(found.values).toEqual([
      ['1', undefined, '3'],
      [undefined, '5', undefined],
    ]);
  });

  it('dates weeks that end on another day like those of the first series', () => {
    const found = align([
      { series: seriesOf('2024-01-06 1', '2024-01-13 2'), cadence: WEEKS, method: 'avg' },
      {
        series: seriesOf('2024-01-03 5', '2024-01-10 6'),
        cadence: { frequency: 'w', weekEnd: 3 },
        method: 'eop',
      },
    ]);
    expect(Array.from(found.days, dateText)).toEqual(['2024-01-06', '2024-01-13']);
    expect(found.values).toEqual([
      ['1', '2'],
      ['5', '6'],
    ]);
    expect(found.notes.map(({ text }) => text)).toEqual(['weeks dated as weekly, ending Saturday']);
  });

  it('never sums or averages a single week: it keeps its value, whatever the aggregation method', () => {
    for (const method of ['avg', 'sum', null] as const) {
      const found = align([
        { series: seriesOf('2024-01-06 1', '2024-01-13 2'), cadence: WEEKS, method: 'avg' },
        {
          series: seriesOf('2024-01-03 5.0', '2024-01-10 6'),
          cadence: { frequency: 'w', weekEnd: 3 },
          method,
        },
      ]);
      expect(found.values[1]).toEqual(['5.0', '6']);
      expect(found.exact).toEqual([undefined, undefined]);
      expect(found.notes.map((note) => note.method)).toEqual(['eop']);
    }
  });

  it('leaves out a series that cannot be aggregated, and says so', () => {
    const found = align([
      { series: seriesOf('2024-01-05 1'), cadence: DAYS, method: null },
      { series: monthsOf('2024-01', '1'), cadence: MONTHS, method: 'avg' },
    ]);
    expect(found.values).toEqual([[undefined], ['1']]);
    expect(found.notes[0]?.text).toBe('daily values cannot be put together to monthly ones');
  });

  it('finds the lowest frequency, daily if there are no series', () => {
    expect(lowestCadence([{ cadence: WEEKS }, { cadence: MONTHS }, { cadence: DAYS }])).toEqual(MONTHS);
    expect(align([])).toMatchObject({ cadence: DAYS, values: [], notes: [] });
  });

  it('loses no observation when dates are joined', () => {
    fc.assert(
      fc.property(fc.array(anyWeeks, { maxLength: 4 }), (series) => {
        const { days, values } = joined(series);
        expect(Array.from(days)).toEqual(
          [...new Set(series.flatMap((one) => [...one.days]))].sort((a, b) => a - b),
        );
        for (const [i, one] of series.entries()) {
          const kept = Array.from(days).flatMap((day, at) =>
            values[i]?.[at] === undefined ? [] : [[day, values[i]?.[at]]],
          );
          expect(kept).toEqual(Array.from(one.days, (day, at) => [day, one.values[at]]));
        }
      }),
    );
  });

  it.each([
    ['d', '2026-10-03'],
    ['m', '2026-10'],
    ['q', '2026 Q4'],
    ['sa', '2026 H2'],
    ['a', '2026'],
  ] as const)('writes periods of %s like %s', (frequency, text) => {
    const dates = { d: '2026-10-03', m: '2026-10-01', q: '2026-10-01', sa: '2026-07-01', a: '2026-01-01' };
    expect(periodText(dayOf(dates[frequency]), { frequency })).toBe(text);
  });
});
