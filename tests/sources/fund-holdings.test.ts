import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fundCode } from '../../service/datasets/constituents/fund-holdings.ts';
import { failureOf, readText } from './read-text.ts';
import { type Cell, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';

const ISHARES = `\uFEFFiShares Core S&P 500 ETF
Fund Holdings as of,"Dec 06, 2024"
Shares Outstanding,"957,950,000.00"
\u00a0
Ticker,Name,Sector,Asset Class,Market Value,Weight (%),Price
"AAA","ALPHA ""A"" INC","Energy","Equity","41,700.44","1,007.15","1.00"
"-","NO TICKER CO","-","Equity","41,700.44","0.10","1.00"
"USD","USD CASH","Cash and/or Derivatives","Cash","1.00","-0.07","1.00"
\u00a0
"Legal text, in several
paragraphs and with an odd " quote.`;

describe('iShares fund holdings (CSV)', () => {
  test('only equity is read, with plain weights and the fund’s code and date, without the text below', () => {
    expect(readText(ISHARES, { pieceBytes: 11 }).lists).toEqual([
      {
        code: 'IVV',
        asOf: '2024-12-06',
        rows: [
          { ticker: 'AAA', name: 'ALPHA "A" INC', sector: 'Energy', weight: '1007.15', row: 6 },
          { ticker: '-', name: 'NO TICKER CO', sector: '', weight: '0.10', row: 7 },
        ],
      },
    ]);
    const unlisted = ISHARES.replace(
      '"USD","USD CASH","Cash and/or Derivatives","Cash"',
      '"-","OTHER CO","-","Equity"',
    );
    expect(readText(unlisted).lists[0]?.rows.map(({ ticker }) => ticker)).toEqual(['AAA', '-', '-']);
  });

  test('the columns of other countries, and lines as a spreadsheet saves them, give the same list', () => {
    const list = readText(ISHARES).lists;
    expect(readText(ISHARES.replace('\nTicker,', '\nIssuer Ticker,')).lists).toEqual(list);
    const saved = ISHARES.replaceAll('\u00a0\n', '\u00a0,,,,,,\n').replace(
      '"Legal text',
      'Legal text,,,,,,\n"',
    );
    expect(readText(saved)).toMatchObject({ lists: list, notes: readText(ISHARES).notes });
  });

  test('holdings that are not shares are left out, and named with their weights', () => {
    const { notes } = readText(ISHARES);
    expect(notes).toEqual(['1 holding that is not a share was left out: USD CASH -0.07 %.']);
  });

  test('different fund names have different codes, and a name that no code can represent has no code', () => {
    expect(fundCode('iShares Foo & Bar® ETF')).toBe('ISHARES_FOO_BAR_ETF');
    expect(fundCode('toString')).toBe('TOSTRING');
    expect(fundCode('iShares MSCI Perú & Société ETF')).toBe('ISHARES_MSCI_PERU_SOCIETE_ETF');
    const long = 'iShares Paris-Aligned Climate Optimized MSCI';
    expect(fundCode(`${long} USA ETF`)).not.toBe(fundCode(`${long} World ex USA ETF`));
    for (const name of ['', '   ', '安碩', 'iShares 10% ETF', `iShares ${'Very '.repeat(30)}Long ETF`])
      expect(fundCode(name), name).toBeUndefined();
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9éü%+®'&-]{1,9}$/), {
      minLength: 1,
      maxLength: 16,
    });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [fundCode(one.join(' ')), fundCode(other.join(' '))];
        if (a === undefined) return;
        expect(a).toMatch(/^[A-Z0-9]([A-Z0-9_]{0,98}[A-Z0-9])?$/);
        const plain = (list: readonly string[]) =>
          list
            .join(' ')
            .normalize('NFKD')
            .toUpperCase()
            .match(/[^\p{M}\s®'&-]+/gu)
            ?.join(' ');
        expect(a === b).toBe(b !== undefined && plain(one) === plain(other));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['without its first line', ISHARES.slice(ISHARES.indexOf('\n') + 1)],
    ['with an empty first line', ISHARES.replace(/^.*/, '')],
    ['with other facts before the date', ISHARES.replace(/^.*/, 'Inception Date,"May 15, 2000"')],
  ])('a file %s does not name its list', (_, text) => {
    expect(readText(text).lists.map(({ code, asOf }) => [code, asOf])).toEqual([[undefined, '2024-12-06']]);
  });

  test.each([
    [
      ISHARES.replace('"Dec 06, 2024"', '"-"'),
      'line 2, column "Fund Holdings as of": iShares had no holdings of the day that was asked for; download those of a business day.',
    ],
    [
      ISHARES.slice(0, ISHARES.indexOf('"USD"')),
      'ends within the holdings, without the text that follows them: the file seems to be cut off.',
    ],
    [
      ISHARES.slice(0, ISHARES.indexOf('INC"')),
      'line 6: the quote that opens here is never closed: the file seems to be cut off.',
    ],
    [
      ISHARES.replace(
        '"USD","USD CASH","Cash and/or Derivatives","Cash"',
        '"AAA","ALPHA ""A"" INC","Energy","Equity"',
      ),
      'line 8, column "Ticker": "AAA" (ALPHA "A" INC) is already on line 6; each holding may be there once.',
    ],
    [ISHARES.replace('"1,007.15"', '"n/a"'), 'line 6, column "Weight (%)": "n/a" is not a number'],
    [
      ISHARES.replace('Dec 06, 2024', '06/12/24'),
      'line 2, column "Fund Holdings as of": "06/12/24" is not a date',
    ],
    [
      ISHARES.replace('Asset Class', 'Class'),
      'line 5, column "Asset Class": the header of the holdings has no such column.',
    ],
  ])('%j is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});

const cell = (row: number, column: number, value: Cell) =>
  workbook(
    HOLDING_ROWS.map((cells, at) =>
      at === row ? cells.map((old, index) => (index === column ? value : old)) : cells,
    ),
  );

describe('State Street fund holdings (XLSX)', () => {
  test('the holdings end at an empty row, even if the file leaves that row out', () => {
    const isBlank = (cells: readonly Cell[]) => cells.length > 0 && cells.every((one) => one === null);
    const rows = HOLDING_ROWS.map((cells) => (isBlank(cells) ? [] : cells));
    expect(rows).not.toEqual(HOLDING_ROWS);
    expect(readText(workbook(rows)).lists).toEqual(readText(workbook(HOLDING_ROWS)).lists);
  });

  test.each([true, false])(
    'the list has no cash and no small print, with the strings first: %s',
    (isStringsFirst) => {
      const { format, lists, notes } = readText(
        workbook(HOLDING_ROWS, { isStringsFirst, sheet: 'holdings' }),
      );
      expect(format).toBe('ssga-holdings-xlsx');
      expect(lists).toEqual([
        {
          code: 'SPY',
          asOf: '2025-02-07',
          rows: [
            { ticker: 'AAPL', name: 'APPLE INC', sector: '', weight: '6.727683', row: 6 },
            {
              ticker: 'BRK.B',
              name: 'BERKSHIRE HATHAWAY INC CL B',
              sector: 'Financials',
              weight: '1.5',
              row: 7,
            },
            { ticker: 'SML', name: 'SMALL CO', sector: '', weight: '0.000096', row: 8 },
          ],
        },
      ]);
      expect(notes).toEqual(['1 holding that is not a share was left out: US DOLLAR 0.070903 %.']);
    },
  );

  test('only holdings with a SEDOL are members, with any ticker; other holdings are named with their weights', () => {
    const others: Cell[][] = [
      ['U.S. Dollar', 'CASH_USD', 'CASH_USD', 'Unassigned', { n: '-0.100000' }, 'Unassigned'],
      ['S&P500 EMINI FUT DEC22', 'ESZ2', 'ESZ2', '-', { n: '0.5' }, '-'],
      ['ALPHA RIGHTS 22', 'AAAR', '1', 'Unassigned', { n: '0.01' }, 'Energy'],
      ['STATE STREET MONEY FUND', 'GVMXX', '2', '', { n: '2.25' }, '-'],
    ];
    const shares: Cell[][] = [
      ['DELISTED CO', '-', '3', 'B1XH026', { n: '0' }, '-'],
      ['OTHER DELISTED CO', '', '4', '0263494', { n: '-0.25' }, '-'],
    ];
    const rows = [...HOLDING_ROWS.slice(0, 8), ...others, ...shares, ...HOLDING_ROWS.slice(9)];
    const { lists, notes } = readText(workbook(rows));
    expect(lists[0]?.rows.map(({ ticker, weight }) => [ticker, weight])).toEqual([
      ['AAPL', '6.727683'],
      ['BRK.B', '1.5'],
      ['SML', '0.000096'],
      ['-', '0'],
      ['-', '-0.25'],
    ]);
    expect(notes).toEqual([
      '4 holdings that are not shares were left out, 2.660000 % of the fund in all: STATE STREET MONEY FUND 2.25 %, S&P500 EMINI FUT DEC22 0.5 %, U.S. Dollar -0.100000 % and 1 more.',
    ]);
  });

  test('shares of two countries may have the same ticker', () => {
    const abroad: Cell[][] = [
      ['BYD CO LTD H', '1211', 'Y1023R104', '6536651', { n: '0.5' }, '-'],
      ['SAUDI ARABIAN MINING CO', '1211', 'M8410B109', 'B39W7C9', { n: '0.1' }, '-'],
    ];
    const { lists } = readText(workbook([...HOLDING_ROWS.slice(0, 8), ...abroad, ...HOLDING_ROWS.slice(8)]));
    expect(lists[0]?.rows.slice(-2).map(({ ticker, name }) => [ticker, name])).toEqual([
      ['1211', 'BYD CO LTD H'],
      ['1211', 'SAUDI ARABIAN MINING CO'],
    ]);
  });

  test('a file without its fund’s ticker has a list without a code', () => {
    const nowhere = HOLDING_ROWS.map((cells) => (cells[0] === 'Ticker Symbol:' ? [] : cells));
    for (const content of [cell(1, 1, null), cell(1, 1, '-'), workbook(nowhere, { sheet: 'holdings' })])
      expect(readText(content).lists.map(({ code, rows }) => [code, rows.length])).toEqual([[undefined, 3]]);
  });

  test.each([
    [
      cell(1, 1, 'not a ticker'),
      'test.csv, sheet "Sheet1", cell B2: "not a ticker" is not the ticker of a fund',
    ],
    [cell(2, 1, '02/07/2025'), 'cell B3: "02/07/2025" is not a date; one like "As of 07-Feb-2025" is right.'],
    [cell(2, 1, 'As of 30-Feb-2025'), 'cell B3: "As of 30-Feb-2025" is not a date'],
    [
      cell(4, 4, 'Wt'),
      'cell A5: the header of the holdings has 0 columns "Weight"; one is right. Those of funds of shares have all of Name, Ticker, SEDOL, Weight, Sector.',
    ],
    [cell(5, 4, '-'), 'cell E6: "-" is not a weight in percent; a number like 6.727683 is right.'],
    [cell(5, 0, null), 'cell A6: the name of the holding is missing.'],
    [
      workbook([...HOLDING_ROWS.slice(0, 6), ...HOLDING_ROWS.slice(5)]),
      'cell B7: "AAPL" (APPLE INC) is already in row 6; each holding may be there once.',
    ],
    [cell(4, 0, 'Company'), 'has no row "Name" in its sheet "Sheet1"'],
    [cell(2, 0, 'Date:'), 'has no row "Holdings:"'],
  ])('%# is refused', (content, message) => {
    expect(failureOf(content)).toContain(message);
  });
});
