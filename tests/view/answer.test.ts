import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { ViewLine } from '../../service/contract/economic.ts';
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
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { column } from './some-columns.ts';
import { type Asked, askedOf, QUITS, SEARCH, searchOf, TODAY } from './some-source.ts';

/** An answer to an address, whole and to the letter. */

/** A long history, and formulas of it of which four powers take three eighths of the work that a chart may take. */
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
  'What it says of its lines': (answer) => lineFacts(answer, originOf).map((one) => JSON.stringify(one)),
  'How its columns are named': ({ lines }) => lines.map(({ name }) => name),
  'As CSV with a column a line': (answer) => csv(answer, 'wide'),
  'As CSV with a row a value': (answer) => csv(answer, 'long'),
  'As an export takes it': ({ lines }) => tableLines(lines).map((one) => JSON.stringify(one)),
  'What is read for it, and its range': ({ reads, range }) => [
    ...reads.map(({ id, days }) => `${id} ${days.from} ${days.to}`),
    `${range.from} to ${range.to}`,
  ],
};

it('every answer is as it is written down', async () => {
  await expectWrittenAnswers(
    `${import.meta.dirname}/answers.md`,
    async (query, section) =>
      SECTIONS[section]?.(await askedOf(searchOf(query))) ?? [`There is no section ${section}.`],
  );
});

it('gives way after each step, and has the schema’s words', async () => {
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

it('is JSON, with a name in quotation marks', async () => {
  const { lines } = await askedOf(SEARCH);
  expect([...answerRows(lines)].slice(1, 4).map((row) => jsonRow(lines, row))).toEqual([
    '{"date":"2024-04-01","line":"jolts.quits_level_sa","value":"3150"}',
    '{"date":"2024-04-01","line":"Quits, \\"per\\" claim","value":"77.46433"}',
    '{"date":"2024-04-06","line":"ui_state_weekly_claims.initial_claims.CA","value":"40500"}',
  ]);
});

it('continues behind a row, on its day and on those after it', async () => {
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

it('refuses a formula that takes too much work, by its name, and not one that is hidden', async () => {
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

it('lets a costly formula take half of the work that is left, also where it was refused before', () => {
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
  // While more is coming, a formula gets a quarter.
  expect(drawn(`${powers(3)},a*2`, true)).toEqual([
    [0, 0],
    [6000, 0],
  ]);
  expect(drawn(powers(3))).toEqual([[5415, 1]]);
});
