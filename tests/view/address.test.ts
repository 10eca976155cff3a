import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSeries,
  changeStyle,
  moveLine,
  removeLine,
  repeatLine,
  toggleHidden,
} from '../../renderer/view/change-view.ts';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { pickViewSearch, readStrictly, readView, viewSearch } from '../../service/view/address.ts';
import { lineId } from '../../service/view/line-words.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { anyView, everyChoice } from './some-views.ts';

/** As a browser would: through the text of the address. */
function throughUrl(search: Record<string, string | undefined>): Record<string, unknown> {
  const text = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return Object.fromEntries(new URLSearchParams(text));
}

describe('the URL of a view', () => {
  it('gives the same view back', () => {
    fc.assert(
      fc.property(anyView, (shown) => {
        const again = parseView(pickViewSearch(throughUrl(viewSearch(shown))));
        expect(again).toEqual({ view: shown, problems: [] });
      }),
    );
  });

  it('never fails and never shows too many lines, whatever it contains', () => {
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

  it('drops the heading together with the last line', () => {
    const { view: one } = parseView({ series: 'yields.US10Y,yields.US2Y', title: 'Curve' });
    const left = removeLine(one, 'yields.US10Y');
    expect(left.heading).toEqual({ title: 'Curve' });
    expect(removeLine(left, 'yields.US2Y').heading).toEqual({});
  });

  it('shows a chart on the first visit, and nothing when everything was removed', () => {
    expect(parseView({}).view.series.map((one) => seriesId(one.choice))).toContain(
      'us_debt.total_public_debt_outstanding',
    );
    expect(parseView({ series: '' }).view.series).toEqual([]);
  });
});

const TODAY = '2026-11-20';
const refusal = (search: Record<string, string>) => {
  const read = readStrictly(pickViewSearch(search), TODAY);
  return 'problems' in read ? read.problems[0] : undefined;
};

describe('the strict reading of an address', () => {
  it('refuses errors in the lines that the page reports, and formulas that cannot be computed, and nothing else', () => {
    const text = fc.constantFrom(
      'up',
      'pc1',
      'q',
      'avg',
      '12',
      '2020-02-03',
      '-18M',
      '',
      'log',
      'yields.US2Y',
    );
    const line = fc
      .tuple(fc.constantFrom('yields.US10Y', 'jolts.x', 'a/b', 'b', ''), fc.array(text, { maxLength: 2 }))
      .map(([name, words]) => [name, ...words].join(':'));
    const lines = fc.array(line, { maxLength: 3 }).map((all) => all.join(','));
    const search = fc.record(
      {
        ...{ series: lines, formulas: lines, units: text, index_date: text, frequency: text, type: text },
        ...{ aggregation: text, average: text, range: text, from: text, to: text, title: text, scale: text },
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (asked) => {
        const { view, problems } = readView(asked, TODAY);
        const refused = refusal(asked);
        const said = problems.filter(({ parameter }) => parameter !== 'type');
        if (said.length > 0) expect(refused).toEqual(said[0]);
        else if (refused) expect([refused.parameter, view.formulas.length > 0]).toEqual(['formulas', true]);
        else expect(readStrictly(asked, TODAY)).toEqual({ view });
      }),
      { numRuns: 300 },
    );
  });
});

describe('changes of a view', () => {
  it('keep the colour of every series that stays', () => {
    fc.assert(
      fc.property(anyView, fc.constantFrom(...everyChoice), fc.nat(9), (shown, choice, place) => {
        const slots = shown.series.map(({ slot }) => slot);
        const codes = new Map(shown.series.map((one) => [one.slot, seriesId(one.choice)]));
        const id = shown.series[0] ? lineId(shown, shown.series[0]) : '';
        const changed = [
          addSeries(shown, choice),
          removeLine(shown, id),
          moveLine(shown, id, place),
          toggleHidden(shown, id),
          repeatLine(shown, id),
        ];
        for (const { series } of changed) {
          expect(new Set(series.map((one) => one.slot)).size).toBe(series.length);
          expect(series.length).toBeLessThanOrEqual(MOST_SERIES);
          for (const one of series)
            if (slots.includes(one.slot)) expect(codes.get(one.slot)).toBe(seriesId(one.choice));
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
    expect(removeLine(shown, 'yields.US1Y').formulas.map(({ text }) => text)).toEqual(['c/b']);
  });

  it('give a line its own style, and remove it', () => {
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
    expect(removeLine(shown, 'yields.US1Y').details).toBeUndefined();
  });
});
