import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { type Cell, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';

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
    'the list of the fund, without cash and small print; strings first: %s',
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
      expect(notes).toEqual(['1 holding without a ticker, such as cash, was left out.']);
    },
  );

  test.each([
    [
      cell(1, 1, 'not a ticker'),
      'test.csv, sheet "Sheet1", cell B2: "not a ticker" is not the ticker of a fund',
    ],
    [cell(2, 1, '02/07/2025'), 'cell B3: "02/07/2025" is not a date; one like "As of 07-Feb-2025" is right.'],
    [cell(2, 1, 'As of 30-Feb-2025'), 'cell B3: "As of 30-Feb-2025" is not a date'],
    [cell(4, 4, 'Wt'), 'cell A5: the header of the holdings has 0 columns "Weight"; one is right.'],
    [cell(5, 4, '-'), 'cell E6: "-" is not a weight in percent.'],
    [cell(5, 0, null), 'cell A6: the name of the holding is missing.'],
    [cell(6, 1, 'AAPL'), 'cell B7: "AAPL" is already in row 6; each holding may be there once.'],
    [cell(4, 0, 'Company'), 'has no row "Name" in its sheet "Sheet1"'],
    [cell(2, 0, 'Date:'), 'has no row "Holdings:"'],
  ])('%# is refused', (content, message) => {
    expect(failureOf(content)).toContain(message);
  });
});
