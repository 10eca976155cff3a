import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { CLAIMS_WEEKS, claimsXml } from './xml-fixtures.ts';

const facts = (text: string, pieceBytes?: number) =>
  readText(text, pieceBytes === undefined ? {} : { pieceBytes }).observations.map(
    ({ series, date, value, line }) => `${line} ${series} ${date} ${value}`,
  );
const change = (from: string | RegExp, to: string) => claimsXml().replace(from, to);

describe('weekly claims, national (XML)', () => {
  test('values have no separators; blanks and future weeks are missing', () => {
    const { format, observations, notes } = readText(claimsXml());
    expect(format).toBe('dol-r539cy-xml');
    expect(notes).toEqual([]);
    expect(observations).toHaveLength(9 + 7);
    expect(facts(claimsXml()).slice(0, 4)).toEqual([
      '7 ui_weekly_claims/initial_claims_sa 1967-01-07 208000',
      '13 ui_weekly_claims/continued_claims_sa 1967-01-07 1134000',
      '5 ui_weekly_claims/initial_claims_nsa 1967-01-07 346000',
      '11 ui_weekly_claims/continued_claims_nsa 1967-01-07 1594000',
    ]);
    expect(
      observations
        .filter(({ date }) => date === '1967-01-28')
        .map(({ series, value }) => [series.slice(17), value]),
    ).toEqual(
      expect.arrayContaining([
        ['initial_claims_sa_4w_avg', '209000'],
        ['continued_claims_sa_4w_avg', '1118750'],
      ]),
    );
  });

  test('CRLF, a single line, a declaration, and chunks of any size make no difference', () => {
    const bare = facts(claimsXml()).map((fact) => fact.replace(/^\d+ /, ''));
    const variants = [
      claimsXml().replaceAll('\n', '\r\n'),
      claimsXml().replaceAll('\n', ''),
      `\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- run -->\n${claimsXml()}\n`,
      claimsXml().replaceAll('&#160;', '\u00a0'),
    ];
    for (const text of variants) expect(facts(text).map((fact) => fact.replace(/^\d+ /, ''))).toEqual(bare);
    for (const size of [1, 3, 64, 1000]) expect(facts(claimsXml(), size)).toEqual(facts(claimsXml()));
  });

  test('a missing week gives a note', () => {
    expect(readText(claimsXml(CLAIMS_WEEKS.filter((_, at) => at !== 1))).notes).toEqual([
      expect.stringContaining('claims (1, first 1967-01-14)'),
    ]);
  });

  test.each([
    [change('346,000', '346,00'), 'test.csv, line 5, InitialClaims/NSA: "346,00" is not a number'],
    [change('346,000', '3e5'), '"3e5" is not a number'],
    [
      change('01/14/1967', '02/30/1967'),
      'line 23, weekEnded: "02/30/1967" is not a date; a real day written MM/DD/YYYY is right.',
    ],
    [change('<weekEnded>01/14/1967</weekEnded>\n', ''), 'weekEnded: "" is not a date'],
    [
      change('<SA>204,000</SA>\n', ''),
      'InitialClaims/SA: the week ending 01/28/1967 has no such element: the file was damaged.',
    ],
    [
      change('<SA>204,000</SA>', '<SA>204,000</SA><SA>1</SA>'),
      'InitialClaims/SA: the element is in its week twice.',
    ],
    [
      change('01/14/1967', '01/07/1967'),
      'the week ending 01/07/1967 is already on line 3; each may be there once.',
    ],
    [claimsXml([]), 'test.csv holds no weeks'],
    [
      claimsXml(CLAIMS_WEEKS, 'r539cyState'),
      'stateName: the week ending 01/07/1967 has no such element: the file was damaged.',
    ],
    [claimsXml().slice(0, 900), 'the file seems to be cut off'],
    [change('</week>', ''), 'cut off'],
  ])('%# is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});
