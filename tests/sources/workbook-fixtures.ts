import { strToU8, zipSync } from 'fflate';

/** Small workbooks in the Census Bureau's and State Street's layouts, mostly with made-up values. */

/** A number in the file's notation; a string is text, `null` an empty cell with a style. */
export type Cell = { n: string } | string | null;
export type WorkbookOptions = {
  sheet?: string;
  /** Excel puts the shared strings after the sheet, other programs put them before it. */
  isStringsFirst?: boolean;
  change?: (xml: string) => string;
  dimension?: string;
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** @returns a workbook of one sheet, zipped by a library. A row `[]` is left out of the sheet. */
export function workbook(rows: readonly (readonly Cell[])[], options: WorkbookOptions = {}): Buffer {
  const { sheet = 'Sheet1', isStringsFirst = false, change = (xml) => xml, dimension = 'A1' } = options;
  const strings: string[] = [];
  const lines = rows.flatMap((cells, at) =>
    cells.length === 0
      ? []
      : [
          `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, column, at + 1, strings)).join('')}</row>`,
        ],
  );
  const sheetXml = `${DECLARATION}<worksheet xmlns="${MAIN}"><dimension ref="${dimension}"/><sheetData>${lines.join('')}</sheetData></worksheet>`;
  const list = strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  const parts: [string, string][] = [
    ['xl/worksheets/sheet1.xml', change(sheetXml)],
    ['xl/sharedStrings.xml', `${DECLARATION}<sst xmlns="${MAIN}" count="${strings.length}">${list}</sst>`],
  ];
  if (isStringsFirst) parts.reverse();
  const all = [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    ...parts,
  ] as const;
  return Buffer.from(zipSync(Object.fromEntries(all.map(([name, xml]) => [name, strToU8(xml)]))));
}

function cellXml(cell: Cell, column: number, row: number, strings: string[]): string {
  const reference = `${letters(column)}${row}`;
  if (cell === null) return `<c r="${reference}" s="3"/>`;
  if (typeof cell !== 'string') return `<c r="${reference}" s="2"><v>${cell.n}</v></c>`;
  const known = strings.indexOf(cell);
  const at = known >= 0 ? known : strings.push(cell) - 1;
  return `<c r="${reference}" t="s"><v>${at}</v></c>`;
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const CENSUS_HEADER = [
  'year',
  'CTY_CODE',
  'CTYNAME',
  ...MONTHS.map((name) => `I${name}`),
  'IYR',
  ...MONTHS.map((name) => `E${name}`),
  'EYR',
];

/** @returns a row of `country.xlsx` with these exports in each month; after the end of a list, 0. */
export function country(year: number, code: string, exports: string | readonly string[]): Cell[] {
  const months = MONTHS.map((_, at) => ({ n: typeof exports === 'string' ? exports : (exports[at] ?? '0') }));
  return [
    String(year),
    code,
    `Country ${code}`,
    ...MONTHS.map(() => ({ n: '9' })),
    { n: '108' },
    ...months,
    { n: '77777' },
  ];
}

/** The years 1996 to 1998; two months of the last one are published. */
export const CENSUS_ROWS: readonly (readonly Cell[])[] = [
  CENSUS_HEADER,
  ...[1996, 1997, 1998].flatMap((year) => {
    const of = (value: string) => (year === 1998 ? [value, value] : value);
    const ownRows =
      year < 1997 ? [] : [country(year, '0012', of('6000.5')), country(year, '0013', of('900.25'))];
    return [
      country(year, '0009', of('321.000003')),
      country(year, '0010', of('65465.873227000001')),
      ...ownRows,
      country(year, '0015', of('99999')),
      country(year, '0016', of('23420.618563000015')),
      country(year, '0018', of('7.5e-05')),
      country(year, '1220', of('60000')),
      country(year, '2010', of('5465.873227')),
      country(year, '2050', of('20.000001')),
      country(year, '2080', of('1.000001')),
      country(year, '3010', of('100.000001')),
      country(year, '3020', of('200')),
      country(year, '4010', of('4000.1')),
      country(year, '4020', of('2000.2')),
      country(year, '7010', of('900')),
    ];
  }),
];

/** SPY's holdings of one day, some cash, and the small print below. */
export const HOLDING_ROWS: readonly (readonly Cell[])[] = [
  ['Fund Name:', 'SPDR® S&P 500® ETF Trust'],
  ['Ticker Symbol:', 'SPY'],
  ['Holdings:', 'As of 07-Feb-2025'],
  [],
  ['Name', 'Ticker', 'Identifier', 'SEDOL', 'Weight', 'Sector', 'Shares Held', 'Local Currency'],
  ['APPLE INC', 'AAPL', '037833100', '2046251', { n: '6.727683' }, '-', { n: '1.85531362E8' }, 'USD'],
  [
    'BERKSHIRE HATHAWAY INC CL B',
    'BRK.B',
    '084670702',
    '2073390',
    { n: '1.5' },
    'Financials',
    { n: '1.0E7' },
    'USD',
  ],
  ['SMALL CO', 'SML', '1', '2', { n: '9.6E-5' }, '-', { n: '10.0' }, 'USD'],
  ['US DOLLAR', '-', '999USDZ92', '-', { n: '0.070903' }, '-', { n: '4.4460165678E8' }, 'USD'],
  [null, null, null, null, null],
  ['Past performance is not a reliable indicator of future performance.', null, null],
  [null],
  ['Whether or not', 'to be read', null, null, { n: '1' }],
];

/** FRED's graph of two monthly series: notes, and twelve months. */
export const FRED_ROWS: readonly (readonly Cell[])[] = [
  ['FRED Graph Observations'],
  ['Federal Reserve Economic Data, Federal Reserve Bank of St. Louis'],
  ['observation_date', 'JTSJOL', 'PI'],
  ...[44_927, 44_958, 44_986, 45_017, 45_047, 45_078, 45_108, 45_139, 45_170, 45_200, 45_231, 45_261].map(
    (day, at) => [{ n: String(day) }, { n: String(8000 + at * 7) }, { n: `${23_000 + at * 31}.${at % 10}` }],
  ),
];
