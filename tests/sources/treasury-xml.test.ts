import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { treasuryFeed } from './xml-fixtures.ts';

const change = (from: string | RegExp, to: string) => treasuryFeed((xml) => xml.replace(from, to));

describe('Treasury yields (XML feed)', () => {
  test('rates as written; null, empty and absent ones are missing; the display rate is not read', () => {
    const { format, observations, notes } = readText(treasuryFeed());
    expect(format).toBe('treasury-par-yields-xml');
    expect(notes).toEqual([]);
    expect(observations.map(({ series, date, value, line }) => [series, date, value, line])).toEqual([
      ['yields/US1M', '2026-08-13', '4.10', 11],
      ['yields/US1_5M', '2026-08-13', '4.11', 12],
      ['yields/US10Y', '2026-08-13', '4.63', 13],
      ['yields/US30Y', '2026-08-13', '5.17', 14],
      ['yields/US10Y', '2026-08-14', '4.6', 28],
      ['yields/US30Y', '2026-08-14', '5.20', 29],
    ]);
  });

  test('every maturity of the catalogue is read', () => {
    const names = [
      '1MONTH',
      '1_5MONTH',
      '2MONTH',
      '3MONTH',
      '4MONTH',
      '6MONTH',
      '1YEAR',
      '2YEAR',
      '3YEAR',
      '5YEAR',
      '7YEAR',
      '10YEAR',
      '20YEAR',
      '30YEAR',
    ];
    const rates = names.map((name, at) => `<d:BC_${name}>${at}.25</d:BC_${name}>`).join('');
    const feed = `<feed><entry><content><m:properties><d:NEW_DATE>2026-08-14T00:00:00</d:NEW_DATE>${rates}</m:properties></content></entry></feed>`;
    expect(readText(feed).observations.map(({ series }) => series.slice(7))).toEqual(
      ['1M', '1_5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y'].map(
        (code) => `US${code}`,
      ),
    );
  });

  test('a day on which every rate is 0 is left out with a note', () => {
    const zeros = treasuryFeed((xml) => xml.replace(/>\d+\.\d+(<\/d:BC_\d+(?:_5)?(?:MONTH|YEAR)>)/g, '>0$1'));
    const { observations, notes } = readText(zeros);
    expect(observations).toEqual([]);
    expect(notes).toEqual([
      '2 days, the first 2026-08-13, were left out: every rate is 0, so there was no curve.',
    ]);
  });

  test('a new maturity is left out with a note; a feed without entries gives nothing', () => {
    const { observations, notes } = readText(
      change(
        'BC_10YEAR m:type="Edm.Double">4.63</d:BC_10YEAR',
        'BC_50YEAR m:type="Edm.Double">4.63</d:BC_50YEAR',
      ),
    );
    expect(observations).toHaveLength(5);
    expect(notes).toEqual([
      'The element "BC_50YEAR" is a maturity that Almanac does not hold; it was left out.',
    ]);
    expect(readText('<feed><title>DailyTreasuryYieldCurveRateData</title></feed>').observations).toEqual([]);
  });

  test.each([
    [
      change('4.63<', '4,63<'),
      'test.csv, line 13, BC_10YEAR: "4,63" is not a number; percent such as 4.10 is right.',
    ],
    [change('4.63<', 'N/A<'), '"N/A" is not a number'],
    [
      change('2026-08-13T', '2026-02-30T'),
      'line 10, NEW_DATE: "2026-02-30T00:00:00" is not a day; one like 2026-08-14T00:00:00 is right.',
    ],
    [change('T00:00:00', 'T12:30:00'), 'is not a day'],
    [change(/<d:NEW_DATE.*\n/, ''), 'NEW_DATE: "" is not a day'],
    // The day of the entry before it is not its day.
    [change(/<d:NEW_DATE[^\n]*2026-08-14[^\n]*\n/, ''), 'NEW_DATE: "" is not a day'],
    [
      change('m:null="true" />', 'm:null="true">4</d:BC_1MONTH>'),
      'the rate is "4" though it is marked as missing.',
    ],
    [
      change('BC_30YEARDISPLAY m:type="Edm.Double">9.99</d:BC_30YEARDISPLAY', 'BC_30YEAR>1</d:BC_30YEAR'),
      'BC_30YEAR: the element is in its entry twice.',
    ],
    [treasuryFeed().slice(0, -30), 'cut off'],
    ['<feed><entry><content>BC_1 BC_5YEAR</content></entry>', 'cut off'],
  ])('%# is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });

  test('another feed is not recognised', () => {
    expect(failureOf('<feed><title>a blog</title></feed>')).toContain('is XML that is not known');
  });
});
