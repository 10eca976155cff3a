import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fundCode } from '../../service/datasets/constituents/ishares-holdings-csv.ts';
import { failureOf, readText } from './read-text.ts';

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
  test('only equity, plain weights, the fund’s code and date; the text behind the holdings is not read', () => {
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

  test('the columns of other countries, and lines as a spreadsheet saves them', () => {
    const list = readText(ISHARES).lists;
    expect(readText(ISHARES.replace('\nTicker,', '\nIssuer Ticker,')).lists).toEqual(list);
    const saved = ISHARES.replaceAll('\u00a0\n', '\u00a0,,,,,,\n').replace(
      '"Legal text',
      'Legal text,,,,,,\n"',
    );
    expect(readText(saved)).toMatchObject({ lists: list, notes: readText(ISHARES).notes });
  });

  test('what is no share is left out, and named with its weight', () => {
    const { notes } = readText(ISHARES);
    expect(notes).toEqual(['1 holding that is not a share was left out: USD CASH -0.07 %.']);
  });

  test('two names of funds have two codes, and a name that no code can hold has none', () => {
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
