import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addSeries,
  changeStyle,
  editFormula,
  moveLine,
  removeLine,
  repeatLine,
  toggleHidden,
} from '../../renderer/view/change-view.ts';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { viewSearch } from '../../service/view/address.ts';
import { lineId } from '../../service/view/line-words.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { anyView, everyChoice } from './some-views.ts';

/** Changes of a view that somebody makes on its page. */

const SERIES = 'jolts.quits_level_sa,jolts.hires_level_sa';

it('changes keep the colour of every series that stays', () => {
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

it('a series is moved to a place, and the others stay in order', () => {
  const shown = parseView({ series: 'yields.US1Y,yields.US2Y,yields.US5Y' }).view;
  const ids = (changed: View) => changed.series.map((one) => one.choice.code);
  expect(ids(moveLine(shown, 'yields.US5Y', 0))).toEqual(['US5Y', 'US1Y', 'US2Y']);
  expect(ids(moveLine(shown, 'yields.US1Y', 99))).toEqual(['US2Y', 'US5Y', 'US1Y']);
  expect(ids(moveLine(shown, 'yields.US1Y', -1))).toEqual(['US1Y', 'US2Y', 'US5Y']);
});

it('a removed series takes the formulas that use it away, and its details', () => {
  const shown = parseView({
    series: 'yields.US1Y,yields.US2Y,yields.US5Y',
    formulas: 'a-b,c/b',
    details: 'yields.US1Y',
  }).view;
  const left = removeLine(shown, 'yields.US1Y');
  expect(left.formulas.map(({ text }) => text)).toEqual(['c/b']);
  expect([shown.details, left.details]).toEqual(['yields.US1Y', undefined]);
});

it('a line gets its own style, and loses it', () => {
  const shown = parseView({ series: 'yields.US1Y', formulas: 'a*2' }).view;
  const styled = changeStyle(changeStyle(shown, 'yields.US1Y', { units: 'pc1' }), '=a*2', {
    axis: 'right',
  });
  expect(viewSearch(styled)).toMatchObject({ series: 'yields.US1Y:pc1', formulas: 'a*2:right' });
  expect(
    changeStyle(changeStyle(styled, 'yields.US1Y', { units: undefined }), '=a*2', { axis: undefined }),
  ).toEqual(shown);
});

it('the heading goes with the last line', () => {
  const { view: one } = parseView({ series: 'yields.US10Y,yields.US2Y', title: 'Curve' });
  const left = removeLine(one, 'yields.US10Y');
  expect(left.heading).toEqual({ title: 'Curve' });
  expect(removeLine(left, 'yields.US2Y').heading).toEqual({});
});

it('a formula is moved among formulas, wherever it is dropped, and keeps its colour', () => {
  const { view } = parseView({ series: SERIES, formulas: 'a+b,a-b:right,a/b' });
  const order = (place: number) =>
    moveLine(view, '=a/b', place).formulas.map(({ text, slot }) => `${text} ${slot}`);
  expect(order(3)).toEqual(['a+b 2', 'a/b 4', 'a-b 3']);
  for (const place of [-1, 0, 2]) expect(order(place)).toEqual(['a/b 4', 'a+b 2', 'a-b 3']);
  for (const place of [4, 99]) expect(order(place)).toEqual(['a+b 2', 'a-b 3', 'a/b 4']);
  const moved = moveLine(view, '=a+b', 3);
  expect(parseView(viewSearch(moved)).view).toEqual(moved);
  expect(moved.series).toEqual(view.series);
  expect(moveLine(view, '=b/a', 0)).toEqual(view);
});

it('an edited formula is the same line: colour, style, place and what is explained of it', () => {
  const { view } = parseView({ series: SERIES, formulas: 'a+b,a-b:right:ma3', explain: '=a-b@2024-01-01' });
  const edited = editFormula(view, '=a-b', 'b-a');
  expect(edited.formulas).toEqual([view.formulas[0], { ...view.formulas[1], text: 'b-a' }]);
  expect(edited.explained).toEqual({ line: '=b-a', date: '2024-01-01' });
  expect(parseView(viewSearch(edited)).view).toEqual(edited);
  expect(editFormula(view, '=a-b', 'a+b')).toBe(view);
  expect(editFormula(view, 'a*b', 'a/b')).toBe(view);
});
