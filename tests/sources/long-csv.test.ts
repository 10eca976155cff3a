import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { failureOf, readText } from './read-text.ts';

const LONG = 'dataset,series,date,value,state\n';
const SERIES = [
  ['us_debt', 'debt_held_by_public', ''],
  ['jolts', 'hires_rate_sa', ''],
  ['ui_state_weekly_claims', 'initial_claims', 'CA'],
  ['ui_state_weekly_claims', 'continued_claims', 'PR'],
  ['yields', 'US1_5M', ''],
] as const;

const row = fc.record({
  series: fc.constantFrom(...SERIES),
  day: fc.integer({ min: -20_000, max: 20_000 }),
  value: fc.stringMatching(/^(0|-?[1-9]\d{0,15})(\.\d{1,4})?$/),
});

test('a printed long CSV is read back with columns and rows in any order, quoted or not, in any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      fc.shuffledSubarray(['dataset', 'series', 'date', 'value', 'state'], { minLength: 5 }),
      fc.constantFrom('\n', '\r\n'),
      fc.infiniteStream(fc.boolean()),
      fc.integer({ min: 1, max: 100 }),
      fc.boolean(),
      (rows, order, newline, quotes, pieceBytes, hasLastEnd) => {
        const isQuoted = () => quotes.next().value === true;
        const lines = rows.map(({ series: [dataset, series, state], day, value }) => {
          const cells: Record<string, string> = { dataset, series, state, date: dateText(day), value };
          return order.map((name) => (isQuoted() ? `"${cells[name]}"` : cells[name])).join(',');
        });
        const text = [order.join(','), ...lines].join(newline) + (hasLastEnd ? newline : '');
        const right = rows.map(({ series, day, value }, at) => ({
          series: series.filter((part) => part !== '').join('/'),
          date: dateText(day),
          value,
          line: at + 2,
        }));
        expect(readText(text, { pieceBytes }).observations).toEqual(right);
      },
    ),
    { numRuns: 300 },
  );
});

test('neighbouring rows that differ only in state, code or dataset belong to different series, also when repeated', () => {
  const rows = [
    'ui_state_weekly_claims,initial_claims,CA',
    'ui_state_weekly_claims,initial_claims,NY',
    'ui_state_weekly_claims,continued_claims,NY',
    'ui_state_weekly_claims,continued_claims,TX',
    'ui_weekly_claims,initial_claims_sa,',
    'ui_weekly_claims,initial_claims_nsa,',
  ];
  const again = [...rows, ...rows, ...rows.toReversed(), ...rows];
  const lines = again.map((row) => row.replace(/,(\w*)$/, ',2024-01-06,1,$1'));
  expect(
    readText(`dataset,series,date,value,state\n${lines.join('\n')}\n`).observations.map(
      ({ series }) => series,
    ),
  ).toEqual(again.map((row) => row.replaceAll(',', '/').replace(/\/$/, '')));
});

test.each([
  [
    'jolts,initial_claims_sa,2024-01-13,1,',
    'line 3, column "series": "initial_claims_sa" is not a series of jolts',
  ],
  ['ui_weekly_claims,initial_claims_sa,2024-01-13,1,CA', 'line 3, column "state": "CA" is not used here'],
])('a row is checked even if the previous row had the same code: %s', (row, message) => {
  expect(failureOf(`${LONG}ui_weekly_claims,initial_claims_sa,2024-01-06,1,\n${row}\n`)).toContain(message);
});

const constituent = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9 ,"é&\n.-]{0,20}$/),
  sector: fc.stringMatching(/^[A-Za-z ,"]{0,10}$/),
  weight: fc.constantFrom('', '7.15', '0.00', '12'),
});

test('constituents with quotes, commas and line ends in their names are read back', () => {
  fc.assert(
    fc.property(
      fc.array(constituent, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 50 }),
      (rows, pieceBytes) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = rows.map(
          ({ name, sector, weight }, at) =>
            `IX,2024-03-28,T${at},${quoted(name)},${quoted(sector)},${weight}\n`,
        );
        const { format, lists } = readText(`series,as_of,ticker,name,sector,weight\n${lines.join('')}`, {
          pieceBytes,
        });
        expect(format).toBe('long-constituents-csv');
        expect(lists).toEqual([
          {
            code: 'IX',
            asOf: '2024-03-28',
            rows: rows.map((one, at) => ({
              ticker: `T${at}`,
              ...one,
              row: 1 + lines.slice(0, at).join('').split('\n').length,
            })),
          },
        ]);
      },
    ),
  );
});

describe('bad rows', () => {
  test('a bad number on line 70,000 is named with line and column', () => {
    const lines = Array.from(
      { length: 80_000 },
      (_, at) => `us_debt,debt_held_by_public,${dateText(at - 50_000)},${at}.00,`,
    );
    lines[69_998] = 'us_debt,debt_held_by_public,2024-01-02,"12,3x",';
    expect(failureOf(`${LONG}${lines.join('\n')}\n`, 'debt.csv')).toBe(
      'debt.csv, line 70000, column "value": "12,3x" is not a number; plain digits with an optional decimal point are right.',
    );
    lines[69_998] = 'us_debt,debt_held_by_public,2023-02-29,1,';
    expect(failureOf(`${LONG}${lines.join('\n')}\n`, 'debt.csv')).toBe(
      'debt.csv, line 70000, column "date": "2023-02-29" is not a date; a real day written YYYY-MM-DD is right.',
    );
  });

  test.each([
    [
      `${LONG}us_dept,x,2024-01-02,1,`,
      'line 2, column "dataset": "us_dept" is not a dataset. Did you mean us_debt?',
    ],
    [
      `${LONG}us_debt,debt_public,2024-01-02,1,`,
      'line 2, column "series": "debt_public" is not a series of us_debt. Known are: debt_held_by_public,',
    ],
    [`${LONG}jolts,job_openings_sa,2024-01-01,1,`, 'is not a series of jolts. Known are: hires_level_sa, '],
    [
      `${LONG}us_debt,debt_held_by_public,2024-01-02,1,CA`,
      'column "state": "CA" is not used here: us_debt is not by state',
    ],
    [
      `${LONG}ui_state_weekly_claims,initial_claims,2024-01-06,1,`,
      'column "state": ui_state_weekly_claims is by state, and the cell is empty',
    ],
    [`${LONG}ui_state_weekly_claims,initial_claims,2024-01-06,1,XX`, 'column "state": "XX" is not a state'],
    [
      `${LONG}us_debt,debt_held_by_public,2024-01-02,,`,
      'column "value": the value is empty; leave out the row of a missing observation.',
    ],
    [`${LONG}us_debt,debt_held_by_public,,1,`, 'line 2, column "date": "" is not a date'],
    [`${LONG}us_debt,debt_held_by_public,2024-01-02,1e3,`, 'column "value": "1e3" is not a number'],
    [`${LONG}us_debt,debt_held_by_public,2024-01-02,1,,`, 'line 2: 6 cells where the header has 5.'],
    [
      `${LONG}us_debt,debt_held_by_public,2024-`,
      'line 2: 3 cells where the header has 5: the file seems to be cut off.',
    ],
    [
      'dataset,series,date\n',
      'line 1, column "value": the header has no such column; dataset,series,date,value,[state] is right, in any order.',
    ],
    [
      'dataset,series,date,value,region\n',
      'line 1, column "region": "region" is not a column of the long CSV',
    ],
    ['series,date,value,date\n', 'line 1, column "date": the column is there twice'],
    [
      'series,date,value\nUS11Y,2024-01-02,1\n',
      'column "series": "US11Y" is not a series of yields. Known are: US1M, US1_5M, ',
    ],
    [
      'date,series,value\n2024-01-01,hires_rate_sa,1\n',
      '"hires_rate_sa" is not a series of yields. It is one of jolts. A file without a column "dataset" holds yields.',
    ],
    [
      'series,as_of,ticker,name,sector,weight\nIX,2024-1-2,A,B,C,1\n',
      'line 2, column "as_of": "2024-1-2" is not a date',
    ],
    [
      'series,as_of,ticker,name,sector,weight\nI X,2024-01-02,A,B,C,1\n',
      'line 2, column "series": "I X" is not a code',
    ],
    [
      'series,as_of,ticker,name,sector,weight\nIX,2024-01-02,A,B,C,1\nIX,2024-01-02,A,B,C,1\n',
      'line 3, column "ticker": "A" is already a constituent of IX on line 2.',
    ],
    [
      'series,as_of,ticker,name,sector,weight\nIX,2024-01-02,A,B,C,1%\n',
      'line 2, column "weight": "1%" is not a number',
    ],
  ])('%j', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});

test('more constituents than any index has are refused before they fill the memory', () => {
  const list = (count: number) =>
    `series,as_of,ticker,name,sector,weight\n${Array.from({ length: count }, (_, at) => `X,2024-01-02,T${at},,,\n`).join('')}`;
  expect(failureOf(list(200_001))).toBe(
    'test.csv, line 200002: more than 200000 constituents are too many for one file.',
  );
});

test('a file with a spread is refused, since spreads are calculated here', () => {
  const row = 'yields,US10Y_US3M,2024-01-05,-1.42,';
  expect(failureOf(`${LONG}yields,US10Y,2024-01-05,4.05,\n${row}\n`)).toContain(
    'line 3, column "series": "US10Y_US3M" is computed here: US10Y less US3M.',
  );
});
