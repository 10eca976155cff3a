import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { US_EXPORTS } from '../../service/datasets/us_exports/definition.ts';
import { AGGREGATIONS, UNITS } from '../../service/series-math/fred-codes.ts';
import type { ViewSearch } from '../../service/view/address.ts';
import { asksOf, linesOf } from '../../service/view/lines.ts';
import { column, months, QUITS, RANGE, show, weeks } from './some-columns.ts';

describe('formulas among the lines', () => {
  it('compute formulas of what is shown, at the lowest frequency among it', () => {
    const claims = column(
      'ui_weekly_claims.initial_claims_sa',
      weeks('2024-01-06', 17),
      Array(17).fill('200000'),
    );
    const { view } = parseView({
      series: 'jolts.quits_level_sa,jolts.hires_level_sa,ui_weekly_claims.initial_claims_sa',
      formulas: 'a*1000/c',
    });
    // Of the line between nothing is loaded.
    const [, , ratio] = linesOf(view, [QUITS, claims], RANGE);
    expect(show(ratio)).toEqual(['2024-03-01 15.70000', '2024-04-01 15.75000']);
    expect(ratio?.notes).toEqual(['Initial claims, SA: weekly→monthly avg.']);
    expect(asksOf(view, RANGE, '2026-11-20').map(({ range }) => range.from < RANGE.from)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('keep the unit of a sum, which no ratio, product or power has, and say what is wrong with a formula', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', formulas: 'a-a,a/a,a*a,a^2,a/b,a+' });
    const [, sum, ratio, product, power, unknown, open] = linesOf(view, [QUITS], RANGE);
    expect([sum?.unit, show(sum)?.[0]]).toEqual(['thousands', '2024-03-01 0']);
    expect([ratio?.unit, product?.unit, power?.unit]).toEqual(['', '', '']);
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

  it('of all regions of the exports say that these are not the world', () => {
    const codes = US_EXPORTS.series.map(({ code }) => `us_exports.${code}`);
    const columns = codes.map((id) => column(id, ['2024-03-01'], ['1']));
    const sum = (letters: string) =>
      linesOf(
        parseView({ series: codes.join(), formulas: letters.split('').join('+') }).view,
        columns,
        RANGE,
      )[7];
    const words = 'The seven regions are not the total of the world.';
    expect(sum('abcdefg')?.notes).toContain(words);
    expect(sum('abcdef')?.notes).not.toContain(words);
  });

  it('are computed again when the numbers of any of their lines change', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa,jolts.hires_level_sa', formulas: 'a+b' });
    const sum = (value: string) => {
      const hires = column('jolts.hires_level_sa', months(2024, 12), Array(12).fill(value));
      return show(linesOf(view, [QUITS, hires], RANGE)[2])?.[0];
    };
    expect([sum('1000'), sum('2000')]).toEqual(['2024-03-01 4140', '2024-03-01 5140']);
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

  it('keep the unit through functions of one unit, and say how many dates have no value', () => {
    const { view } = parseView({
      series: 'jolts.quits_level_sa',
      formulas: 'ma(a,4),max(a,0),ln(a),ln(a-3150),a,abs(a-2)',
    });
    const [quits, ...lines] = linesOf(view, [QUITS], RANGE);
    expect(lines.map(({ unit }) => unit !== '')).toEqual([true, true, false, false, true, false]);
    const [note = ''] = lines[3]?.notes ?? [];
    expect(note).toMatch(/^On \d+ dates? there is no value: it takes the logarithm of zero or less\.$/);
    const lost = Number(quits?.column.days.length) - Number(lines[3]?.column.days.length);
    expect(Number(/\d+/.exec(note)?.[0])).toBe(lost);
  });

  it('say that they are empty only when everything is loaded', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', formulas: 'a*2' });
    const nothing = { ...QUITS, days: new Int32Array(0), values: [], numbers: new Float64Array(0) };
    expect(linesOf(view, [nothing], RANGE, true)[1]?.notes).toEqual([]);
    expect(linesOf(view, [nothing], RANGE)[1]?.notes).toEqual([
      'There are no observations of Quits, level, SA.',
    ]);
  });
});
