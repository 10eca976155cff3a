import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { answerRows, datesOf } from '../../service/view/answer.ts';
import { csvHeader, csvRows, jsonRow, tableLines } from '../../service/view/answer-text.ts';
import { linesOf, readView } from '../../service/view/index.ts';
import { column } from './some-columns.ts';
import { askedOf, CLAIMS, QUITS, SEARCH, TODAY } from './some-source.ts';

/** An answer to an address, whole and to the letter. */

/** A long history, and formulas of it of which four powers take three eighths of the work that a chart may take. */
const LONG = column(
  'yields.US10Y',
  Array.from({ length: 6000 }, (_, i) => dateText(i)),
  Array.from({ length: 6000 }, (_, i) => String(1 + (i % 900) / 100)),
);
const LONG_RANGE = { from: '1970-01-01', to: '1999-12-31' };
const powers = (count: number) => Array(count).fill('a^110').join('*');

it('reads the whole of what is calculated, and gives way after each step', async () => {
  const { reads, range, turns, view } = await askedOf(SEARCH);
  const whole = { from: '0001-01-01', to: TODAY };
  expect(reads).toEqual([QUITS, CLAIMS, 'yields.US10Y'].map((id) => ({ id, days: whole })));
  expect(range).toEqual({ from: '2024-03-30', to: '2024-05-04' });
  expect(turns).toBeGreaterThanOrEqual(reads.length + 5);
  expect(view.series.map(({ hidden }) => hidden)).toEqual([false, false, true]);
});

it('reads of what is as published the days of the range alone, and nothing of what is hidden', async () => {
  const { reads, range, lines } = await askedOf({
    series: `${QUITS}:hidden,${CLAIMS}`,
    formulas: 'b*2:hidden',
    range: '1M',
  });
  expect(range).toEqual({ from: '2024-05-01', to: '2024-06-01' });
  expect(reads).toEqual([{ id: CLAIMS, days: range }]);
  expect(lines.map(({ name }) => name)).toEqual([CLAIMS]);
});

it('is CSV in both layouts, with a name in quotation marks where it has a comma', async () => {
  const { lines } = await askedOf(SEARCH);
  expect([csvHeader(lines, 'wide'), ...csvRows(lines, 'wide')]).toEqual([
    'date,jolts.quits_level_sa,ui_state_weekly_claims.initial_claims.CA,"Quits, ""per"" claim","10-year × 2, Treasury par yields"',
    '2024-03-30,,40400,,\n',
    '2024-04-01,3150,,77.46433,\n',
    '2024-04-06,,40500,,\n',
    '2024-04-13,,40600,,\n',
    '2024-04-20,,40700,,\n',
    '2024-04-27,,40800,,\n',
    '2024-04-29,,,,9.26\n',
    '2024-04-30,,,,9.38\n',
    '2024-05-01,3160,,76.95246,9.26\n',
    '2024-05-02,,,,9.16\n',
    '2024-05-04,,40900,,\n',
  ]);
  expect([csvHeader(lines, 'long'), ...csvRows(lines, 'long')]).toEqual([
    'date,line,value',
    '2024-03-30,ui_state_weekly_claims.initial_claims.CA,40400\n',
    '2024-04-01,jolts.quits_level_sa,3150\n',
    '2024-04-01,"Quits, ""per"" claim",77.46433\n',
    '2024-04-06,ui_state_weekly_claims.initial_claims.CA,40500\n',
    '2024-04-13,ui_state_weekly_claims.initial_claims.CA,40600\n',
    '2024-04-20,ui_state_weekly_claims.initial_claims.CA,40700\n',
    '2024-04-27,ui_state_weekly_claims.initial_claims.CA,40800\n',
    '2024-04-29,"10-year × 2, Treasury par yields",9.26\n',
    '2024-04-30,"10-year × 2, Treasury par yields",9.38\n',
    '2024-05-01,jolts.quits_level_sa,3160\n',
    '2024-05-01,"Quits, ""per"" claim",76.95246\n',
    '2024-05-01,"10-year × 2, Treasury par yields",9.26\n',
    '2024-05-02,"10-year × 2, Treasury par yields",9.16\n',
    '2024-05-04,ui_state_weekly_claims.initial_claims.CA,40900\n',
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

it('is as an export takes it: the state in its own column, a name of the user’s own in place of the series', async () => {
  const { lines } = await askedOf({
    ...SEARCH,
    series: `${QUITS}:pch,${CLAIMS}:chg,yields.US10Y:hidden`,
    names: 'a:My quits',
  });
  expect(tableLines(lines)).toEqual([
    {
      column: 'My quits',
      series: 'My quits',
      state: '',
      frequency: 'Monthly',
      dates: ['2024-04-01', '2024-05-01'],
      values: ['0.31847', '0.31746'],
    },
    {
      column: 'ui_state_weekly_claims.initial_claims.CA_CHG',
      series: 'ui_state_weekly_claims.initial_claims_CHG',
      state: 'CA',
      frequency: 'Weekly, ending Saturday',
      dates: ['2024-03-30', '2024-04-06', '2024-04-13', '2024-04-20', '2024-04-27', '2024-05-04'],
      values: ['100', '100', '100', '100', '100', '100'],
    },
    {
      column: '(My quits, % chg) ÷ (California: Initial claims, NSA, Chg) × 1000_MA2',
      series: '(My quits, % chg) ÷ (California: Initial claims, NSA, Chg) × 1000_MA2',
      state: '',
      frequency: 'Monthly',
      dates: ['2024-05-01'],
      values: ['0.79492'],
    },
    {
      column: '10-year × 2, Treasury par yields',
      series: '10-year × 2, Treasury par yields',
      state: '',
      frequency: 'Daily',
      dates: ['2024-04-29', '2024-04-30', '2024-05-01', '2024-05-02'],
      values: ['9.26', '9.38', '9.26', '9.16'],
    },
  ]);
  expect(
    tableLines((await askedOf({ series: `${CLAIMS}:chg`, names: 'a:Mine', range: '1M' })).lines),
  ).toEqual([
    {
      column: 'Mine',
      series: 'Mine',
      state: 'CA',
      frequency: 'Weekly, ending Saturday',
      dates: ['2024-05-04', '2024-05-11', '2024-05-18', '2024-05-25', '2024-06-01'],
      values: ['100', '100', '100', '100', '100'],
    },
  ]);
});

it('ends with the last observation of any series, and of none with today', async () => {
  const range = async (search: Record<string, string>) => (await askedOf(search)).range;
  expect(await range({ series: `${QUITS}:a:avg,${CLAIMS}` })).toEqual({
    from: '2023-01-01',
    to: '2024-12-01',
  });
  expect(await range({ series: `${CLAIMS}:m`, formulas: 'a*2' })).toEqual({
    from: '2024-03-01',
    to: '2024-06-01',
  });
  expect(await range({ series: `${CLAIMS}`, formulas: 'a*2:q' })).toEqual({
    from: '2024-01-01',
    to: '2024-06-01',
  });
  expect(await range({ series: `${CLAIMS},yields.US10Y`, frequency: 'q' })).toEqual({
    from: '2024-01-01',
    to: '2024-06-01',
  });
  expect(await range({ series: `${CLAIMS}`, range: '-1W' })).toEqual({
    from: '2024-05-25',
    to: '2024-06-01',
  });
  expect(await range({ series: 'yields.US2Y' })).toEqual({ from: '2016-01-01', to: TODAY });
  expect(await range({ series: `yields.US2Y,${CLAIMS}` })).toEqual({ from: '2024-03-02', to: '2024-06-01' });
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
