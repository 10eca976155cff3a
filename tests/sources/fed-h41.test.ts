import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { h41 } from './text-fixtures.ts';

const values = (text: string) =>
  readText(text)
    .observations.map(({ series, date, value }) => `${series.split('/')[1]} ${date} ${value}`)
    .sort();

describe('the Federal Reserve’s H.4.1', () => {
  test('Wednesday levels of the catalogue are read; changes, NA, ND and empty cells are not', () => {
    expect(readText(h41()).format).toBe('fed-h41-csv');
    const read = values(h41());
    expect(read).toHaveLength(5 * 3 + 2 + 1);
    expect(read).toContain('treasury_securities_total 2026-09-23 4558332');
    expect(read).toContain('treasury_general_account 2026-09-23 947317');
    expect(read.filter((row) => row.startsWith('loans'))).toEqual(['loans 2026-09-30 6311']);
    expect(readText(h41()).observations.find(({ value }) => value === '6311')?.line).toBe(9);
  });

  test.each(['NA', 'ND', 'NC', ''])('"%s" is a missing value', (sign) => {
    const read = values(h41().replace('554373', sign));
    expect(read).toEqual(values(h41()).filter((row) => row !== 'treasury_bills 2026-09-23 554373'));
    expect(read).toHaveLength(values(h41()).length - 1);
  });

  test('the order of columns, line ends and a final one do not matter', () => {
    expect(values(h41((ids) => ids.toReversed()))).toEqual(values(h41()));
    expect(values(h41((ids) => ids.toSorted()))).toEqual(values(h41()));
    expect(values(h41(undefined, { newline: '\n' }))).toEqual(values(h41()));
    expect(values(`${h41()}\r\n`)).toEqual(values(h41()));
  });

  test('the order of weeks does not matter', () => {
    const lines = h41().split('\r\n');
    expect(values([...lines.slice(0, 6), ...lines.slice(6).reverse()].join('\r\n'))).toEqual(values(h41()));
  });

  test.each<[string | RegExp, string, RegExp]>([
    ['2026-09-30', '2026-09-31', /line 9, column "Time Period": "2026-09-31" is not a date/],
    [
      '2026-09-30,4558332',
      '2026-09-30,45x8332',
      /line 9, column "RESPPALGUO_N\.WW": "45x8332" is not a number/,
    ],
    ['2026-09-30,', '2026-09-30,,', /line 9: 11 cells where the header has 10/],
    [
      'H41/H41/RESPPLLDT_N',
      'H41/H41/RESPPLLDX_N',
      /line 6, column "RESPPLLDT_N\.WW": the header calls .* must agree/,
    ],
    [
      'H41/H41/RESPPLLDT_N',
      'H41/H15/RESPPLLDT_N',
      /line 5, column "RESPPLLDT_N\.WW": .*is not the series of the H\.4\.1/,
    ],
    ['"RESPPALGUOB_N', '"RESPPALGUO_N', /line 6, column "RESPPALGUO_N\.WW": .* must agree/],
    [/RESPPALGUOB/g, 'RESPPALGUO', /line 5, column "RESPPALGUO_N\.WW": the column is there twice/],
    [/RESPPAL|RESPPL/g, 'RESPPX', /holds none of the \d+ series of the H\.4\.1/],
    [
      '"Unit:","Currency"',
      '"Unit:","Percent"',
      /line 2, column "RESPPALGUO_N\.WW": "Percent" where "Currency"/,
    ],
    ['"Unit:"', '"Units:"', /line 2: the row begins with "Units:" where "Unit" is right/],
    [/"Currency:".*\r\n/, '', /line 4: the row begins with "Unique Identifier: "/],
  ])('damage is refused: %s → %s', (from, to, message) => {
    expect(failureOf(h41().replace(from, to))).toMatch(message);
  });

  test('another multiplier is refused', () => {
    expect(failureOf(h41(undefined, { multiplier: '1000' }))).toMatch(
      /line 3, column "RESPPALGUO_N\.WW": "1000" where "1000000" is right/,
    );
  });

  test('a file that ends within the rows above the data, or within a week, is refused', () => {
    const text = h41();
    expect(failureOf(text.slice(0, text.indexOf('"Unique')))).toMatch(
      /ends before its row "Unique Identifier"/,
    );
    expect(failureOf(text.slice(0, text.indexOf('RESPPLLDT')))).toMatch(/never closed/);
    expect(failureOf(text.slice(0, -12))).toMatch(/line 9: \d cells where the header has 10.*cut off/);
  });

  test('a Wednesday that is missing in the file gives a note', () => {
    const text = h41().replace(/2026-09-23.*\r\n/, '');
    expect(readText(text).notes).toEqual([expect.stringMatching(/weeks .*first 2026-09-23/)]);
  });
});
