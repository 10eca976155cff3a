import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { failureOf, readText } from './read-text.ts';

/** Made-up values in FiscalData's layouts. */
const LABELS =
  'Record Date,Debt Held by the Public,Intragovernmental Holdings,Total Public Debt Outstanding,Source Line Number,Fiscal Year';

const values = (text: string) =>
  readText(text, { pieceBytes: 7 }).observations.map(
    ({ series, date, value }) => `${series} ${date} ${value}`,
  );

describe('Debt to the Penny', () => {
  const right = [
    'us_debt/debt_held_by_public 2024-01-03 20.10',
    'us_debt/intragovernmental_holdings 2024-01-03 5.05',
    'us_debt/total_public_debt_outstanding 2024-01-03 25.15',
    'us_debt/total_public_debt_outstanding 2000-01-03 7.00',
  ];
  test.each([
    [
      'labels, BOM, newest first',
      `\uFEFF${LABELS}\n2024-01-03,20.10,5.05,25.15,1,2024\n2000-01-03,null,null,7.00,1,2000\n`,
    ],
    [
      'field names, CRLF, zero for missing',
      'record_date,debt_held_public_amt,intragov_hold_amt,tot_pub_debt_out_amt\r\n2024-01-03,20.10,5.05,25.15\r\n2000-01-03,0.00,0.00,7.00\r\n',
    ],
    [
      'JSON',
      '{"data":[{"record_date":"2024-01-03","debt_held_public_amt":"20.10","intragov_hold_amt":"5.05","tot_pub_debt_out_amt":"25.15"},{"record_date":"2000-01-03","debt_held_public_amt":"null","intragov_hold_amt":"null","tot_pub_debt_out_amt":"7.00"}],"meta":{"count":2,"total-count":2,"total-pages":1}}',
    ],
  ])('the layout %s is read', (_, text) => {
    expect(values(text)).toEqual(right);
  });

  test('rows without a header and a last line end are read', () => {
    const rows =
      '\uFEFF2025-03-06,28910964000416.83,7307623005751.68,36218587006168.51\n2000-01-03,null,null,5776091314225.33';
    expect(values(rows)).toEqual([
      'us_debt/debt_held_by_public 2025-03-06 28910964000416.83',
      'us_debt/intragovernmental_holdings 2025-03-06 7307623005751.68',
      'us_debt/total_public_debt_outstanding 2025-03-06 36218587006168.51',
      'us_debt/total_public_debt_outstanding 2000-01-03 5776091314225.33',
    ]);
  });

  test.each([
    [99, 0],
    [100, 1],
    [101, 0],
  ])('%i days, perhaps one page of the API, give %i notes', (count, notes) => {
    const days = Array.from({ length: count }, (_, at) => `${dateText(18_000 + at)},7.01\n`).join('');
    const read = readText(`Record Date,Total Public Debt Outstanding\n${days}`);
    expect(read.observations).toHaveLength(count);
    expect(read.notes.filter((note) => note.includes('as one page of FiscalData’s API has'))).toHaveLength(
      notes,
    );
  });

  test('columns may be in another order, and some may be missing', () => {
    expect(values('Total Public Debt Outstanding,Record Date\n7.00,2000-01-03\n')).toEqual([right[3]]);
  });

  const record = '{"record_date":"2000-01-03","tot_pub_debt_out_amt":"7.00"}';
  test('one page of several is refused with their number; a single page must be complete', () => {
    expect(failureOf(`{"data":[${record}],"meta":{"count":1,"total-count":9,"total-pages":9}}`)).toBe(
      'test.csv is one page of 9, with 1 of 9 rows. Ask for the whole with page[size]=10000 (as many rows as a page can have), or download the CSV of all dates.',
    );
    const link = '&page%5Bnumber%5D=2&page%5Bsize%5D=1';
    for (const links of [
      { self: link, prev: '&page%5Bnumber%5D=1', next: null },
      { self: link, prev: null, next: '&page%5Bnumber%5D=3' },
    ])
      expect(failureOf(`{"data":[${record}],"meta":{"count":1},"links":${JSON.stringify(links)}}`)).toContain(
        'is page 2 of several.',
      );
    const only = { self: '&page%5Bnumber%5D=1&page%5Bsize%5D=100', prev: null, next: null };
    expect(
      values(
        `{"data":[${record}],"meta":{"count":1,"total-count":1,"total-pages":1},"links":${JSON.stringify(only)}}`,
      ),
    ).toEqual([right[3]]);
    expect(failureOf(`{"data":[${record}],"meta":{"count":1,"total-count":9,"total-pages":1}}`)).toBe(
      'test.csv holds 1 row but its own "meta" counts 9: the file was cut or changed.',
    );
    expect(failureOf(`{"data":[${record}],"meta":{"count":2,"total-count":2,"total-pages":1}}`)).toContain(
      'holds 1 row but its own "meta" counts 2',
    );
  });

  test.each([
    [
      `${LABELS}\n2024-01-03,20.10,5.05,25.15,1,2024\n2024-01-02,20.10,5.`,
      'line 3: 3 cells where the header has 6: the file seems to be cut off.',
    ],
    [
      '2024-01-03,20000000000000.10,5.05,20000000000005.15\n2024-01-02,20000000000000.10,5.05,25',
      'line 2, column "Total Public Debt Outstanding": "25" ends without cents: the file seems to be cut off.',
    ],
    [
      `${LABELS}\n2024-13-03,20.10,5.05,25.15,1,2024\n`,
      'line 2, column "Record Date": "2024-13-03" is not a date',
    ],
    [
      `${LABELS}\n2024-01-03,$20.10,5.05,25.15,1,2024\n`,
      'line 2, column "Debt Held by the Public": "$20.10" is not a number',
    ],
    [`{"data":[${record},{"record_da`, 'is JSON that ends in the middle: the file seems to be cut off.'],
    [
      `{"data":[{"record_date":"2000-01-03","tot_pub_debt_out_amt":7}]}`,
      'is not an answer of FiscalData’s API: /data/0/tot_pub_debt_out_amt',
    ],
    [
      `{"data":[{"record_date":"2000-01-03","tot_pub_debt_out_amt":"7,00"}]}`,
      'column "tot_pub_debt_out_amt": "7,00" is not a number',
    ],
  ])('%j is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});
