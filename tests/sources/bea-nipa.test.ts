import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { NIPA } from './text-fixtures.ts';

const values = (text: string, pieceBytes?: number) =>
  readText(text, pieceBytes === undefined ? {} : { pieceBytes }).observations.map(
    ({ series, date, value, line }) => `${series} ${date} ${value} ${line}`,
  );
const SERIES = 'personal_income_and_outlays/total_personal_income';

describe('BEA’s flat file of monthly series', () => {
  test('one series is read, in millions as published, without separators and missing months', () => {
    expect(readText(NIPA).format).toBe('bea-nipa-monthly-txt');
    expect(values(NIPA)).toEqual([
      `${SERIES} 2026-02-01 26597656 3`,
      `${SERIES} 2026-03-01 26739879 4`,
      `${SERIES} 2026-05-01 26951347 6`,
      `${SERIES} 2026-06-01 26999687 7`,
      `${SERIES} 2026-07-01 27114792 8`,
    ]);
  });

  test('chunks of any size and either line end give the same values', () => {
    for (let size = 1; size < 60; size++) expect(values(NIPA, size)).toEqual(values(NIPA));
    expect(values(NIPA.replaceAll('\n', '\r\n'))).toEqual(values(NIPA));
    expect(values(NIPA.trimEnd())).toEqual(values(NIPA));
  });

  test('a value without quotes and separators is the same value', () => {
    const bare = NIPA.replaceAll(
      /^(A065RC,\w+),"([\d,]+)"/gm,
      (_, row, value) => `${row},${value.replaceAll(',', '')}`,
    );
    expect(bare).toContain('A065RC,2026M02,26597656\n');
    expect(values(bare)).toEqual(values(NIPA));
  });

  test.each(['(NA)', '---', '...', '"---"'])('%s is a missing value', (sign) => {
    expect(values(NIPA.replace('(NA)', sign))).toEqual(values(NIPA));
  });

  test('a similar code belongs to another series', () => {
    const others = NIPA.replace('A064RC', 'LA065RC').replaceAll('DPCCRG', 'A065RC1');
    expect(values(others)).toEqual(values(NIPA));
  });

  test.each([
    ['"27,114,792"', '"27,114,7x2"', /line 8, column "Value": "27,114,7x2" is not a number/],
    ['"27,114,792"', '"27,14,792"', /line 8, column "Value"/],
    ['"27,114,792"', '27,114,792', /line 8: .* is not a row of the file/],
    ['"27,114,792"', '"27,114.8"', /line 8, column "Value": .* in billions/],
    ['2026M07', '2026M13', /line 8, column "Period": "2026M13" is not a month/],
    ['2026M07', '2026Q3', /"2026Q3" is not a month.*NipaDataM\.txt/],
    ['2026M03', '2026M08', /has no row of A065RC for 2026-03/],
    ['A065RC,2026M05', 'B065RC,2026M05', /has no row of A065RC for 2026-05/],
    [/A065RC/g, 'B065RC', /has no rows of A065RC \(personal income\)/],
    ['"\nA065RC,2026M06', '"A065RC,2026M06', /line 6: .* is not a row of the file/],
    ['DPCCRG,1959M02,---\n', 'DPCCRG,1959M', /line 10: the last line is not whole/],
    ['DPCCRG,1959M02,---\n', 'DPCCRG,1959M02,"15', /line 10: the last line is not whole/],
  ])('damage is refused: %s → %s', (from, to, message) => {
    expect(failureOf(NIPA.replace(from, to))).toMatch(message);
  });

  test('a file that ends within the series, perhaps cut off, is read with a note', () => {
    const cut = NIPA.slice(0, NIPA.indexOf('A065RC,2026M07'));
    expect(values(cut)).toEqual(values(NIPA).slice(0, -1));
    expect(readText(cut).notes).toEqual([expect.stringMatching(/^The file ends with A065RC;/)]);
    expect(readText(NIPA).notes).toEqual([]);
  });

  test('a bad value on line 70,000 is named with its line', () => {
    const others = Array.from({ length: 69_990 }, (_, at) => `DPCC${at % 9}G,1959M01,"15.5${at}"\n`).join('');
    const text = NIPA.replace('A065RC,2026M02', `${others}A065RC,2026M02`).replace(
      '27,114,792',
      '27,114,7x2',
    );
    expect(failureOf(text)).toMatch(/line 69998, column "Value": "27,114,7x2"/);
  });

  test('lines may come in any order', () => {
    const [header = '', ...lines] = NIPA.trimEnd().split('\n');
    const turned = [header, ...lines.reverse(), ''].join('\n');
    const withoutLines = (text: string) =>
      values(text)
        .map((row) => row.replace(/ \d+$/, ''))
        .sort();
    expect(withoutLines(turned)).toEqual(withoutLines(NIPA));
  });
});
