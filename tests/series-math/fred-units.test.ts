import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { derive, type Recipe } from '../../service/series-math/derive.ts';
import { printRounded } from '../../service/series-math/fraction.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import type { Fraction, TimeSeries } from '../../service/series-math/types.ts';
import { MONTHS, readFredCsv, rowsOf, seriesOf } from './series.ts';

/** FRED's own results for its series, compared with Almanac's for the same levels. */

const FOLDER = new URL('../../../shared/reference/fred_units/', import.meta.url);
const file = (name: string) => new URL(name, FOLDER);
const isHere = existsSync(FOLDER);
const WHY = "FRED's transformed values are not on this computer";

/** An answer of FRED's API; '.' is missing. */
function readAnswer(name: string): TimeSeries {
  const { observations } = JSON.parse(readFileSync(file(name), 'utf8')) as {
    observations: { date: string; value: string }[];
  };
  return seriesOf(
    ...observations.filter(({ value }) => value !== '.').map(({ date, value }) => `${date} ${value}`),
  );
}

/** FRED's API gives fifteen digits of numbers without end; this many decimals are compared. */
function rounded(text: string, places: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  const exact: Fraction = { n: BigInt(whole.replace('-', '') + decimals), d: 10n ** BigInt(decimals.length) };
  return printRounded(text.startsWith('-') ? { ...exact, n: -exact.n } : exact, places);
}

const quarterly = (units: Units): Recipe => ({ units, to: { cadence: { frequency: 'q' }, method: 'avg' } });

describe('what FRED made of its own series', () => {
  it('is made here of UNRATE, levels as they are: 868 of 868', ({ skip }) => {
    skip(!isHere, WHY);
    const levels = readAnswer('UNRATE_lin.json');
    expect(levels.days).toHaveLength(868);
    expect(rowsOf(derive(levels, MONTHS, { units: 'lin' }).series)).toEqual(rowsOf(levels));
  });

  it('is made here of UNRATE, changes of quarterly averages: 121 of 121', ({ skip }) => {
    skip(!isHere, WHY);
    const { series } = derive(readAnswer('UNRATE_lin.json'), MONTHS, quarterly('chg'));
    const here = new Map(rowsOf(series).map((row) => row.split(' ') as [string, string]));
    // FRED too has no value for the quarter of which only April was published.
    const told = readAnswer('UNRATE_q_chg.json');
    const compared = Array.from(told.days, (day, i) => [
      dateText(day),
      here.get(dateText(day)),
      rounded(told.values[i] as string, 5),
    ]);
    expect(compared).toHaveLength(121);
    expect(compared.filter(([, ours, theirs]) => ours !== theirs)).toEqual([]);
    expect(here.get('2019-04-01')).toBe('-0.23333');
    expect(here.has('2020-04-01')).toBe(false);
  });

  it('is made here of FEDFUNDS, annual averages: 16 of 17, and the last year was not over', ({ skip }) => {
    skip(!isHere, WHY);
    const monthly = readFredCsv(file('FEDFUNDS_m.csv'));
    const { series, dropped } = derive(monthly, MONTHS, {
      units: 'lin',
      to: { cadence: { frequency: 'a' }, method: 'avg' },
    });
    const here = new Map(rowsOf(series).map((row) => row.split(' ') as [string, string]));
    const told = rowsOf(readFredCsv(file('FEDFUNDS_a.csv'))).map((row) => row.split(' ') as [string, string]);
    const others = told.filter(([date, value]) => here.get(date) !== value);
    expect(told).toHaveLength(17);
    // The months were read in October 2024, the years in December 2025; nine months are not a complete year.
    expect(others).toEqual([['2024-01-01', '5.14']]);
    expect(dropped.map(({ date, count, needed }) => [dateText(date), count, needed])).toEqual([
      ['1954-01-01', 6, 12],
      ['2024-01-01', 9, 12],
    ]);
    // 0.175
    expect(here.get('2010-01-01')).toBe('0.18');
  });
});
