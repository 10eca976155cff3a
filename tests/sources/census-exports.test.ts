import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { CENSUS_ROWS, type Cell, country, workbook } from './workbook-fixtures.ts';

const REGIONS = [
  'north_america',
  'central_america',
  'south_america',
  'europe',
  'asia',
  'australia_oceania',
  'africa',
];
const facts = (content: Buffer) =>
  readText(content).observations.map(({ series, date, value }) => `${series.slice(11)} ${date} ${value}`);
const of = (date: string) => facts(workbook(CENSUS_ROWS)).filter((fact) => fact.includes(` ${date} `));
const rowOf = (year: number, code: string) =>
  CENSUS_ROWS.findIndex((row) => row[0] === String(year) && row[1] === code);
const without = (...rows: readonly number[]) => workbook(CENSUS_ROWS.filter((_, at) => !rows.includes(at)));
const cell = (row: number, column: number, value: Cell) =>
  workbook(
    CENSUS_ROWS.map((cells, at) =>
      at === row ? cells.map((old, index) => (index === column ? value : old)) : cells,
    ),
  );

describe('US exports by region (Census country.xlsx)', () => {
  test('seven regions come from the publisher’s rows, or from sums if it has no such row', () => {
    const { format, observations, notes } = readText(workbook(CENSUS_ROWS));
    expect([format, notes]).toEqual(['census-country-xlsx', []]);
    expect(observations).toHaveLength(7 * (12 + 12 + 2));
    expect(of('1996-05-01')).toEqual(
      ['65465.873227', '21.000002', '300.000001', '6000.3', '23420.618563', '0.000075', '900'].map(
        (value, at) => `${REGIONS[at]} 1996-05-01 ${value}`,
      ),
    );
    expect(of('1997-12-01').filter((fact) => /europe|africa/.test(fact))).toEqual([
      'europe 1997-12-01 6000.5',
      'africa 1997-12-01 900.25',
    ]);
  });

  test('months that are 0 everywhere at the end of the last year are unpublished', () => {
    expect(of('1998-02-01')).toHaveLength(7);
    expect(of('1998-03-01')).toEqual([]);
    const withZero = CENSUS_ROWS.map((row) =>
      row[0] === '1998' && row[1] === '0018' ? country(1998, '0018', ['5', '0', '3']) : row,
    );
    expect(facts(workbook(withZero)).filter((fact) => fact.startsWith('australia_oceania 1998'))).toEqual([
      'australia_oceania 1998-01-01 5',
      'australia_oceania 1998-02-01 0',
      'australia_oceania 1998-03-01 3',
    ]);
  });

  test.each([
    ['102.000001', true],
    ['98.000001', true],
    ['102.1', false],
    ['97.9', false],
  ])(
    'South and Central America may differ from the sum of its countries by 2 million: %s of 100.000001',
    (value, isTaken) => {
      const changed = workbook(
        CENSUS_ROWS.map((row) =>
          row[0] === '1997' && row[1] === '3010' ? country(1997, '3010', value) : row,
        ),
      );
      if (isTaken) expect(readText(changed).observations).toHaveLength(7 * (12 + 12 + 2));
      else
        expect(failureOf(changed)).toMatch(
          /in month 1 of 1997 South and Central America is 321\.000003, but its countries are/,
        );
    },
  );

  test.each(['0012', '0013'])(
    'the publisher’s own row %s is required from 1997, and not replaced by a sum of countries',
    (code) => {
      expect(failureOf(without(rowOf(1997, code)))).toMatch(new RegExp(`has no row ${code} .* for 1997`));
    },
  );

  test('the order of strings, rows and columns, and the dimension, make no difference', () => {
    const right = facts(workbook(CENSUS_ROWS)).sort();
    const [header = [], ...rows] = CENSUS_ROWS;
    const moved = (row: readonly Cell[]) => [...row.slice(16), ...row.slice(0, 16)];
    const variants = [
      workbook(CENSUS_ROWS, { isStringsFirst: true, sheet: 'country', dimension: 'A1:AC1048576' }),
      workbook([header, ...[...rows].reverse()]),
      workbook([moved(header), ...rows.map(moved)]),
    ];
    for (const variant of variants) expect(facts(variant).sort()).toEqual(right);
  });

  test('a workbook that another program wrote reads the same', async () => {
    const rows = CENSUS_ROWS.map((row) =>
      row.map((value) => (value === null || typeof value === 'string' ? value : Number(value.n))),
    );
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'country', rows }] }));
    expect(facts(bytes)).toEqual(facts(workbook(CENSUS_ROWS)));
  });

  test('the sheet ends with the first empty row', () => {
    const after = [...CENSUS_ROWS, [], ['Note:', 'see', 'the web page'], country(2050, '0010', '1')];
    expect(facts(workbook(after))).toEqual(facts(workbook(CENSUS_ROWS)));
  });

  const asia = rowOf(1997, '0016');
  test.each([
    [
      cell(asia, 20, 'n/a'),
      `test.csv, sheet "Sheet1", cell U${asia + 1}: "n/a" is not a number; millions of dollars are right.`,
    ],
    [cell(asia, 20, { n: '1e99' }), `cell U${asia + 1}: "1e99" is not a number`],
    [cell(asia, 20, null), `cell U${asia + 1}: "" is not a number`],
    [cell(asia, 1, 'Asia'), `cell B${asia + 1}: "Asia" is not a country's code; four digits are right.`],
    [cell(asia, 0, '19x7'), `cell A${asia + 1}: "19x7" is not a year.`],
    [cell(asia, 0, '1996'), `0016 of 1996 is already in row ${rowOf(1996, '0016') + 1}`],
    [without(asia), 'has no row 0016 (asia) for 1997, though it has other rows of that year'],
    [without(rowOf(1997, '0012')), 'has no row 0012 (europe) for 1997'],
    [without(rowOf(1996, '4010'), rowOf(1996, '4020')), 'has no row 0012 (europe) for 1996'],
    [
      without(rowOf(1997, '3010')),
      'South and Central America is 321.000003, but its countries are 221.000002 together',
    ],
    [
      without(...CENSUS_ROWS.flatMap((row, at) => (row[0] === '1997' ? [at] : []))),
      'has rows from 1996 to 1998, but not of all years between',
    ],
    [
      workbook(CENSUS_ROWS.map((row) => row.map((value) => (value === 'EMAR' ? 'MAR' : value)))),
      'has no column "EMAR" in row 1',
    ],
    [
      workbook(CENSUS_ROWS, { change: (xml) => xml.replace('<row r="3">', '<row r="2">') }),
      'has row "2" after row 2 of its sheet',
    ],
    [workbook(CENSUS_ROWS, { change: (xml) => xml.replace('r="B4"', 'r="A4"') }), 'has cell "A4" in row 4'],
    [
      workbook(CENSUS_ROWS, { change: (xml) => xml.replace('<c r="A5" t="s"><v>', '<c r="A5" t="s"><v>99') }),
      'cell A5: there is no shared string',
    ],
    [
      workbook(CENSUS_ROWS, { change: (xml) => xml.slice(0, -40) }),
      'of xl/worksheets/sheet1.xml: the XML ends before its last element is closed',
    ],
    [workbook(CENSUS_ROWS).subarray(0, -50), 'without its end: it seems to be cut off'],
  ])('%# is refused', (content, message) => {
    expect(failureOf(content)).toContain(message);
  });

  test('another kind of workbook is not recognised', () => {
    expect(
      failureOf(
        workbook([
          ['a', 'b'],
          ['1', '2'],
        ]),
      ),
    ).toContain('is an Excel workbook that is not known');
  });
});
