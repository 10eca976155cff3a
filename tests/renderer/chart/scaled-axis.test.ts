import { describe, expect, it } from 'vitest';
import { axisLabel, axisScale } from '../../../renderer/chart/axes.ts';
import { measured, speakMeasured } from '../../../renderer/chart/measure.tsx';
import { valueTickLabels, WRITTEN_OUT } from '../../../renderer/chart/tick-labels.ts';
import type { ChartSeries } from '../../../renderer/chart/types.ts';
import { chartSeries } from '../../../renderer/lines/shown-series.ts';
import { readView } from '../../../service/view/index.ts';
import { linesOf } from '../../../service/view/lines.ts';

const DOLLARS = { power: 6, sign: '$' };

describe('an axis is scaled once', () => {
  it('and its labels have the numbers of the base unit', () => {
    expect(valueTickLabels([0, 2_000_000, 4_000_000, 6_000_000], false, DOLLARS)).toEqual([
      '0',
      '$2 tn',
      '$4 tn',
      '$6 tn',
    ]);
    expect(valueTickLabels([-500, 0, 500], false, DOLLARS)).toEqual(['−$500 mn', '0', '$500 mn']);
    expect(valueTickLabels([12_000, 14_000], false, { power: 3, sign: '' })).toEqual(['12 mn', '14 mn']);
    expect(valueTickLabels([100, 1000, 10_000], true, { power: 3, sign: '' })).toEqual([
      '100 k',
      '1 mn',
      '10 mn',
    ]);
    expect(valueTickLabels([7000, 7500], false, { power: 0, sign: '$' })).toEqual(['$7,000', '$7,500']);
    expect(valueTickLabels([0, 1e10], false, DOLLARS)).toEqual(['0', '$1×10¹⁶']);
  });

  it('by the unit that its lines share; lines of two units keep their numbers', () => {
    const of = (search: string, formulas?: string): ChartSeries[] => {
      const { view } = readView({ series: search, ...(formulas && { formulas }) }, '2026-11-22');
      const columns = view.series.map(({ choice }) => ({
        id: [choice.dataset, choice.code].join('.') as never,
        choice,
        days: Int32Array.from([0, 31, 60]),
        values: ['1', '2', '3'],
        numbers: Float64Array.of(1, 2, 3),
      }));
      return chartSeries(view, linesOf(view, columns, { from: '1970-01-01', to: '1970-12-31' }));
    };
    const [quits] = of('jolts.quits_level_sa');
    expect(quits?.scale).toEqual({ power: 3, sign: '', label: 'persons' });
    expect(axisLabel(of('jolts.quits_level_sa,jolts.job_openings_level_sa'))).toBe('persons · positions');
    expect(axisLabel(of('us_exports.asia:chg:ma3,us_exports.asia:chg'))).toBe('Change, US dollars');
    expect(axisLabel(of('us_exports.asia:pc1'))).toBe('Percent change from year ago');
    expect(of('jolts.quits_level_sa,jolts.hires_level_sa', 'b-a')[2]?.scale?.label).toBe('persons');
    const mixed = of('us_exports.asia,us_debt.total_public_debt_outstanding');
    expect(axisScale(mixed)).toEqual(WRITTEN_OUT);
    expect(valueTickLabels([0, 50_000], false, axisScale(mixed))).toEqual(['0', '50,000']);
    expect(axisLabel(mixed)).toBe('$ mn · $');
  });
});

describe('a measure between two days', () => {
  const series = (values: string[], unitShort: string, days = [0, 100, 366]): ChartSeries => ({
    column: {
      id: unitShort,
      days: Int32Array.from(days),
      values,
      numbers: Float64Array.from(values, Number),
    },
    title: unitShort,
    unitShort,
    slot: 0,
    hidden: false,
  });
  const year = { from: 0, to: 366 };

  it('says of each line by how much it changed, in percent, and in percent a year', () => {
    const rows = measured([series(['100.50', '1', '201.00'], '$'), series(['9', '9', '8'], 'persons')], year);
    expect(rows.map(({ change, whole, percent, perYear }) => [change, whole, percent, perYear])).toEqual([
      ['+$100.5', '+$100.50', '+100.0 %', '+99.7 %'],
      ['−1', '−1 persons', '−11.1 %', '−11.1 %'],
    ]);
    expect(speakMeasured(rows, year)).toBe(
      'From 1970-01-01 to 1971-01-02, 366 days: $ +$100.5, +100.0 %, +99.7 % a year; persons −1, −11.1 %, −11.1 % a year',
    );
  });

  it('says of a percentage by how many points, and leaves out what has no value at both ends', () => {
    const [rate, ...others] = measured(
      [series(['4.25', '4', '4.50'], '%'), series(['1', '2', '3'], 'persons', [200, 300, 366])],
      year,
    );
    expect(rate).toMatchObject({ change: '+0.25 pp', percent: '', perYear: '' });
    expect(others).toEqual([]);
  });
});
