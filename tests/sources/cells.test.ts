import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText, dayNumber, daysFromCivil } from '../../service/calendar/dates.ts';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { compareDecimals } from '../../service/series-math/exact-decimal.ts';
import { isPlainNumber, monthNameDay, plainNumber, usDay } from '../../service/sources/cells.ts';
import { addDecimals, moveDecimalPoint, shiftDecimal } from '../../service/sources/exact-decimals.ts';
import { createGapFinder } from '../../service/sources/gaps.ts';
import { workbookNumber } from '../../service/sources/workbook.ts';
import { failureOf, readText } from './read-text.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from './text-fixtures.ts';
import { CENSUS_ROWS, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';
import { CLAIMS_WEEKS, claimsXml, h41Xml, stateClaimsXml, treasuryFeed } from './xml-fixtures.ts';

const dateLike = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => ({
    year,
    month,
    day,
    text: `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  }));
const plain = fc
  .tuple(fc.boolean(), fc.stringMatching(/^\d{1,20}$/), fc.option(fc.stringMatching(/^\d{1,8}$/)))
  .map(
    ([isNegative, whole, fraction]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  );
/** True for value texts that no publisher writes. */
const isOdd = (text: string) => /^-?0\d/.test(text) || /^-[0.]+$/.test(text);

describe('dates in cells', () => {
  test('a US date is the same day as its ISO form, with and without leading zeros', () => {
    fc.assert(
      fc.property(dateLike, ({ year, month, day, text }) => {
        const four = String(year).padStart(4, '0');
        expect(usDay(`${month}/${day}/${four}`)).toBe(dayNumber(text));
        expect(usDay(`${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${four}`)).toBe(
          dayNumber(text),
        );
      }),
    );
    expect(usDay('2024-01-02')).toBeUndefined();
    expect(usDay('13/01/2024')).toBeUndefined();
  });

  test('a date with the name of the month', () => {
    expect(dateText(monthNameDay('Dec 06, 2024') ?? 0)).toBe('2024-12-06');
    expect(dateText(monthNameDay('March 1, 2025') ?? 0)).toBe('2025-03-01');
    for (const text of ['31/Mar/2023', '31-Mar-2023'])
      expect(dateText(monthNameDay(text) ?? 0)).toBe('2023-03-31');
    for (const text of ['31/Mar-2023', '31/Feb/2023', '31/mar/2023', '03/31/2023', 'Mar/31/2023'])
      expect(monthNameDay(text)).toBeUndefined();
    expect(monthNameDay('Foo 06, 2024')).toBeUndefined();
    expect(monthNameDay('Feb 30, 2024')).toBeUndefined();
  });
});

describe('numbers in cells', () => {
  test('a plain number is a value text without leading zeros and without a sign on zero', () => {
    fc.assert(
      fc.property(
        fc.oneof(plain, fc.string({ maxLength: 8 }), fc.stringMatching(/^[-.\d e,]{0,8}$/)),
        (text) => {
          expect(isPlainNumber(text)).toBe(isValueText(text) && !isOdd(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each(['-0', '-0.0', '-0.00', '00', '-00', '007.50', '-007.50', '00.5', '000', '0,123', '001,234'])(
    '%s is not a publisher’s number, with and without separators, in a workbook too',
    (text) => {
      expect(isPlainNumber(text)).toBe(false);
      expect(plainNumber(text)).toBeUndefined();
      expect(workbookNumber(text)).toBeUndefined();
    },
  );

  test.each(['0', '0.00', '0.5', '-0.5', '-0.01', '10', '100.0', '-7'])(
    '%s is a publisher’s number',
    (text) => {
      expect(isPlainNumber(text)).toBe(true);
      expect(plainNumber(text)).toBe(text);
      expect(workbookNumber(text)).toBe(text);
    },
  );

  test.each([
    ['41,700,670,815.44', '41700670815.44'],
    ['1,118,750', '1118750'],
    ['7.15', '7.15'],
    ['8.0', '8.0'],
    ['-1,000', '-1000'],
    ['0.00', '0.00'],
    ['1,00', undefined],
    ['12,3x', undefined],
    ['-', undefined],
    ['', undefined],
  ])('thousands separators: %s → %s', (text, right) => {
    expect(plainNumber(text)).toBe(right);
  });

  test('a shifted number is exactly 10^n times the number', () => {
    const scaled = (text: string) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(30, '0'));
    };
    fc.assert(
      fc.property(plain, fc.integer({ min: 0, max: 9 }), (text, power) => {
        const shifted = shiftDecimal(text, power);
        expect(isValueText(shifted)).toBe(true);
        expect(scaled(shifted)).toBe(scaled(text) * 10n ** BigInt(power));
      }),
    );
    expect(shiftDecimal('391.8', 3)).toBe('391800');
    expect(shiftDecimal('24738.0', 3)).toBe('24738000');
    expect(shiftDecimal('0.5', 3)).toBe('500');
    expect(shiftDecimal('1.23456', 3)).toBe('1234.56');
  });
});

const places = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
const STEPS = [
  { step: 'week', dayOf: (at: number) => 10_000 + at * 7, text: (at: number) => dateText(10_000 + at * 7) },
  {
    step: 'month',
    dayOf: (at: number) => daysFromCivil(1999 + Math.floor(at / 12), (at % 12) + 1, 1),
    text: (at: number) => dateText(daysFromCivil(1999 + Math.floor(at / 12), (at % 12) + 1, 1)).slice(0, 7),
  },
] as const;

test.each(STEPS)(
  'every missing $step between the first and the last is a gap, and nothing else is',
  ({ step, dayOf, text }) => {
    fc.assert(
      fc.property(places, (held) => {
        const finder = createGapFinder(step);
        for (const place of held) finder.add('series', dayOf(place));
        const lacking: number[] = [];
        for (let at = Math.min(...held); at < Math.max(...held); at++)
          if (!held.includes(at)) lacking.push(at);
        const right =
          lacking.length === 0
            ? []
            : [{ name: 'series', missing: lacking.length, first: text(lacking[0] ?? 0) }];
        expect(finder.find()).toEqual(right);
      }),
    );
  },
);

test('a note names three series and counts the others; without gaps there is no note', () => {
  const notes: string[] = [];
  const finder = createGapFinder('month');
  finder.note({ note: (text) => notes.push(text) });
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    for (const month of [2, 5]) finder.add(name, daysFromCivil(2020, month, 1));
  finder.note({ note: (text) => notes.push(text) });
  expect(notes).toEqual([
    'The file has no rows for some months between its first and its last: a (2, first 2020-03), b (2, first 2020-03), c (2, first 2020-03) and 2 more. The stored values for them stay.',
  ]);
});

/** The plain decimal text of an integer and a number of decimals, without needless zeros. */
const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  places: fc.integer({ min: 0, max: 12 }),
});
function textOf({ units, places }: { units: bigint; places: number }): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

describe('exact decimals', () => {
  test('sums equal sums of whole numbers', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const places = Math.max(a.places, b.places);
        const up = ({ units, places: own }: typeof a) => units * 10n ** BigInt(places - own);
        const sum = addDecimals(textOf(a), textOf(b));
        expect(compareDecimals(sum, textOf({ units: up(a) + up(b), places }))).toBe(0);
        expect(sum).not.toMatch(/\.\d*0$/);
        expect(compareDecimals(textOf(a), textOf(b))).toBe(Math.sign(Number(up(a) - up(b))));
      }),
    );
  });

  test.each([
    ['0.1', '0.2', '0.3'],
    ['-0.1', '0.1', '0'],
    ['99999999999999.99', '0.01', '100000000000000'],
  ])('%s + %s = %s', (a, b, sum) => expect(addDecimals(a, b)).toBe(sum));

  test.each([
    ['4558332', -3, '4558.332'],
    ['4558332', 3, '4558332000'],
    ['5', -6, '0.000005'],
    ['1200000', -6, '1.2'],
    ['-1500', -3, '-1.5'],
    ['0', -6, '0'],
    ['1.25', 1, '12.5'],
    ['1.25', 3, '1250'],
    ['007.50', 0, '007.50'],
  ])('%s × 10^%i = %s', (text, power, moved) => expect(moveDecimalPoint(text, power)).toBe(moved));

  test('moving the point there and back changes nothing', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: -9, max: 9 }), (a, power) => {
        const there = moveDecimalPoint(textOf(a), power);
        expect(compareDecimals(moveDecimalPoint(there, -power), textOf(a))).toBe(0);
      }),
    );
  });
});

describe('numbers of workbooks', () => {
  test.each([
    ['6.727683', '6.727683'],
    ['15134', '15134'],
    ['1.50', '1.50'],
    ['-0.5', '-0.5'],
    ['0', '0'],
    ['1.85531362E8', '185531362'],
    ['1.0E7', '10000000'],
    ['9.6e-05', '0.000096'],
    ['7.500000000000001e-05', '0.000075'],
    ['-2.5E-3', '-0.0025'],
    ['1e+2', '100'],
    ['0e5', '0'],
    ['.5', '0.5'],
    ['65465.873227000001', '65465.873227'],
    ['1.000000000000005', '1.00000000000001'],
    ['1.000000000000004', '1'],
    ['9.999999999999995', '10'],
    ['23420.618563000015', '23420.618563'],
    ['30005.254820999995', '30005.254821'],
    ['999999999999999.9', '1000000000000000'],
    ['0.30000000000000004', '0.3'],
    ['123456789012345678', '123456789012346000'],
  ])('%s is %s', (text, plain) => expect(workbookNumber(text)).toBe(plain));

  test.each([
    '',
    '-',
    '.',
    'E5',
    '1,000',
    '1.2.3',
    'NaN',
    '1e999',
    '1e31',
    '0x10',
    ' 1',
    '#N/A',
    `0.${'0'.repeat(60)}1`,
  ])('%j is not a number', (text) => {
    expect(workbookNumber(text)).toBeUndefined();
  });

  test('the text of a double is read as that double, to fifteen digits', () => {
    fc.assert(
      fc.property(
        fc
          .double({ min: -1e12, max: 1e12, noNaN: true })
          .filter((value) => value === 0 || Math.abs(value) > 1e-12),
        (value) => {
          const plain = workbookNumber(String(value)) ?? 'none';
          expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
          expect(Math.abs(Number(plain) - value)).toBeLessThanOrEqual(Math.abs(value) * 6e-15);
        },
      ),
    );
  });
});

/** A file of each format with `text` in place of one number, and the place that a failure names. */
const OPENINGS = { JTS000000000000000JOL: BLS_MONTHS };
const ISHARES = (text: string) =>
  `iShares Core S&P 500 ETF\nFund Holdings as of,"Dec 06, 2024"\n\u00a0\nTicker,Name,Sector,Asset Class,Weight (%)\n"AAA","A","Energy","Equity","${text}"\n\u00a0\nLegal text.`;
const sheet = (rows: typeof CENSUS_ROWS, name: string, from: string, text: string) =>
  workbook(rows, { sheet: name, change: (xml) => xml.replace(`<v>${from}</v>`, `<v>${text}</v>`) });

const FORMATS: readonly [format: string, file: (text: string) => string | Buffer, place: string][] = [
  ['fred-csv', (text) => `DATE,ICSA\n1967-01-07,${text}\n`, 'line 2, column "ICSA"'],
  ['treasury-par-yields-csv', (text) => `Date,"1 Mo"\n01/02/2025,${text}\n`, 'line 2, column "1 Mo"'],
  [
    'treasury-par-yields-xml',
    (text) => treasuryFeed((xml) => xml.replace('4.63', text)),
    'line 13, BC_10YEAR',
  ],
  [
    'fiscaldata-debt-csv',
    (text) => `Record Date,Total Public Debt Outstanding\n2024-01-02,${text}\n`,
    'line 2, column "Total Public Debt Outstanding"',
  ],
  [
    'fiscaldata-debt-json',
    (text) => `{"data":[{"record_date":"2024-01-02","tot_pub_debt_out_amt":"${text}"}]}`,
    'line 1, column "tot_pub_debt_out_amt"',
  ],
  ['dol-r539cy-xml', (text) => claimsXml(CLAIMS_WEEKS).replace('346,000', text), 'line 5, InitialClaims/NSA'],
  ['dol-r539cy-state-xml', (text) => stateClaimsXml().replace('1,058,325', text), 'InitialClaims'],
  ['dol-state-claims-csv', (text) => stateClaims('mdy').replace('1058221', text), 'column "c3"'],
  [
    'bls-api-json',
    (text) => blsJson(OPENINGS).replace('7169', text),
    'value of JTS000000000000000JOL in 2025 M09',
  ],
  [
    'bls-flat-file',
    (text) => blsFlatFile(OPENINGS).replace('7169', text),
    'value of JTS000000000000000JOL in 2025 M09',
  ],
  ['bea-nipa-monthly-txt', (text) => NIPA.replace('26,739,879', text), 'line 4, column "Value"'],
  ['fed-h41-csv', (text) => h41().replace('554373', text), 'line 8, column "RESPPALGUOB_N.WW"'],
  ['fed-h41-xml', (text) => h41Xml().replace('554373', text), 'OBS_VALUE of RESPPALGUOB_N.WW'],
  ['census-country-xlsx', (text) => sheet(CENSUS_ROWS, 'country', '6000.5', text), 'sheet "country", cell Q'],
  [
    'ssga-holdings-xlsx',
    (text) => sheet(HOLDING_ROWS, 'holdings', '6.727683', text),
    'sheet "holdings", cell E6',
  ],
  ['ishares-holdings-csv', ISHARES, 'line 5, column "Weight (%)"'],
  ['long-csv', (text) => `series,date,value\nUS2Y,2024-01-02,${text}\n`, 'line 2, column "value"'],
  [
    'long-constituents-csv',
    (text) => `series,as_of,ticker,name,sector,weight\nX,2024-01-02,A,B,C,${text}\n`,
    'line 2, column "weight"',
  ],
];

/** Numbers in notations that no publisher uses. */
const ODD = ['-0', '-0.00', '00', '007.50', '-007.50', '0.5.0', '+5', '0x10', '1e5x', '٣', '１２'];

describe.each(FORMATS)('%s', (format, file, place) => {
  test.each(ODD)('%s is refused with its place', (text) => {
    const failure = failureOf(file(text), 'a.csv');
    expect(failure).toContain(place);
    expect(failure).toContain(JSON.stringify(text));
  });

  test('the original number is accepted', () => {
    const right: Record<string, string> = {
      'fiscaldata-debt-csv': '36218587006168.51',
      'fiscaldata-debt-json': '36218587006168.51',
      'dol-r539cy-state-xml': '1,058,325',
      'dol-state-claims-csv': '1058221',
      'bea-nipa-monthly-txt': '26,739,879',
    };
    const { format: known, observations, lists } = readText(file(right[format] ?? '10'));
    expect(known).toBe(format);
    expect(observations.length + lists.length).toBeGreaterThan(0);
  });
});

test.each([
  ['-0', '"-0" is not how a publisher writes a number: zero has no sign, so 0 is right.'],
  ['-0.00', 'zero has no sign, so 0.00 is right.'],
  ['00', 'it begins with zeros, and 0 is right.'],
  ['007.50', '"007.50" is not how a publisher writes a number: it begins with zeros, and 7.50 is right.'],
  ['-007.50', 'it begins with zeros, and -7.50 is right.'],
])('%s is refused with the fault in its notation', (text, message) => {
  expect(failureOf(`series,date,value\nUS2Y,2024-01-02,${text}\n`)).toContain(message);
});

test.each(['0', '0.00', '-0.5', '-0.01', '0.05', '10.00', '8.0'])('%s is stored unchanged', (text) => {
  expect(readText(`series,date,value\nUS2Y,2024-01-02,${text}\n`).observations[0]?.value).toBe(text);
});
