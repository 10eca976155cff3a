import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { align, lowestCadence, periodText, shownCadence } from '../../service/series-math/align.ts';
import { derive } from '../../service/series-math/derive.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { DAYS, dayOf, MONTHS, monthsOf, seriesOf, WEEKS } from './series.ts';

describe('alignment', () => {
  const weeks = seriesOf(
    ...['2026-08-29 1', '2026-09-05 10', '2026-09-12 20', '2026-09-19 30', '2026-09-26 40'],
    ...['2026-10-03 50', '2026-10-10 60'],
  );

  it('brings weeks to months and reports the dropped periods', () => {
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
    expect(found.exact).toEqual([[{ n: 100n, d: 4n }, undefined], undefined]);
    expect(found.notes).toEqual([
      {
        index: 0,
        from: WEEKS,
        to: MONTHS,
        method: 'avg',
        dropped: [
          { date: dayOf('2026-08-01'), count: 1, needed: 3 },
          { date: dayOf('2026-10-01'), count: 2, needed: 3 },
        ],
        text: 'weekly→monthly avg, partial 2026-08 dropped (1 of 3 weeks), partial 2026-10 dropped (2 of 3 weeks)',
      },
    ]);
  });

  it('names the newest three dropped periods, and counts the others', () => {
    const text = (...months: string[]) =>
      align(
        [{ series: seriesOf(...months.map((month) => `${month}-07 1`)), cadence: WEEKS, method: 'eop' }],
        MONTHS,
      ).notes[0]?.text;
    const lack = (month: string) => `partial ${month} dropped (1 of 3 weeks)`;
    expect(text('2024-01', '2024-02', '2024-03')).toBe(
      `weekly→monthly eop, ${lack('2024-01')}, ${lack('2024-02')}, ${lack('2024-03')}`,
    );
    expect(text('2024-01', '2024-02', '2024-03', '2024-04', '2024-05')).toBe(
      `weekly→monthly eop, ${lack('2024-03')}, ${lack('2024-04')}, ${lack('2024-05')}, and 2 earlier`,
    );
  });

  it('gives the number of days in a gap', () => {
    const days = Int32Array.from({ length: 150 }, (_, i) => dayOf('2024-01-01') + i).filter(
      (day) => day < dayOf('2024-03-10') || day > dayOf('2024-03-20'),
    );
    const series = { days, values: Array.from(days, () => '2') };
    expect(align([{ series, cadence: DAYS, method: 'sum' }], MONTHS).notes[0]?.text).toBe(
      'daily→monthly sum, partial 2024-03 dropped (none on 11 days in a row)',
    );
  });

  it.each([
    [{ units: 'lin' }, 'monthly→quarterly avg'],
    [{ units: 'lin', average: 1 }, 'monthly→quarterly avg'],
    [{ units: 'chg' }, 'monthly→quarterly avg, then change'],
    [
      { units: 'pc1', average: 2 },
      'monthly→quarterly avg, then percent change from year ago, then average of the last 2 observations',
    ],
    [{ units: 'nbd', indexFrom: 0 }, 'monthly→quarterly avg, then index'],
  ] as const)('describes the steps of the recipe %o in order: %s', (recipe, text) => {
    const series = monthsOf('2024-01', '1', '2', '3', '4', '5', '6');
    const given = { series, cadence: MONTHS, method: 'avg', recipe } as const;
    const quarters: Cadence = { frequency: 'q' };
    const found = align([given], quarters);
    expect(found.notes.map((note) => note.text)).toEqual([text]);
    // The recipe is calculated after the change of frequency.
    const { series: made } = derive(series, MONTHS, { ...recipe, to: { cadence: quarters, method: 'avg' } });
    expect(found.values).toEqual([made.values]);
  });

  it('takes the frequency in a recipe as the frequency of its series', () => {
    const recipe = { units: 'lin', to: { cadence: MONTHS, method: 'sum' } } as const;
    const made: string[] = [];
    const found = align(
      [
        { series: weeks, cadence: WEEKS, method: 'avg', recipe },
        { series: monthsOf('2026-09', '7'), cadence: MONTHS, method: 'eop' },
      ],
      undefined,
      (series, from, one) => {
        made.push(`${from.frequency} ${one.units} ${one.to?.method ?? 'as published'}`);
        return derive(series, from, one);
      },
    );
    expect([found.cadence, found.notes, found.values]).toEqual([MONTHS, [], [['100'], ['7']]]);
    expect(made).toEqual(['w lin sum', 'm lin as published']);
    expect(shownCadence({ series: weeks, cadence: WEEKS, method: 'avg', recipe })).toEqual({
      cadence: MONTHS,
    });
    expect(shownCadence({ series: weeks, cadence: WEEKS, method: 'avg' })).toEqual({ cadence: WEEKS });
  });

  it('gives Wednesday levels if one series has them and the others are the last of their days', () => {
    const wednesdays: Cadence = { frequency: 'w', weekEnd: 3, isLevel: true };
    const weekly: Cadence = { frequency: 'w', weekEnd: 3 };
    const days = seriesOf('2024-01-04 1', '2024-01-05 2', '2024-01-08 3', '2024-01-09 4', '2024-01-10 5');
    const levels = { series: seriesOf('2024-01-10 5'), cadence: wednesdays, method: 'eop' } as const;
    const figures = { ...levels, cadence: weekly };
    const daily = (method: 'avg' | 'eop') => ({ series: days, cadence: DAYS, method }) as const;
    const fridays = { ...levels, cadence: { frequency: 'w', weekEnd: 5 } } as const;
    expect(align([levels]).cadence).toEqual(wednesdays);
    expect(align([levels, daily('eop')]).cadence).toEqual(wednesdays);
    expect(align([daily('eop'), levels]).cadence).toEqual(wednesdays);
    for (const others of [[daily('avg')], [figures], [fridays], [daily('eop'), daily('avg')]])
      expect(align([levels, ...others]).cadence).toEqual(weekly);
    // A single series that has no Wednesday levels gets none.
    expect(align([daily('eop')], wednesdays).cadence).toEqual(weekly);
    expect(align([figures], weekly).cadence).toEqual(weekly);
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

  it('dates weeks that end on another day by the first series', () => {
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

  it('never sums or averages a single week: the week keeps its value with any method', () => {
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

  it('leaves out a series that cannot be aggregated, and reports it', () => {
    const found = align([
      { series: seriesOf('2024-01-05 1'), cadence: DAYS, method: null },
      { series: monthsOf('2024-01', '1'), cadence: MONTHS, method: 'avg' },
    ]);
    expect(found.values).toEqual([[undefined], ['1']]);
    expect(found.notes).toEqual([
      {
        index: 0,
        from: DAYS,
        to: MONTHS,
        method: null,
        dropped: [],
        text: 'daily values cannot be aggregated to monthly ones',
      },
    ]);
  });

  it('finds the lowest frequency, which is daily if there are no series', () => {
    expect(lowestCadence([{ cadence: WEEKS }, { cadence: MONTHS }, { cadence: DAYS }])).toEqual(MONTHS);
    expect(align([])).toEqual({ cadence: DAYS, days: new Int32Array(), values: [], exact: [], notes: [] });
    // Of two weekly series, the first decides.
    expect(lowestCadence([{ cadence: WEEKS }, { cadence: { frequency: 'w', weekEnd: 3 } }])).toEqual(WEEKS);
  });

  it.each([
    ['d', '2026-10-03', '2026-10-03'],
    ['w', '2026-10-03', '2026-10-03'],
    ['m', '2026-10-01', '2026-10'],
    ['q', '2026-10-01', '2026 Q4'],
    ['q', '2026-01-01', '2026 Q1'],
    ['sa', '2026-07-01', '2026 H2'],
    ['sa', '2026-01-01', '2026 H1'],
    ['a', '2026-01-01', '2026'],
  ] as const)('writes the period of %s dated %s as %s', (frequency, date, text) => {
    expect(periodText(dayOf(date), { frequency })).toBe(text);
  });
});
