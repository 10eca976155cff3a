import { describe, expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { asksOf, linesOf, withIndexDates } from '../../service/view/lines.ts';
import { column, months, QUITS, RANGE, show, weeks } from './some-columns.ts';

describe('the lines of a view', () => {
  it('are the published texts if nothing is calculated', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(show(line)).toEqual(['2024-03-01 3140', '2024-04-01 3150', '2024-05-01 3160']);
    expect([line?.unit, line?.unitText, line?.notes]).toEqual(['thousands', 'thousands', []]);
    const { choice } = QUITS;
    expect(asksOf(view, RANGE, '2026-11-20')).toEqual([{ choice, range: RANGE }]);
    // How far what was known then reached only the observations say.
    const whole = { from: '0001-01-01', to: '2026-11-20' };
    for (const asOf of ['2026-11-19', '2026-11-19T14:02:00Z'])
      expect(asksOf({ ...view, asOf }, RANGE, '2026-11-20')).toEqual([{ choice, range: whole, asOf }]);
  });

  it('hold the observations of the first and the last day of the range', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', formulas: 'a' });
    const range = { from: '2024-03-01', to: '2024-04-01' };
    const shown = ['2024-03-01 3140', '2024-04-01 3150'];
    expect(linesOf(view, [QUITS], range).map(show)).toEqual([shown, shown]);
  });

  it('are incomplete if their series are, and so are formulas of them', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa:pc1', formulas: 'a/2' });
    const of = (more: Partial<typeof QUITS>) =>
      linesOf(view, [{ ...QUITS, ...more }], RANGE).map((line) => line.column.rest);
    expect(of({ rest: 'coming' })).toEqual(['coming', 'coming']);
    expect(of({})).toEqual([undefined, undefined]);
  });

  it('load the year before if the units need it', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa', units: 'pc1' });
    const [line] = linesOf(view, [QUITS], RANGE);
    // (3140 ÷ 3020 − 1) × 100
    expect(show(line)?.[0]).toBe('2024-03-01 3.97351');
    expect([line?.unit, line?.unitText]).toEqual(['%', 'Percent change from year ago']);
    expect(asksOf(view, RANGE, '2026-11-20')[0]?.range.from).toBe('0001-01-01');
  });

  it('use a line’s own units instead of the chart’s, and then its average', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa:chg:ma2', units: 'pc1' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(show(line)?.[0]).toBe('2024-03-01 10');
    expect([line?.unitText, line?.average]).toEqual(['Change, thousands', 2]);
  });

  it('are 100 on the chosen day, or at the beginning of the range', () => {
    const { view } = parseView({ series: 'jolts.quits_level_sa:nbd', index_date: '2023-01-15' });
    const [line] = linesOf(view, [QUITS], RANGE);
    expect(line?.unitText).toBe('Index, 2023-01-01 = 100');
    const { view: before } = parseView({ series: 'jolts.quits_level_sa:nbd', index_date: '2020-01-01' });
    expect(linesOf(before, [QUITS], RANGE)[0]?.notes).toEqual([
      'No index: it has no value on 2020-01-01, which would be 100. Its next is of 2023-01-01.',
    ]);
    const { view: early } = parseView({ series: 'jolts.quits_level_sa:nbd' });
    const [dated] = linesOf(early, [QUITS], RANGE);
    expect([show(dated)?.[0], dated?.notes]).toEqual(['2024-03-01 100.00000', []]);
    // Where the range begins before all values the day of the first is told.
    expect(linesOf(early, [QUITS], { ...RANGE, from: '2022-05-01' })[0]?.notes).toEqual([
      '100 is the value of 2023-01-01, its first in the range.',
    ]);
  });

  it('are aggregated by the series’ own method, and say what is left out', () => {
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

  it('say of many periods that are left out what the last lacks', () => {
    const held = weeks('2024-01-06', 40).filter((day, i) => i % 3 === 0 || !/-0[5-8]-/.test(day));
    const claims = column('ui_weekly_claims.initial_claims_sa', held, Array(held.length).fill('200000'));
    const { view } = parseView({ series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm' });
    const [line] = linesOf(view, [claims], { from: '2024-01-01', to: '2024-09-30' });
    expect(line?.notes[1]).toMatch(
      /^4 periods from 2024-05 to 2024-08 are left out; the last has \d weeks?, and needs 3\.$/,
    );
  });

  it('say nothing about periods outside the range', () => {
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

  it('use the default where a method makes no sense for a series, and say so', () => {
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

  it('keep the day of their 100 when the range becomes longer, if nobody chose a day', () => {
    const search = { series: 'jolts.quits_level_sa', formulas: 'a*2:nbd', units: 'nbd' };
    const { view } = parseView(search);
    const fixed = withIndexDates(view, linesOf(view, [QUITS], RANGE));
    const longer = linesOf(fixed, [QUITS], { from: '2023-01-01', to: '2024-12-31' });
    for (const line of longer) expect(show(line)).toContain('2024-03-01 100.00000');
    const asked = parseView({ ...search, index_date: '2023-05-01' }).view;
    expect(withIndexDates(asked, linesOf(asked, [QUITS], RANGE))).toBe(asked);
  });
});
