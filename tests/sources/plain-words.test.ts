import { describe, expect, test } from 'vitest';
import { recogniseFormat } from '../../service/sources/index.ts';
import { archive } from './archive-fixtures.ts';
import { failureOf } from './read-text.ts';
import { BLS_MONTHS, blsJson, NIPA } from './text-fixtures.ts';

const DAY = {
  record_date: '2024-01-02',
  debt_held_public_amt: '1.10',
  intragov_hold_amt: '1.00',
  tot_pub_debt_out_amt: '2.10',
};
const DEBT = JSON.stringify({ data: [DAY, { ...DAY, record_date: '2024-01-03' }], meta: { count: 2 } });
const BLS = blsJson({ JTS000000000000000JOL: BLS_MONTHS });

describe.each([
  ['FiscalData', DEBT, '"tot_pub_debt_out_amt"'],
  ['BLS', BLS, '"seriesID"'],
])('JSON of %s', (_, text, known) => {
  test('cut anywhere, even by one byte, is refused as cut off', () => {
    const whole = text.trimEnd();
    for (let end = text.indexOf(known) + known.length + 2; end < whole.length; end++) {
      expect(failureOf(whole.slice(0, end))).toBe(
        'test.csv is JSON that ends in the middle: the file seems to be cut off.',
      );
    }
  });

  test('with damage in its middle is refused as invalid', () => {
    const at = text.lastIndexOf(':');
    expect(failureOf(`${text.slice(0, at)};${text.slice(at + 1)}`)).toMatch(/^test\.csv is not valid JSON: /);
  });
});

test('a BEA file that is cut within a row of personal income is refused as cut off', () => {
  const row = /A065RC,2026M07,"[^"]*"/.exec(NIPA)?.[0] ?? /A065RC,.*"/.exec(NIPA)?.[0] ?? '';
  const start = NIPA.indexOf(row);
  for (let end = start + 'A065RC,'.length; end < start + row.length; end++) {
    expect(failureOf(NIPA.slice(0, end))).toMatch(
      /^test\.csv, line \d+: the last line is not whole: the file seems to be cut off\.$/,
    );
  }
});

test('a FRED file that is cut within its last number, or before its last line end, is refused as cut off', () => {
  const text = 'observation_date,ICSA\n2024-01-06,200000\n2024-01-13,210000\n';
  expect(failureOf(text)).toBe('no failure');
  for (let end = text.lastIndexOf(',') + 1; end < text.length; end++) {
    expect(failureOf(text.slice(0, end))).toBe(
      'test.csv, line 3: the last line does not end: the file seems to be cut off.',
    );
  }
});

test.each([
  ['dataset;series;date;value\nyields;US2Y;2024-01-02;4,25\n', 'semicolons'],
  ['series\tdate\tvalue\nUS2Y\t2024-01-02\t4.25\n', 'tabs'],
  ['observation_date;ICSA\n2024-01-06;200000\n', 'semicolons'],
])(
  'a file with columns that are not separated by commas is refused with its separator: %j',
  (text, separator) => {
    expect(failureOf(text)).toBe(
      `test.csv has its columns separated by ${separator}; use commas, and a point in numbers.`,
    );
  },
);

test('JSON may begin with a byte-order mark', () => {
  expect(failureOf(`\uFEFF${DEBT}`)).toBe('no failure');
  expect(failureOf(`\uFEFF${BLS}`)).toBe('no failure');
});

test.each([
  ['JSON', 32, DEBT],
  ['a ZIP archive', 64, archive([{ name: 'H41_data.xml', data: '<a/>' }])],
])('%s that is read as a whole takes %i MB of memory at most', (_, most, begin) => {
  const head = Buffer.from(begin);
  const target = {
    series: () => 0,
    observation: () => undefined,
    constituents: () => undefined,
    note: () => undefined,
  };
  const reader = recogniseFormat('a.file', head).open({ file: 'a.file', target });
  const piece = Buffer.alloc(1 << 20, ' ');
  let pieces = 0;
  expect(() => {
    reader.push(head);
    for (; pieces < 80; pieces++) reader.push(piece);
  }).toThrow(`a.file is larger than ${most} MB; no file of this kind is that large.`);
  expect(pieces).toBe(most - 1);
});
