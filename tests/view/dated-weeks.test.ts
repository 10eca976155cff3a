import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { ASKED_FREQUENCIES } from '../../service/series-math/fred-codes.ts';
import { cadenceText, publishedFrequency } from '../../service/series-math/frequency.ts';
import { linesOf } from '../../service/view/lines.ts';
import { madeHeading } from '../../service/view/provenance.ts';
import { column, weeks } from './some-columns.ts';

/** A level of a Wednesday is 'as of Wednesday', a figure of a week 'ending Saturday', at their own frequency whatever is asked. */

const H41 = 'factors_affecting_reserve_balances';
const RANGE = { from: '2024-01-01', to: '2024-12-31' };
const WEEKLY = DATASETS.filter(({ frequency, kind }) => frequency === 'Weekly' && kind !== 'list').flatMap(
  (dataset) =>
    dataset.series.map(({ code }) => ({
      dataset,
      id: seriesId({ dataset: dataset.id, code, area: dataset.byState ? 'CA' : '' }),
    })),
);

function linesFor(series: readonly string[], search = {}) {
  const columns = series.map((text) => {
    const id = text.split(':')[0] ?? '';
    const count = id.startsWith('yields') || id.startsWith('us_debt') ? 300 : 52;
    const first = id.startsWith(H41) ? '2024-01-03' : '2024-01-06';
    const dates =
      count === 52 ? weeks(first, count) : weeks('2024-01-01', 50).flatMap((monday) => daysFrom(monday, 5));
    return column(
      id,
      dates,
      dates.map((_, i) => String(100 + i)),
    );
  });
  return linesOf(parseView({ series: series.join(), ...search }).view, columns, RANGE);
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => dateText((dayNumber(first) as number) + i));

describe('the words for weeks', () => {
  it('are those of the catalogue, whatever frequency is asked that is not lower', () => {
    const notLower = ASKED_FREQUENCIES.filter((one) => !['m', 'q', 'sa', 'a'].includes(one));
    fc.assert(
      fc.property(
        fc.constantFrom(...WEEKLY),
        fc.constantFrom('', ':own', ...notLower.map((one) => `:${one}`)),
        fc.constantFrom(undefined, ...notLower),
        ({ dataset, id }, own, frequency) => {
          const [line] = linesFor([id + own], frequency && { frequency });
          const words = cadenceText(line?.cadence ?? { frequency: 'd' });
          expect(words).toBe(publishedFrequency(dataset));
          expect(words).toBe(dataset.id === H41 ? 'Weekly, as of Wednesday' : 'Weekly, ending Saturday');
        },
      ),
    );
  });

  it('are “ending” where weeks are made of days, with FRED’s words', () => {
    const [line] = linesFor(['yields.US10Y:wew:avg']);
    expect(cadenceText(line?.cadence ?? { frequency: 'd' })).toBe('Weekly, ending Wednesday');
  });

  const [LOANS, REPOS] = [`${H41}.loans`, `${H41}.repurchase_agreements`];
  it.each([
    ['levels', [LOANS, REPOS], 'a+b', 'Weekly, as of Wednesday'],
    ['levels, asked for at their own weeks', [LOANS, REPOS], 'a+b:wew', 'Weekly, as of Wednesday'],
    [
      'levels and the last of their days',
      [LOANS, 'us_debt.debt_held_by_public'],
      'a/b',
      'Weekly, as of Wednesday',
    ],
    ['levels and averages of days', [LOANS, 'yields.US10Y'], 'a*b', 'Weekly, ending Wednesday'],
    [
      'levels and weeks of another day',
      [LOANS, 'ui_weekly_claims.initial_claims_sa'],
      'a/b',
      'Weekly, ending Wednesday',
    ],
    [
      'weeks and levels of another day',
      ['ui_weekly_claims.initial_claims_sa', LOANS],
      'a/b',
      'Weekly, ending Saturday',
    ],
  ])('are of a formula what they are of its lines: %s', (_, series, formulas, words) => {
    const line = linesFor(series, { formulas })[series.length];
    expect(cadenceText(line?.cadence ?? { frequency: 'd' })).toBe(words);
  });

  it('have in a subtitle the average that all of them have; where they differ each says its own', () => {
    const subtitle = (...lines: string[]) =>
      madeHeading(linesFor(lines.map((words) => `yields.US10Y${words}`)), RANGE).subtitle;
    const days = 'Daily · 2024-01-01 to 2024-12-31';
    expect(subtitle('', ':ma20', ':ma200')).toBe(`% · ${days}`);
    expect(subtitle(':ma20')).toBe(`%, average of the last 20 observations · ${days}`);
  });

  it('stand in the subtitle of every chart and file', () => {
    expect(madeHeading(linesFor([LOANS]), RANGE).subtitle).toBe(
      '$ mn · Weekly, as of Wednesday · 2024-01-01 to 2024-12-31',
    );
  });
});
