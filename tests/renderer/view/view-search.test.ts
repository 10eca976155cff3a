import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seriesId } from '../../../renderer/api/series-id.ts';
import { PRESETS } from '../../../renderer/range/presets.ts';
import {
  addSeries,
  changeStyle,
  moveLine,
  removeSeries,
  toggleHidden,
} from '../../../renderer/view/change-view.ts';
import { type Heading, headingText, LONGEST_HEADING } from '../../../renderer/view/heading.ts';
import { LINE_TYPES, type LineStyle, MOST_SERIES, type View } from '../../../renderer/view/types.ts';
import { parseView, pickViewSearch, viewSearch } from '../../../renderer/view/view-search.ts';
import { dateText, daysFromCivil } from '../../../service/contract/dates.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../../../service/contract/transforms.ts';
import { DATASETS } from '../../../service/datasets/index.ts';

const everyChoice = DATASETS.filter(({ historyFrom }) => historyFrom !== null).flatMap((dataset) =>
  dataset.series.map(({ code }) => ({ dataset: dataset.id, code, area: dataset.byState ? 'NY' : '' })),
);
const day = fc.integer({ min: daysFromCivil(1950, 1, 1), max: daysFromCivil(2024, 1, 1) }).map(dateText);
const range = fc.oneof(
  day.map((since) => ({ since })),
  fc.constantFrom(...PRESETS).map((preset) => ({ preset })),
  fc.tuple(day, day).map((two) => {
    const [from, to] = two.sort() as [string, string];
    return { from, to };
  }),
);
const style: fc.Arbitrary<LineStyle> = fc.record(
  {
    units: fc.constantFrom(...UNITS),
    axis: fc.constantFrom('left' as const, 'right' as const),
    type: fc.constantFrom(...LINE_TYPES),
    average: fc.integer({ min: 1, max: 520 }),
    frequency: fc.constantFrom(...ASKED_FREQUENCIES, 'own' as const),
    aggregation: fc.constantFrom(...AGGREGATIONS, 'usual' as const),
    indexDate: day,
  },
  { requiredKeys: [] },
);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => headingText(text) === text);
const heading: fc.Arbitrary<Heading> = fc.record({ title: words, subtitle: words }, { requiredKeys: [] });
const view: fc.Arbitrary<View> = fc
  .record({
    choices: fc.uniqueArray(fc.constantFrom(...everyChoice), { maxLength: MOST_SERIES - 2 }),
    texts: fc.uniqueArray(fc.constantFrom('a-b', '(a-b)/c*100', 'a/b', 'a^2 + 1.5'), { maxLength: 2 }),
    slots: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
    looks: fc.array(fc.record({ hidden: fc.boolean(), style }), { minLength: 8, maxLength: 8 }),
    details: optional(fc.nat(7)),
    explain: optional(fc.tuple(fc.nat(7), day)),
    rest: fc.record({
      heading,
      range,
      units: fc.constantFrom(...UNITS),
      indexDate: optional(day),
      frequency: optional(fc.constantFrom(...ASKED_FREQUENCIES)),
      aggregation: optional(fc.constantFrom(...AGGREGATIONS)),
      average: optional(fc.integer({ min: 2, max: 520 })),
      type: fc.constantFrom(...LINE_TYPES),
      isLog: fc.boolean(),
      hasRecessions: fc.boolean(),
      tableOpen: fc.boolean(),
      tableLayout: fc.constantFrom('wide' as const, 'long' as const),
      newestFirst: fc.boolean(),
    }),
  })
  .map(({ choices, texts, slots, looks, details, explain, rest }): View => {
    const look = (i: number) => ({ slot: slots[i] as number, ...(looks[i] as (typeof looks)[number]) });
    const series = choices.map((choice, i) => ({ choice, ...look(i) }));
    const formulas = texts.map((text, i) => ({ text, ...look(choices.length + i) }));
    const ids = [...choices.map(seriesId), ...texts.map((text) => `=${text}`)];
    const line = explain && ids[explain[0]];
    return {
      ...rest,
      series,
      formulas,
      details: details === undefined ? undefined : choices[details] && seriesId(choices[details]),
      explained: explain && line !== undefined ? { line, date: explain[1] } : undefined,
    };
  });

/** As a browser would: through the text of the address. */
function throughUrl(search: Record<string, string | undefined>): Record<string, unknown> {
  const text = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return Object.fromEntries(new URLSearchParams(text));
}

describe('the URL of a view', () => {
  it('gives the very same view back', () => {
    fc.assert(
      fc.property(view, (shown) => {
        const again = parseView(pickViewSearch(throughUrl(viewSearch(shown))));
        expect(again).toEqual({ view: shown, problems: [] });
      }),
    );
  });

  it('never fails and never shows more than fits, whatever it says', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('us_debt.x', 'yields.US10Y,yields.US10Y', ',,', '2020-13-01'),
    );
    const bad = fc.record(
      {
        series: fc.oneof(text, fc.constantFrom('yields.US1Y:pc1:up', 'yields.US1Y:ma1:right:hidden')),
        formulas: fc.oneof(text, fc.constantFrom('a-b:right', 'alert(1)', 'a,a')),
        units: text,
        index_date: text,
        frequency: text,
        aggregation: text,
        type: text,
        explain: fc.oneof(text, fc.constantFrom('yields.US10Y@2020-01-01', '@', 'x@2020-01-01')),
        colours: text,
        hidden: text,
        range: text,
        from: text,
        to: text,
        table: text,
        details: text,
        title: text,
        subtitle: text,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(bad, (search) => {
        const { view: shown, problems } = parseView(pickViewSearch(search));
        expect(shown.series.length).toBeLessThanOrEqual(MOST_SERIES);
        expect(parseView(viewSearch(shown))).toEqual({ view: shown, problems: [] });
        for (const problem of problems) expect(problem).toMatch(/\.$/);
      }),
    );
  });

  it('takes words of a heading as one line of so many characters, without what would break an image', () => {
    expect(headingText('  Debt\n\tof the\u202e US\u0000 ')).toBe('Debt of the US');
    expect(headingText(' \u2067 ')).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2 * LONGEST_HEADING }), (text) => {
        const read = headingText(text);
        expect([...(read ?? '')].length).toBeLessThanOrEqual(LONGEST_HEADING);
        if (read !== undefined) expect(headingText(read)).toBe(read);
        expect(parseView({ title: text }).view.heading).toEqual(read === undefined ? {} : { title: read });
      }),
      { numRuns: 40 },
    );
  });

  it('forgets a heading with the last line that it was about', () => {
    const { view: one } = parseView({ series: 'yields.US10Y,yields.US2Y', title: 'Curve' });
    const left = removeSeries(one, 'yields.US10Y');
    expect(left.heading).toEqual({ title: 'Curve' });
    expect(removeSeries(left, 'yields.US2Y').heading).toEqual({});
  });

  it('shows a chart on the first visit, and nothing when everything was removed', () => {
    expect(parseView({}).view.series.map((one) => seriesId(one.choice))).toContain(
      'us_debt.total_public_debt_outstanding',
    );
    expect(parseView({ series: '' }).view.series).toEqual([]);
  });

  it('says what it left out', () => {
    const { view: shown, problems } = parseView({
      series: 'us_debt.nothing,yields.US10Y',
      from: '2024-02-30',
      to: '2024-03-01',
    });
    expect(shown.series.map((one) => seriesId(one.choice))).toEqual(['yields.US10Y']);
    expect(shown.range).toEqual({ preset: 'Max' });
    expect(problems).toEqual([
      "There is no series 'us_debt.nothing'. It was left out.",
      "'2024-02-30' in the link is no day written as YYYY-MM-DD. The whole range is shown instead.",
    ]);
  });

  it('leaves out lists of constituents, which are no series over time', () => {
    const { view, problems } = parseView({ series: 'constituents.SP500' });
    expect(view.series).toEqual([]);
    expect(problems).toEqual(["There is no series 'constituents.SP500'. It was left out."]);
  });

  it('asks state-level claims for a state', () => {
    expect(parseView({ series: 'ui_state_weekly_claims.initial_claims' }).problems).toHaveLength(1);
    expect(parseView({ series: 'ui_state_weekly_claims.initial_claims.CA' }).problems).toEqual([]);
    expect(parseView({ series: 'ui_state_weekly_claims.initial_claims.XX' }).problems).toHaveLength(1);
  });
});

describe('changes of a view', () => {
  it('keep the colour of every series that stays', () => {
    fc.assert(
      fc.property(view, fc.constantFrom(...everyChoice), fc.nat(9), (shown, choice, place) => {
        const slots = new Map(shown.series.map((one) => [seriesId(one.choice), one.slot]));
        const first = shown.series[0];
        const changed = [
          addSeries(shown, choice),
          ...(first
            ? [
                removeSeries(shown, seriesId(first.choice)),
                moveLine(shown, seriesId(first.choice), place),
                toggleHidden(shown, seriesId(first.choice)),
              ]
            : []),
        ];
        for (const { series } of changed) {
          expect(new Set(series.map((one) => one.slot)).size).toBe(series.length);
          expect(series.length).toBeLessThanOrEqual(MOST_SERIES);
          for (const one of series) {
            const before = slots.get(seriesId(one.choice));
            if (before !== undefined) expect(one.slot).toBe(before);
          }
        }
      }),
    );
  });

  it('move a series to a place and leave the others in order', () => {
    const shown = parseView({ series: 'yields.US1Y,yields.US2Y,yields.US5Y' }).view;
    const ids = (changed: View) => changed.series.map((one) => one.choice.code);
    expect(ids(moveLine(shown, 'yields.US5Y', 0))).toEqual(['US5Y', 'US1Y', 'US2Y']);
    expect(ids(moveLine(shown, 'yields.US1Y', 99))).toEqual(['US2Y', 'US5Y', 'US1Y']);
    expect(ids(moveLine(shown, 'yields.US1Y', -1))).toEqual(['US1Y', 'US2Y', 'US5Y']);
  });

  it('take away the formulas that use a removed series, and keep the others', () => {
    const shown = parseView({ series: 'yields.US1Y,yields.US2Y,yields.US5Y', formulas: 'a-b,c/b' }).view;
    expect(removeSeries(shown, 'yields.US1Y').formulas.map(({ text }) => text)).toEqual(['c/b']);
  });

  it('give a line a style of its own, and take it back', () => {
    const shown = parseView({ series: 'yields.US1Y', formulas: 'a*2' }).view;
    const styled = changeStyle(changeStyle(shown, 'yields.US1Y', { units: 'pc1' }), '=a*2', {
      axis: 'right',
    });
    expect(viewSearch(styled)).toMatchObject({ series: 'yields.US1Y:pc1', formulas: 'a*2:right' });
    expect(
      changeStyle(changeStyle(styled, 'yields.US1Y', { units: undefined }), '=a*2', { axis: undefined }),
    ).toEqual(shown);
  });

  it('close the details of a series that is removed', () => {
    const shown = parseView({ series: 'yields.US1Y', details: 'yields.US1Y' }).view;
    expect(shown.details).toBe('yields.US1Y');
    expect(removeSeries(shown, 'yields.US1Y').details).toBeUndefined();
  });
});
