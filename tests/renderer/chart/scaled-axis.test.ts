import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisLabel, axisScale, shareOf, valueAxis } from '../../../renderer/chart/axes.ts';
import { measured, speakMeasured } from '../../../renderer/chart/measure.tsx';
import { chartNotes } from '../../../renderer/chart/summary.ts';
import { valueTickLabels, WRITTEN_OUT } from '../../../renderer/chart/tick-labels.ts';
import type { ChartSeries } from '../../../renderer/chart/types.ts';
import { chartSeries } from '../../../renderer/lines/shown-series.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';
import { readView } from '../../../service/view/index.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { column, months } from '../../view/some-columns.ts';
import { series } from './made-series.ts';

const DOLLARS = { power: 6, sign: '$' };

describe('the labels of an axis', () => {
  it('shorten numbers of the base unit: 2,000,000 millions are 2 tn', () => {
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

  it('are scaled by the unit that its lines share; lines of two units keep their numbers', () => {
    const of = (search: string, formulas?: string): ChartSeries[] => {
      const { view } = readView({ series: search, ...(formulas && { formulas }) }, '2026-11-22');
      const columns = view.series.map(({ choice }) =>
        column(seriesId(choice), months(1970, 3), ['1', '2', '3']),
      );
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
  const lineIn = (unitShort: string, texts: string[], days = [0, 100, 366]) =>
    series('a', days, texts, { title: unitShort, unitShort });
  const year = { from: 0, to: 366 };

  it('gives the change of each line, also in percent and in percent a year', () => {
    const rows = measured([lineIn('$', ['100.50', '1', '201.00']), lineIn('persons', ['9', '9', '8'])], year);
    expect(rows.map(({ change, whole, percent, perYear }) => [change, whole, percent, perYear])).toEqual([
      ['+$100.5', '+$100.50', '+100.0 %', '+99.7 %'],
      ['−1', '−1 persons', '−11.1 %', '−11.1 %'],
    ]);
    expect(speakMeasured(rows, year)).toBe(
      'From 1970-01-01 to 1971-01-02, 366 days: $ +$100.5, +100.0 %, +99.7 % a year; persons −1, −11.1 %, −11.1 % a year',
    );
  });

  it('gives the change of a percentage in points, and leaves out lines without a value at both ends', () => {
    const [rate, ...others] = measured(
      [lineIn('%', ['4.25', '4', '4.50']), lineIn('persons', ['1', '2', '3'], [200, 300, 366])],
      year,
    );
    expect(rate).toMatchObject({ change: '+0.25 pp', percent: '', perYear: '' });
    expect(others).toEqual([]);
  });
});

const lineOf = (numbers: readonly number[]) => series('a', numbers.keys(), numbers.map(String));

function axisOf(numbers: readonly number[], count = 5) {
  const axis = valueAxis([lineOf(numbers)], 0, numbers.length, count, true);
  if (!axis) throw new Error('There is no axis');
  return axis;
}

describe('a log axis', () => {
  it('has ticks at 1, 2 and 5; values that it cannot show are left out and counted', () => {
    const axis = axisOf([0, 3, 40, -1]);
    expect(axis).toMatchObject({ domain: [2, 50], ticks: [2, 5, 10, 20, 50], isLog: true });
    const range = { from: '1970-01-01', to: '1970-01-04' };
    const said = (...numbers: number[]) => chartNotes([lineOf(numbers)], range, true);
    expect(said(0, 3, 40, -1)).toEqual([expect.stringMatching(/^2 observations of zero or below/)]);
    // If no value can be drawn, there is only the note.
    expect(said(0, -3, -40)).toEqual([expect.stringMatching(/^3 observations of zero or below/)]);
    expect(chartNotes([lineOf([0, -3])], range, false)).toEqual([]);
    expect(valueTickLabels([0, 1e57, 1.5e57])).toEqual(['0', '1×10⁵⁷', '1.5×10⁵⁷']);
  });

  it('has as many labels between the decades as there is room for: 1, 2 and 5, or 1 and 3, or the powers', () => {
    const labels = (most: number, count: number) => axisOf([1, most], count).labels.join(' ');
    expect(labels(5000, 7)).toBe('1 2 5 10 20 50 100 200 500 1,000 2,000 5,000');
    expect(labels(5e6, 5)).toMatch(/^1 3 10 30 100 300 1,000 3,000 10 k .* 3 mn$/);
    expect(labels(5e9, 3)).toMatch(/^1 10 100 1,000 .* 10 mn 100 mn 1 bn$/);
    expect(axisOf([1, 1e40]).labels.length).toBeLessThan(20);
  });

  it('includes every observation', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e14, noNaN: true }), { minLength: 1 }), (numbers) => {
        const { domain } = axisOf(numbers);
        expect(domain[0]).toBeLessThanOrEqual(Math.min(...numbers));
        expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...numbers));
        expect(domain[1]).toBeGreaterThan(domain[0]);
      }),
    );
  });

  it('has finer ticks within a decade, and evenly spaced ones where values hardly differ', () => {
    expect(axisOf([75, 204])).toMatchObject({ domain: [70, 300], ticks: [70, 100, 150, 200, 300] });
    expect(axisOf([36.1, 39.9])).toMatchObject({ domain: [36, 40], ticks: [36, 37, 38, 39, 40] });
  });

  it('has a tick below a value just under a power of ten', () => {
    const value = 9999999999999.98;
    expect(axisOf([value, value]).ticks).toEqual([7e12, 1e13]);
  });

  it('includes values that differ by less than the precision of a logarithm', () => {
    const [low, high] = [0.0018103728157310122, 0.0018103728157310122 * 1.0000000000000002];
    const axis = axisOf([low, high]);
    for (const value of [low, high]) {
      expect(shareOf(value, axis)).toBeGreaterThanOrEqual(0);
      expect(shareOf(value, axis)).toBeLessThanOrEqual(1);
    }
  });

  it('never reaches zero, has at least two ticks, and has every value between its ends', () => {
    const number = fc.double({ min: 1e-6, max: 1e13, noNaN: true });
    fc.assert(
      fc.property(number, fc.double({ min: 1, max: 20, noNaN: true }), (low, factor) => {
        const axis = axisOf([low, low * factor]);
        expect(axis.domain[0]).toBeGreaterThan(0);
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        for (const value of [low, low * factor]) {
          expect(shareOf(value, axis)).toBeGreaterThanOrEqual(-1e-9);
          expect(shareOf(value, axis)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
    expect(shareOf(0, axisOf([1, 10]))).toBeNaN();
  });
});
