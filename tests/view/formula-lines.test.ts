import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { US_EXPORTS } from '../../service/datasets/us_exports/definition.ts';
import { AGGREGATIONS, UNITS } from '../../service/series-math/fred-codes.ts';
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
      series:
        'jolts.quits_level_sa:chg,jolts.hires_level_sa,ui_weekly_claims.initial_claims_sa,jolts.quits_rate_sa',
      formulas: 'a*1000/c+d-d',
    });
    const rate = column('jolts.quits_rate_sa', months(2024, 12), Array(12).fill('2.1'));
    // Of the line between nothing is loaded.
    const [, , , ratio] = linesOf(view, [QUITS, claims, rate], RANGE);
    expect(show(ratio)).toEqual(['2024-03-01 0.05000', '2024-04-01 0.05000']);
    expect(ratio?.notes).toEqual(['Initial claims, SA: weekly→monthly avg.']);
    expect(asksOf(view, RANGE, '2026-11-20').map(({ range }) => range.from < RANGE.from)).toEqual([
      true,
      false,
      true,
      true,
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

  it('say that they are empty only when everything is loaded', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', formulas: 'a*2' });
    const nothing = { ...QUITS, days: new Int32Array(0), values: [], numbers: new Float64Array(0) };
    expect(linesOf(view, [nothing], RANGE, true)[1]?.notes).toEqual([]);
    expect(linesOf(view, [nothing], RANGE)[1]?.notes).toEqual([
      'There are no observations of Quits, level, SA.',
    ]);
  });
});
