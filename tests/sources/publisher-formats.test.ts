import { describe, expect, test } from 'vitest';
import { tenorCode } from '../../service/datasets/yields/treasury-yields.ts';
import { failureOf, readText } from './read-text.ts';
import { treasuryFeed } from './xml-fixtures.ts';

/** Made-up values in the publishers' layouts, so that every format is tested without their files. */
const TENORS = 'Date,"1 Mo","1.5 Month","2 Mo","10 Yr","30 Yr"';
const SP500 = 'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded\n';
/** The other rows of a list in the old layout, which is recognised by its length only. */
const OTHERS = Array.from({ length: 495 }, (_, at) => `T${at},Company ${at},Energy\n`).join('');

const values = (text: string) =>
  readText(text, { pieceBytes: 7 }).observations.map(
    ({ series, date, value }) => `${series} ${date} ${value}`,
  );

describe('FRED', () => {
  test.each(['DATE', 'observation_date'])(
    'with the header %s, `.` and an empty cell are missing values, and billions become millions',
    (date) => {
      expect(values(`${date},ICSA,PI\n2024-01-06,.,\n2024-01-13,207000,\n2024-02-01,,23771.6\n`)).toEqual([
        'ui_weekly_claims/initial_claims_sa 2024-01-13 207000',
        'personal_income_and_outlays/total_personal_income 2024-02-01 23771600',
      ]);
    },
  );

  test.each([
    ['PI', '27114.8', '50'],
    ['PI', '27114', '500'],
    ['PI', '27114.80', '5'],
    ['PI', '27114.8001', '0.05'],
    ['DGS10', '4.25', '0.005'],
    ['ICSA', '208000', '0.5'],
  ])('%s %s is right to %s: half a unit of its last digit, in our unit', (id, value, rounding) => {
    expect(readText(`DATE,${id}\n2024-01-06,${value}\n`).observations[0]?.rounding).toBe(rounding);
  });

  test('ids by state are read', () => {
    expect(values('observation_date,GAICLAIMS,PRCCLAIMS\n2024-01-06,1,2\n')).toEqual([
      'ui_state_weekly_claims/initial_claims/GA 2024-01-06 1',
      'ui_state_weekly_claims/continued_claims/PR 2024-01-06 2',
    ]);
  });

  test.each([
    [
      'DATE,GDPC1\n2024-01-01,1\n',
      'line 1, column "GDPC1": "GDPC1" is not a FRED series that Almanac holds. From FRED it imports "Weekly unemployment claims", "Job op',
    ],
    [
      'observation_date,T10Y2Y\n2024-01-05,-0.35\n',
      'line 1, column "T10Y2Y": "T10Y2Y" is computed here: US10Y less US2Y. Import those two and leave it out.',
    ],
    [
      'observation_date,ICSA_20240606\n2024-01-06,1\n',
      '"ICSA_20240606" is an old vintage of ICSA; download ICSA itself from FRED.',
    ],
    ['DATE,ICSA,ICSA\n2024-01-06,1,1\n', 'column "ICSA": the column is there twice'],
    ['DATE,ICSA\n2024-01-06,2070', 'line 2: the last line does not end: the file seems to be cut off.'],
    ['DATE,ICSA\n2024-01-06\n', 'line 2: 1 cell where the header has 2.'],
    [
      'DATE,ICSA\n06.01.2024,1\n',
      'line 2, column "DATE": "06.01.2024" is not a date; a real day written YYYY-MM-DD is right.',
    ],
    [
      'DATE,ICSA\n2024-01-06,#N/A\n',
      'line 2, column "ICSA": "#N/A" is not a number; plain digits with an optional decimal point, or "." or an empty cell where it is missing, are right.',
    ],
  ])('%j is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});

describe('Treasury par yields', () => {
  test('columns are found by name, with US and ISO dates, blank rows and cells, and no final line end', () => {
    expect(
      values(`${TENORS}\n01/03/2025,4.45,,4.36,4.57,4.79\n2025-01-02,,,,,\n01/02/2025,,4.30,,,4.80`),
    ).toEqual([
      'yields/US1M 2025-01-03 4.45',
      'yields/US2M 2025-01-03 4.36',
      'yields/US10Y 2025-01-03 4.57',
      'yields/US30Y 2025-01-03 4.79',
      'yields/US1_5M 2025-01-02 4.30',
      'yields/US30Y 2025-01-02 4.80',
    ]);
  });

  test('the archive’s lower-case headers and one-decimal numbers are read as printed', () => {
    expect(values('date,1 mo,30 yr\n01/02/1990,,8.0\n')).toEqual(['yields/US30Y 1990-01-02 8.0']);
    expect(tenorCode('1.5 Month')).toBe('US1_5M');
    expect(tenorCode('Date')).toBeUndefined();
  });

  test('an empty cell and N/A are missing values', () => {
    expect(values('Date,"1 Mo","10 Yr"\n01/03/2025,N/A,4.57\n01/02/2025,4.45,\n')).toEqual([
      'yields/US10Y 2025-01-03 4.57',
      'yields/US1M 2025-01-02 4.45',
    ]);
  });

  test('a day with every rate at 0 is left out with a note; bills alone may be at 0', () => {
    const file = (...rows: string[]) => readText(`Date,"1 Mo","3 Mo","1 Yr","30 Yr"\n${rows.join('\n')}\n`);
    const zeros = '04/14/2017,0,0.00,0.00,0.0';
    const one = file('04/17/2017,0.76,0.83,1.04,2.92', zeros, '04/13/2017,0.00,0.00,1.03,2.89');
    expect(one.observations).toHaveLength(8);
    expect(one.observations.map(({ date }) => date)).not.toContain('2017-04-14');
    expect(one.notes).toEqual(['2017-04-14 was left out: every rate is 0, so there was no curve.']);
    expect(file(zeros, '04/13/2017,0.00,0.00,1.03,2.89', zeros).notes).toEqual(one.notes);
    const two = file('04/21/2017,,N/A,0.00,', zeros, '12/11/2015,0.00,0.00,,');
    expect(two.observations.map(({ series }) => series)).toEqual(['yields/US1M', 'yields/US3M']);
    expect(two.notes).toEqual([
      '2 days, the first 2017-04-14, were left out: every rate is 0, so there was no curve.',
    ]);
  });

  test('a maturity that Almanac does not have is left out with a note', () => {
    const { observations, notes } = readText('Date,"1 Mo","40 Yr"\n01/03/2025,4.45,5.00\n');
    expect(observations.map(({ series }) => series)).toEqual(['yields/US1M']);
    expect(notes).toEqual(['The column "40 Yr" is a maturity that Almanac does not hold; it was left out.']);
  });

  test.each([
    [
      `${TENORS}\n01/03/2025,4.45,,4.36,4.57,4.79\n01/02/2025,4.45,,4`,
      'line 3: 4 cells where the header has 6: the file seems to be cut off.',
    ],
    [
      `${TENORS}\n01/03/2025,4.45,,4.36,4.57,4.79\n01/02/2025,4.45,,4.36,4.57,4.7`,
      'line 3, column "30 Yr": "4.7" ends too early: the file seems to be cut off.',
    ],
    [
      `${TENORS}\n01/03/2025,4.45,,4.36,4.57,4.79\n01/02/2025,4.45,,4.36,4.57,`,
      'line 3, column "30 Yr": "" ends too early',
    ],
    [
      `${TENORS}\n13/03/2025,4.45,,4.36,4.57,4.79\n`,
      'line 2, column "Date": "13/03/2025" is not a date; a real day written MM/DD/YYYY or YYYY-MM-DD is right.',
    ],
    [`${TENORS}\n01/03/2025,4.45%,,4.36,4.57,4.79\n`, 'line 2, column "1 Mo": "4.45%" is not a number'],
    [
      `${TENORS}\n01/03/2025,4.45,NULL,4.36,4.57,4.79\n`,
      'column "1.5 Month": "NULL" is not a number; plain digits with an optional decimal point, or an empty cell where it is missing, are right.',
    ],
  ])('%j is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});

describe('constituents', () => {
  test('both layouts of the open S&P 500 list are read', () => {
    const rows = [{ ticker: 'BRK.B', name: 'Berkshire, Hathaway', sector: 'Financials', weight: '', row: 2 }];
    const list = [{ code: 'SP500', asOf: undefined, rows }];
    expect(
      readText(`${SP500}BRK.B,"Berkshire, Hathaway",Financials,x,"Omaha, Nebraska",2010-02-16,1067983,1839\n`)
        .lists,
    ).toEqual(list);
    const old = readText(`Symbol,Name,Sector\nBRK.B,"Berkshire, Hathaway",Financials\n${OTHERS}`).lists;
    expect(old.map(({ code, rows }) => [code, rows.length, rows[0]])).toEqual([['SP500', 496, rows[0]]]);
  });

  test.each([
    [`${SP500}MMM,3M,Industr`, 'line 2: 3 cells where the header has 8: the file seems to be cut off.'],
    [
      'Symbol,Name,Sector\nMMM,3M,Industr',
      'line 2: the last line does not end: the file seems to be cut off.',
    ],
    ['Symbol,Name,Sector\nMMM,3M,I\nMMM,3M,I\n', 'line 3, column "Symbol": "MMM" is already on line 2'],
  ])('%j is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });
});

const change = (from: string | RegExp, to: string) => treasuryFeed((xml) => xml.replace(from, to));

describe('Treasury yields (XML feed)', () => {
  test('rates are read as written; null, empty and absent ones are missing; the display rate is ignored', () => {
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

  test('a day with every rate at 0 is left out with a note', () => {
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
    // The date of the previous entry does not carry over.
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

  test('another kind of feed is not recognised', () => {
    expect(failureOf('<feed><title>a blog</title></feed>')).toContain('is XML that is not known');
  });
});
