import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { derive, type Recipe } from '../../service/series-math/derive.ts';
import { explainNumber } from '../../service/series-math/explain-number.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { UNITS } from '../../service/series-math/fred-codes.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { anyWeeks, DAYS, dayOf, MONTHS, monthsOf, seriesOf, WEEKS } from './series.ts';

describe('the explanation of a number', () => {
  const weeks = seriesOf(
    ...['2023-01-07 207000', '2023-01-14 203000', '2023-01-21 202000', '2023-01-28 199000'],
    ...['2024-01-06 198000', '2024-01-13 194000', '2024-01-20 221000', '2024-01-27 225000'],
  );

  it('shows the formula with its numbers and the observations behind them', () => {
    const to = { cadence: MONTHS, method: 'avg' } as const;
    expect(explainNumber(weeks, WEEKS, { units: 'pc1', to }, dayOf('2024-01-01'))).toEqual({
      date: '2024-01-01',
      value: '3.32922',
      formula: '(209,500 ÷ 202,750 − 1) × 100 = 3.32922',
      lag: '12 months',
      aggregation: 'avg of 4',
      values: [
        {
          role: 'value',
          date: '2024-01-01',
          value: '209500',
          exact: '209500',
          members: [
            { date: '2024-01-06', value: '198000' },
            { date: '2024-01-13', value: '194000' },
            { date: '2024-01-20', value: '221000' },
            { date: '2024-01-27', value: '225000' },
          ],
        },
        {
          role: 'lag',
          date: '2023-01-01',
          value: '202750',
          exact: '202750',
          members: [
            { date: '2023-01-07', value: '207000' },
            { date: '2023-01-14', value: '203000' },
            { date: '2023-01-21', value: '202000' },
            { date: '2023-01-28', value: '199000' },
          ],
        },
      ],
    });
  });

  it.each([
    ['lin', '', '219,000 = 219,000'],
    ['chg', '1 month', '219,000 − (-5) = 219,005'],
    ['pch', '1 month', '(219,000 ÷ (-5) − 1) × 100 = -4,380,100.00000'],
    ['log', '', 'ln 219,000 = 12.29683'],
    ['nbd', '', '219,000 ÷ (-5) × 100 = -4,380,000.00000'],
  ] as const)('writes %s, with the lag %j, as %s', (units, lag, formula) => {
    const series = monthsOf('2025-02', '-5', '219000');
    const found = explainNumber(
      series,
      MONTHS,
      { units, indexDay: dayOf('2025-02-01') },
      dayOf('2025-03-01'),
    );
    expect(found).toMatchObject({ formula, lag, aggregation: '' });
    expect(found?.values.map(({ role, value }) => `${role} ${value}`)).toEqual([
      'value 219000',
      ...(lag !== '' ? ['lag -5'] : units === 'nbd' ? ['base -5'] : []),
    ]);
  });

  it.each([
    ['ch1', '4 quarters', '150 − 100 = 50'],
    ['pc1', '4 quarters', '(150 ÷ 100 − 1) × 100 = 50.00000'],
    ['pca', '1 quarter', '((150 ÷ 140) ^ 4 − 1) × 100 = 31.78103'],
    ['cch', '1 quarter', '(ln 150 − ln 140) × 100 = 6.89929'],
    ['cca', '1 quarter', '(ln 150 − ln 140) × 100 × 4 = 27.59715'],
  ] as const)('writes %s of quarters, with the lag %s, as %s', (units, lag, formula) => {
    const series = seriesOf(
      ...['01 100', '04 120', '07 130', '10 140'].map((row) => `2023-${row.replace(' ', '-01 ')}`),
      '2024-01-01 150',
    );
    const quarters: Cadence = { frequency: 'q' };
    expect(explainNumber(series, quarters, { units }, dayOf('2024-01-01'))).toMatchObject({ lag, formula });
  });

  it('compares a daily series with the observation before, or 52 weeks before', () => {
    const days = seriesOf('2023-11-22 4', '2023-11-24 7', '2024-11-20 1', '2024-11-21 5');
    const found = (units: Units) => {
      const { lag, formula, values } = explainNumber(days, DAYS, { units }, dayOf('2024-11-21')) ?? {};
      return [lag, formula, values?.[1]?.date];
    };
    expect(found('chg')).toEqual(['1 observation', '5 − 1 = 4', '2024-11-20']);
    // 52 weeks earlier was Thanksgiving.
    expect(found('ch1')).toEqual(['52 weeks', '5 − 4 = 1', '2023-11-22']);
    expect(found('cca')[1]).toBe('(ln 5 − ln 1) × 100 × 260 = 41,845.38572');
    expect(explainNumber(days, DAYS, { units: 'chg' }, dayOf('2024-11-21'))?.values).toEqual([
      {
        role: 'value',
        date: '2024-11-21',
        value: '5',
        exact: '5',
        members: [{ date: '2024-11-21', value: '5' }],
      },
      {
        role: 'lag',
        date: '2024-11-20',
        value: '1',
        exact: '1',
        members: [{ date: '2024-11-20', value: '1' }],
      },
    ]);
  });

  it('for an index has its base with the observations behind it', () => {
    const to = { cadence: MONTHS, method: 'sum' } as const;
    const found = explainNumber(
      weeks,
      WEEKS,
      { units: 'nbd', to, indexDay: dayOf('2023-01-31') },
      dayOf('2024-01-01'),
    );
    expect(found).toMatchObject({
      formula: '838,000 ÷ 811,000 × 100 = 103.32922',
      lag: '',
      aggregation: 'sum of 4',
      values: [
        { role: 'value', date: '2024-01-01', members: { length: 4 } },
        {
          role: 'base',
          date: '2023-01-01',
          value: '811000',
          members: { length: 4, 0: { date: '2023-01-07' } },
        },
      ],
    });
    // December, before the base, has five weeks.
    const december = ['03', '10', '17', '24', '31'].map((day) => `2022-12-${day} 200000`);
    const longer = seriesOf(
      ...december,
      ...Array.from(weeks.days, (day, i) => `${dateText(day)} ${weeks.values[i]}`),
    );
    expect(
      explainNumber(longer, WEEKS, { units: 'nbd', to, indexDay: dayOf('2023-01-31') }, dayOf('2022-12-01')),
    ).toMatchObject({
      formula: '1,000,000 ÷ 811,000 × 100 = 123.30456',
      aggregation: 'sum of 5',
      values: [
        { role: 'value', date: '2022-12-01', members: { length: 5 } },
        { role: 'base', date: '2023-01-01', members: { length: 4 } },
      ],
    });
    expect(explainNumber(weeks, WEEKS, { units: 'chg' }, dayOf('2023-01-14'))).toMatchObject({
      lag: '1 week',
      formula: '203,000 − 207,000 = -4,000',
    });
    expect(explainNumber(weeks, WEEKS, { units: 'ch1' }, dayOf('2024-01-06'))?.lag).toBe('52 weeks');
  });

  it('has the exact means in the formula, so that the formula gives the number', () => {
    const months = monthsOf('2019-01', ...['3.9', '4.0', '3.9', '3.6', '3.6', '3.7']);
    const to = { cadence: { frequency: 'q' }, method: 'avg' } as const;
    const told = (units: Units) => explainNumber(months, MONTHS, { units, to }, dayOf('2019-04-01'));
    expect(told('chg')).toMatchObject({
      value: '-0.30000',
      formula: '3.63333333333… − 3.93333333333… = -0.30000',
      values: [
        { role: 'value', value: '3.6', exact: '3.63333333333…' },
        { role: 'lag', value: '3.9', exact: '3.93333333333…' },
      ],
    });
    expect(told('lin')).toMatchObject({ value: '3.6', formula: '3.6 = 3.6' });
    expect(told('pca')?.formula).toBe('((3.63333333333… ÷ 3.93333333333…) ^ 4 − 1) × 100 = -27.19219');
  });

  it('is missing for a day without a number', () => {
    expect(explainNumber(weeks, WEEKS, { units: 'pc1' }, dayOf('2023-01-07'))).toBeUndefined();
  });

  it('exists for every number that derive returns', () => {
    fc.assert(
      fc.property(anyWeeks, fc.constantFrom(...UNITS), (series, units) => {
        const recipe: Recipe = { units, indexDay: dayOf('1990-03-01') };
        const { days, values } = derive(series, WEEKS, recipe).series;
        for (const [i, day] of Array.from(days).slice(0, 3).entries()) {
          const found = explainNumber(series, WEEKS, recipe, day);
          expect(found?.value).toBe(values[i]);
          expect(found?.values).toHaveLength(units === 'lin' || units === 'log' ? 1 : 2);
        }
      }),
      { numRuns: 30 },
    );
  });
});
