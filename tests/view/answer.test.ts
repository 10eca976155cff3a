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
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { ViewLine } from '../../service/contract/economic.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { viewSearch } from '../../service/view/address.ts';
import {
  answerRows,
  csvHeader,
  csvRows,
  datesOf,
  jsonRow,
  lineFacts,
  metaOf,
  type TableLayout,
  tableLines,
  type ViewAnswer,
} from '../../service/view/answer.ts';
import { linesOf, readView } from '../../service/view/index.ts';
import { lineId } from '../../service/view/line-words.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { column } from './some-columns.ts';
import { type Asked, askedOf, QUITS, SEARCH, searchOf, TODAY } from './some-source.ts';
import { anyView, everyChoice } from './some-views.ts';

/** Complete answers to addresses. */

/** A long history. A formula with four of its powers takes three eighths of the work allowed for a chart. */
const LONG = column(
  'yields.US10Y',
  Array.from({ length: 6000 }, (_, i) => dateText(i)),
  Array.from({ length: 6000 }, (_, i) => String(1 + (i % 900) / 100)),
);
const LONG_RANGE = { from: '1970-01-01', to: '1999-12-31' };
const powers = (count: number) => Array(count).fill('a^110').join('*');

const origins: Record<string, ViewLine['origin']> = { jolts: 'file', yields: 'sample' };
const originOf = (dataset: string) => origins[dataset] ?? 'publisher';
const csv = ({ lines }: ViewAnswer, layout: TableLayout) =>
  [csvHeader(lines, layout), ...csvRows(lines, layout)].map((row) => row.trimEnd());

const SECTIONS: Record<string, (answer: Asked) => readonly string[]> = {
  'Facts about the lines': (answer) => lineFacts(answer, originOf).map((one) => JSON.stringify(one)),
  'How its columns are named': ({ lines }) => lines.map(({ name }) => name),
  'CSV with one column per line': (answer) => csv(answer, 'wide'),
  'CSV with one row per value': (answer) => csv(answer, 'long'),
  'Lines of the export': ({ lines }) => tableLines(lines).map((one) => JSON.stringify(one)),
  'Days read, and the range': ({ reads, range }) => [
    ...reads.map(({ id, days }) => `${id} ${days.from} ${days.to}`),
    `${range.from} to ${range.to}`,
  ],
};

it('every answer is the same as in `answers.md`', async () => {
  await expectWrittenAnswers(
    `${import.meta.dirname}/answers.md`,
    async (query, section) =>
      SECTIONS[section]?.(await askedOf(searchOf(query))) ?? [`There is no section ${section}.`],
  );
});

it('an answer gives way to other work after each step, and names its fields as the schema does', async () => {
  const answer = await askedOf(SEARCH);
  expect(answer.turns).toBeGreaterThanOrEqual(answer.reads.length + 5);
  const { lines, ...meta } = metaOf(answer, lineFacts(answer, originOf));
  expect([lines.length, meta]).toEqual([
    4,
    {
      schema_version: '1.0',
      range: { from: '2024-03-30', to: '2024-05-04' },
      fields: { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' },
    },
  ]);
  expect([csvHeader([], 'wide'), ...csvRows([], 'wide'), ...csvRows([], 'long')]).toEqual(['date']);
});

it('JSON rows escape the quotation marks in a name', async () => {
  const { lines } = await askedOf(SEARCH);
  expect([...answerRows(lines)].slice(1, 4).map((row) => jsonRow(lines, row))).toEqual([
    '{"date":"2024-04-01","line":"jolts.quits_level_sa","value":"3150"}',
    '{"date":"2024-04-01","line":"Quits, \\"per\\" claim","value":"77.46433"}',
    '{"date":"2024-04-06","line":"ui_state_weekly_claims.initial_claims.CA","value":"40500"}',
  ]);
});

it('an answer continues after a given row, or from a given day', async () => {
  const { lines } = await askedOf({
    series: `${QUITS},jolts.hires_level_sa`,
    from: '2024-07-01',
    to: '2024-09-30',
  });
  const rows = [...answerRows(lines)];
  expect(
    rows.map(({ day, place, value }) => [day - (dayNumber('2024-07-01') as number), place, value]),
  ).toEqual([
    [0, 0, '3180'],
    [0, 1, '5018'],
    [31, 0, '3190'],
    [31, 1, '5019'],
    [62, 0, '3200'],
  ]);
  for (const [i, row] of rows.entries()) expect([...answerRows(lines, row)]).toEqual(rows.slice(i + 1));
  const from = dayNumber('2024-08-01') as number;
  expect([...datesOf(lines, from)].map(({ values }) => values)).toEqual([
    ['3190', '5019'],
    ['3200', undefined],
  ]);
  expect([...datesOf(lines, from + 1)].map(({ values }) => values)).toEqual([['3200', undefined]]);
  expect([...datesOf([])]).toEqual([]);
});

it('a formula that takes too much work is refused by name, except if it is hidden', async () => {
  const { id, days, values } = LONG;
  const source = { held: () => ({ first: 0, last: days.length - 1 }), column: () => ({ days, values }) };
  const asked = (formulas: string) => askedOf({ series: id, formulas }, source);
  await expect(asked(`a*2,${powers(30)}`)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: `The formula '${powers(30).slice(0, 60)}…' takes too much work to calculate. Use fewer powers, ln or exp in this chart, or a lower frequency.`,
    at: { parameter: 'formulas' },
  });
  expect((await asked(`a*2,${powers(30)}:hidden`)).lines).toHaveLength(2);
});

it('a costly formula may take half of the remaining work, also after it was refused in another chart', () => {
  const drawn = (formulas: string, isLoading = false) =>
    linesOf(readView({ series: LONG.id, formulas }, TODAY).view, [LONG], LONG_RANGE, isLoading)
      .slice(1)
      .map(({ column, notes }) => [column.days.length, notes.length]);
  const middle = powers(4);
  expect(drawn(middle)).toEqual([[5415, 1]]);
  for (const _ of ['worked out', 'known']) {
    expect(drawn(`${powers(30)},${middle},a*2`)).toEqual([
      [0, 1],
      [0, 1],
      [6000, 0],
    ]);
    expect(drawn(`a*2,${middle}`)).toEqual([
      [6000, 0],
      [5415, 1],
    ]);
  }
  // While series are loading, a formula may take a quarter.
  expect(drawn(`${powers(3)},a*2`, true)).toEqual([
    [0, 0],
    [6000, 0],
  ]);
  expect(drawn(powers(3))).toEqual([[5415, 1]]);
});

/** Changes that a user makes to a view on its page. */

const SERIES = 'jolts.quits_level_sa,jolts.hires_level_sa';

it('changes keep the colour of every series that remains', () => {
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

it('a series moves to a given place, and the others stay in order', () => {
  const shown = parseView({ series: 'yields.US1Y,yields.US2Y,yields.US5Y' }).view;
  const ids = (changed: View) => changed.series.map((one) => one.choice.code);
  expect(ids(moveLine(shown, 'yields.US5Y', 0))).toEqual(['US5Y', 'US1Y', 'US2Y']);
  expect(ids(moveLine(shown, 'yields.US1Y', 99))).toEqual(['US2Y', 'US5Y', 'US1Y']);
  expect(ids(moveLine(shown, 'yields.US1Y', -1))).toEqual(['US1Y', 'US2Y', 'US5Y']);
});

it('removing a series also removes the formulas that use it, and closes its details', () => {
  const shown = parseView({
    series: 'yields.US1Y,yields.US2Y,yields.US5Y',
    formulas: 'a-b,c/b',
    details: 'yields.US1Y',
  }).view;
  const left = removeLine(shown, 'yields.US1Y');
  expect(left.formulas.map(({ text }) => text)).toEqual(['c/b']);
  expect([shown.details, left.details]).toEqual(['yields.US1Y', undefined]);
});

it('a line can be given a style of its own, and lose it again', () => {
  const shown = parseView({ series: 'yields.US1Y', formulas: 'a*2' }).view;
  const styled = changeStyle(changeStyle(shown, 'yields.US1Y', { units: 'pc1' }), '=a*2', {
    axis: 'right',
  });
  expect(viewSearch(styled)).toMatchObject({ series: 'yields.US1Y:pc1', formulas: 'a*2:right' });
  expect(
    changeStyle(changeStyle(styled, 'yields.US1Y', { units: undefined }), '=a*2', { axis: undefined }),
  ).toEqual(shown);
});

it('removing the last line also removes the heading', () => {
  const { view: one } = parseView({ series: 'yields.US10Y,yields.US2Y', title: 'Curve' });
  const left = removeLine(one, 'yields.US10Y');
  expect(left.heading).toEqual({ title: 'Curve' });
  expect(removeLine(left, 'yields.US2Y').heading).toEqual({});
});

it('a formula dropped anywhere moves among the formulas only, and keeps its colour', () => {
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

it('an edited formula keeps its colour, style, place and open explanation', () => {
  const { view } = parseView({ series: SERIES, formulas: 'a+b,a-b:right:ma3', explain: '=a-b@2024-01-01' });
  const edited = editFormula(view, '=a-b', 'b-a');
  expect(edited.formulas).toEqual([view.formulas[0], { ...view.formulas[1], text: 'b-a' }]);
  expect(edited.explained).toEqual({ line: '=b-a', date: '2024-01-01' });
  expect(parseView(viewSearch(edited)).view).toEqual(edited);
  expect(editFormula(view, '=a-b', 'a+b')).toBe(view);
  expect(editFormula(view, 'a*b', 'a/b')).toBe(view);
});
