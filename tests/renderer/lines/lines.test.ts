import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeriesColumn } from '../../../renderer/api/types.ts';
import { asksOf, linesOf } from '../../../renderer/lines/lines.ts';
import { parseView, type ViewSearch } from '../../../renderer/view/view-search.ts';
import { dateText, dayNumber } from '../../../service/contract/dates.ts';
import { AGGREGATIONS, UNITS } from '../../../service/contract/transforms.ts';

/** What is loaded of a series: `first`, then one observation every `step` days or on the first of each month. */
function column(id: string, dates: readonly string[], values: readonly string[]): SeriesColumn {
  const [dataset = '', code = '', area = ''] = id.split('.');
  return {
    id,
    choice: { dataset, code, area },
    days: Int32Array.from(dates, (date) => dayNumber(date) as number),
    values,
    numbers: Float64Array.from(values, Number),
  };
}
const months = (year: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    dateText(dayNumber(`${year + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`) as number),
  );
const weeks = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => dateText((dayNumber(first) as number) + 7 * i));
const show = (line: { column: { days: Int32Array; values: readonly string[] } } | undefined) =>
  line?.column.values.map((value, i) => `${dateText(line.column.days[i] as number)} ${value}`);

const QUITS = column(
  'jolts.quits_level_sa',
  months(2023, 24),
  Array.from({ length: 24 }, (_, i) => String(3000 + i * 10)),
);
const RANGE = { from: '2024-03-01', to: '2024-05-31' };

describe('the lines of a view', () => {
  it('are the published texts where nothing is made of them', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(show(line)).toEqual(['2024-03-01 3140', '2024-04-01 3150', '2024-05-01 3160']);
    expect([line?.unit, line?.unitText, line?.notes]).toEqual(['thousands', 'thousands', []]);
    expect(asksOf(view, RANGE)[0]?.range).toEqual(RANGE);
  });

  it('look back a year in units that do, and ask for what that needs', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', units: 'pc1' });
    const [line] = linesOf(view, [QUITS], RANGE);
    // (3140 ÷ 3020 − 1) × 100
    expect(show(line)?.[0]).toBe('2024-03-01 3.97351');
    expect([line?.unit, line?.unitText]).toEqual(['%', 'Percent change from year ago']);
    expect(asksOf(view, RANGE)[0]?.range.from).toBe('0001-01-01');
  });

  it('take a line’s own units before those of the chart, and its average after them', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa:chg:ma2', units: 'pc1' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(show(line)?.[0]).toBe('2024-03-01 10');
    expect(line?.unitText).toBe('Change, thousands, 2-period average');
  });

  it('are 100 at the day that is asked for, or at the beginning of the range', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa:nbd', index_date: '2023-01-15' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(line?.unitText).toBe('Index, 2023-01-01 = 100');
    const { view: before } = parseView({ series: 'jolts.quits_level_sa:nbd', index_date: '2020-01-01' });
    expect(linesOf(before, [QUITS], RANGE)[0]?.notes).toEqual([
      '100 is the value of 2023-01-01, the first on or after the day asked for.',
    ]);
    const { view: early } = parseView({ series: 'jolts.quits_level_sa:nbd' });
    expect(show(linesOf(early, [QUITS], RANGE)[0])?.[0]).toBe('2024-03-01 100.00000');
  });

  it('go to a lower frequency by the series’ own way, and say what is left out', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2024-01-06', 19),
      Array.from({ length: 19 }, (_, i) => String(200_000 + i * 1000)),
    );
    const { view } = parseView({ series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm' });
    const [line] = linesOf(view, [claims], { from: '2024-01-01', to: '2024-12-31' });
    expect(show(line)).toEqual([
      '2024-01-01 201500',
      '2024-02-01 205500',
      '2024-03-01 210000',
      '2024-04-01 214500',
    ]);
    expect(line?.notes).toEqual([
      'Monthly: the average of weekly observations.',
      '2024-05 is left out: it has 2 weeks, and needs 3.',
    ]);
  });

  it('are silent on periods out of sight', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2024-01-27', 30),
      Array(30).fill('200000'),
    );
    const { view } = parseView({ series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm' });
    const notes = (from: string) => linesOf(view, [claims], { from, to: '2024-06-30' })[0]?.notes;
    expect(notes('2024-03-01')).toHaveLength(1);
    expect(notes('2024-01-01')).toHaveLength(2);
  });

  it('show the usual where a method means nothing for a series, and say so', () => {
    const income = column(
      'personal_income_and_outlays.total_personal_income',
      months(2023, 12),
      Array(12).fill('24000.5'),
    );
    const { view } = parseView({
      series: 'personal_income_and_outlays.total_personal_income',
      frequency: 'q',
      aggregation: 'sum',
    });
    const [line] = linesOf(view, [income], { from: '2023-01-01', to: '2023-12-31' });
    expect(show(line)?.[0]).toBe('2023-01-01 24000.5');
    expect(line?.notes.at(-1)).toMatch(
      /^Sum means nothing for .* at an annual rate: the average is shown\.$/,
    );
  });

  it('compute formulas of what is shown, at the lowest frequency among it', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2024-01-06', 17),
      Array(17).fill('200000'),
    );
    const { view } = parseView({
      series: 'jolts.quits_level_sa,ui_weekly_claims.initial_claims_sa',
      formulas: 'a*1000/b',
    });
    const [, , ratio] = linesOf(view, [QUITS, claims], RANGE);
    expect(show(ratio)).toEqual(['2024-03-01 15.70000', '2024-04-01 15.75000']);
    expect(ratio?.notes).toEqual(['Initial claims, SA: weekly→monthly avg.']);
    expect(asksOf(view, RANGE).map(({ range }) => range.from < RANGE.from)).toEqual([true, true]);
  });

  it('keep the unit of a sum, and say what is wrong with a formula', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', formulas: 'a-a,a/b,a+' });
    const [, sum, unknown, open] = linesOf(view, [QUITS], RANGE);
    expect([sum?.unit, show(sum)?.[0]]).toEqual(['thousands', '2024-03-01 0']);
    expect([unknown?.notes[0], unknown?.column.values]).toEqual([
      "'b' is not a series of this formula. There are: a.",
      [],
    ]);
    expect(open?.notes[0]).toMatch(/ends too early/);
  });

  it('make the units of a formula’s lines at the frequency that they meet at, as FRED does', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2023-01-07', 104),
      Array.from({ length: 104 }, (_, i) => String(200_000 + i * i * 10)),
    );
    const search = {
      series: 'jolts.quits_level_sa,ui_weekly_claims.initial_claims_sa:pc1',
      formulas: 'b+a-a',
    };
    const formula = linesOf(parseView(search).view, [QUITS, claims], RANGE)[2];
    const [, monthly] = linesOf(parseView({ ...search, frequency: 'm' }).view, [QUITS, claims], RANGE);
    expect(show(formula)).toHaveLength(3);
    expect(show(formula)).toEqual(show(monthly));
    expect(formula?.notes).toEqual([
      'Initial claims, SA: weekly→monthly avg, then percent change from year ago.',
    ]);
  });

  it('are the same in a formula whether the chart names its lowest frequency or not', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2023-01-07', 104),
      Array.from({ length: 104 }, (_, i) => String(200_000 + ((i * 7919) % 1000) * 10)),
    );
    const own = fc.tuple(fc.constantFrom(...UNITS), fc.constantFrom('', ':ma3'), fc.constantFrom('', ':chg'));
    const aggregation = fc.option(fc.constantFrom(...AGGREGATIONS), { nil: undefined });
    fc.assert(
      fc.property(
        own,
        aggregation,
        fc.constantFrom('b', 'b-a', 'b/a'),
        ([units, average, other], way, text) => {
          const search = {
            series: `jolts.quits_level_sa${other},ui_weekly_claims.initial_claims_sa:${units}${average}`,
            formulas: text === 'b' ? 'b+a-a' : text,
            index_date: '2023-05-01',
            ...(way && { aggregation: way }),
          };
          const [mixed, asked] = [search, { ...search, frequency: 'm' }].map(
            (one) =>
              linesOf(parseView(one).view, [QUITS, claims], { from: '2023-01-01', to: '2024-12-31' })[2],
          );
          expect(show(mixed)).toEqual(show(asked));
          expect(mixed?.unitText).toBe(asked?.unitText);
        },
      ),
    );
  });

  it('are an index of a formula too, at the day of the chart', () => {
    const shown = (search: ViewSearch) =>
      linesOf(parseView({ series: 'jolts.quits_level_sa', ...search }).view, [QUITS], RANGE)[1];
    expect(show(shown({ formulas: 'a*2:nbd' }))?.[0]).toBe('2024-03-01 100.00000');
    const earlier = shown({ formulas: 'a*2:nbd', index_date: '2023-01-01' });
    // 3140 ÷ 3000
    expect(show(earlier)?.[0]).toBe('2024-03-01 104.66667');
    expect(earlier?.unitText).toBe('Index, 2023-01-01 = 100');
  });

  it.each([
    ['a/(a-a)', {}, 'It divides by zero on every date.'],
    ['(-a)^0.5', {}, 'It takes a root of a negative number, or a power that is too large, on every date.'],
    [
      'a-b',
      {},
      /^Its lines have no date in common: a 2023-01-01 to 2024-12-01, b 1990-01-01 to 1990-03-01\.$/,
    ],
    ['a-c', {}, 'There are no observations of Job openings, level, SA.'],
    [
      'a:pc1',
      { from: '2023-01-01', to: '2023-06-30' },
      'Its values are of 2024-01 to 2024-12: none lies in the range.',
    ],
    ['b:pc1', {}, /^Nothing can be computed of its values in these units/],
    ['a-d', {}, /^Nothing can be made of Quits, rate, SA here\.$|^Nothing can be made of /],
  ])('say why a formula has nothing to show: %s', (text, range, why) => {
    const hires = column('jolts.hires_level_sa', months(1990, 3), ['1', '2', '3']);
    const openings = column('jolts.job_openings_level_sa', [], []);
    const rate = column('jolts.quits_rate_sa', months(2024, 2), ['2.0', '2.1']);
    const { view } = parseView({
      series: `jolts.quits_level_sa,jolts.hires_level_sa,jolts.job_openings_level_sa,jolts.quits_rate_sa:pc1`,
      formulas: text,
    });
    const line = linesOf(view, [QUITS, hires, openings, rate], { ...RANGE, ...range }).at(-1);
    expect(line?.column.days).toHaveLength(0);
    expect(line?.notes.at(-1)).toMatch(why);
  });
});
