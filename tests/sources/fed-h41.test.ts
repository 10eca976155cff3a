import { describe, expect, test } from 'vitest';
import { archive } from './archive-fixtures.ts';
import { failureOf, type ReadResult, readText } from './read-text.ts';
import { h41 } from './text-fixtures.ts';
import { H41_END, H41_IDS, H41_TOP, h41Series, h41Xml, type Obs } from './xml-fixtures.ts';

const values = (text: string) =>
  readText(text)
    .observations.map(({ series, date, value }) => `${series.split('/')[1]} ${date} ${value}`)
    .sort();

describe('the Federal Reserve’s H.4.1', () => {
  test('Wednesday levels of the catalogue are read; changes, NA, ND and empty cells are left out', () => {
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

  test('the order of columns, the line ends and a final one make no difference', () => {
    expect(values(h41((ids) => ids.toReversed()))).toEqual(values(h41()));
    expect(values(h41((ids) => ids.toSorted()))).toEqual(values(h41()));
    expect(values(h41(undefined, { newline: '\n' }))).toEqual(values(h41()));
    expect(values(`${h41()}\r\n`)).toEqual(values(h41()));
  });

  test('the order of weeks makes no difference', () => {
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

  test('a file that ends above the data, or within a week, is refused', () => {
    const text = h41();
    expect(failureOf(text.slice(0, text.indexOf('"Unique')))).toMatch(
      /ends before its row "Unique Identifier"/,
    );
    expect(failureOf(text.slice(0, text.indexOf('RESPPLLDT')))).toMatch(/never closed/);
    expect(failureOf(text.slice(0, -12))).toMatch(/line 9: \d cells where the header has 10.*cut off/);
  });

  test('a Wednesday that the file lacks gives a note', () => {
    const text = h41().replace(/2026-09-23.*\r\n/, '');
    expect(readText(text).notes).toEqual([expect.stringMatching(/weeks .*first 2026-09-23/)]);
  });
});

const zip = (xml: string, options: { isStreamed?: boolean } = {}) =>
  archive([
    { name: 'frb_common.xsd', data: '<schema/>' },
    { name: 'H41_H41.xsd', data: '<schema/>' },
    { name: 'H41_data.xml', data: xml, ...options },
    { name: 'H41_struct.xml', data: '<Structure/>' },
  ]);
const bills = (mult: string, value: string) =>
  h41Xml(
    [h41Series({ name: 'RESPPALGUOB_N.WW', mult, observations: [['2026-09-16', value]] })],
    ['RESPPALGUOB_N'],
  );

describe('H.4.1 (SDMX)', () => {
  test('the Wednesday levels of the catalogue are read out of many series; ND is a missing value', () => {
    const { format, observations, notes } = readText(h41Xml());
    expect(format).toBe('fed-h41-xml');
    expect(notes).toEqual([]);
    expect(observations).toHaveLength(2 * H41_IDS.length);
    expect(observations.slice(0, 2)).toEqual([
      {
        series: 'factors_affecting_reserve_balances/treasury_securities_total',
        date: '2026-09-16',
        value: '4558332',
        line: 17,
      },
      {
        series: 'factors_affecting_reserve_balances/treasury_securities_total',
        date: '2026-09-23',
        value: '4558332',
        line: 18,
      },
    ]);
    expect(new Set(observations.map(({ series }) => series)).size).toBe(H41_IDS.length);
  });

  test.each([false, true])(
    'an archive gives the same as its XML, with sizes written after the data: %s',
    (isStreamed) => {
      const { format, ...whole } = readText(h41Xml());
      const { format: zipped, ...unpacked } = readText(zip(h41Xml(), { isStreamed }), { pieceBytes: 100 });
      expect([format, zipped]).toEqual(['fed-h41-xml', 'fed-h41-xml-zip']);
      expect(unpacked).toEqual(whole);
    },
  );

  test.each([
    ['1000000', '554373', '554373'],
    ['1e+06', '554373', '554373'],
    ['1', '554373000000', '554373'],
    ['1', '554373123456', '554373.123456'],
    ['1000', '554373001', '554373.001'],
    ['1000', '1', '0.001'],
    ['1e+03', '554373001', '554373.001'],
    ['1000000000', '554.373', '554373'],
    ['1e+09', '554.373', '554373'],
    ['1e+09', '554.3731239', '554373.1239'],
  ])('a multiplier %s makes %s into %s millions', (mult, value, millions) => {
    const { observations } = readText(bills(mult, value));
    expect(
      observations.filter(({ series }) => series.endsWith('/treasury_bills')).map((row) => row.value),
    ).toEqual([millions]);
  });

  test.each(['ND', 'NC', 'NA'])('an observation with the status %s is missing', (status) => {
    const loans = (...marked: Obs[]) =>
      h41Xml(
        [h41Series({ name: 'RESPPALD_N.WW', observations: [['2026-09-16', '1'], ...marked] })],
        ['RESPPALD_N'],
      );
    const read = ({ observations }: ReadResult) =>
      observations.map(({ series, date, value }) => [series, date, value]);
    expect(read(readText(loans(['2026-09-23', '-9999', status])))).toEqual(read(readText(loans())));
    expect(failureOf(loans(['2026-09-23', '-9999', 'A']))).toContain('"-9999" is not a value');
  });

  test('a missing series and a missing week give notes', () => {
    const weeks = h41Series({
      name: 'RESPPALD_N.WW',
      observations: [
        ['2026-09-16', '1'],
        ['2026-09-30', '2'],
      ],
    });
    expect(readText(h41Xml([weeks], ['RESPPALD_N', 'RESPPLLDA_N'])).notes).toEqual([
      'The file has no series RESPPLLDA_N.WW.',
      expect.stringContaining('RESPPALD_N.WW (1, first 2026-09-23)'),
    ]);
  });

  const one = (from: string | RegExp, to: string) => h41Xml().replace(from, to);
  test.each([
    [
      bills('6', '554373'),
      'UNIT_MULT: "6" of RESPPALGUOB_N.WW where "1000000" or another factor of thousands is right',
    ],
    [
      one('UNIT="Currency"', 'UNIT="Percent"'),
      'UNIT: "Percent" of RESPPALGUO_N.WW where "Currency" is right; Almanac holds the H.4.1 in millions of US dollars.',
    ],
    [one('CURRENCY="USD"', 'CURRENCY="EUR"'), 'CURRENCY: "EUR" of RESPPALGUO_N.WW'],
    [
      one('OBS_VALUE="4558332"', 'OBS_VALUE="4,558"'),
      'test.csv, line 17, OBS_VALUE of RESPPALGUO_N.WW: "4,558" is not a value',
    ],
    [
      one('OBS_STATUS="A" OBS_VALUE="4558332"', 'OBS_STATUS="A" OBS_VALUE="-9999"'),
      '"-9999" is not a value, though the status is A.',
    ],
    [
      one('OBS_STATUS="A"', 'OBS_STATUS="Z"'),
      'OBS_STATUS of RESPPALGUO_N.WW: "Z" is none of A, ND, NC and NA.',
    ],
    [one('OBS_STATUS="A" ', ''), 'OBS_STATUS of RESPPALGUO_N.WW: ""'],
    [one('2026-09-16', '2026-09-31'), 'TIME_PERIOD of RESPPALGUO_N.WW: "2026-09-31" is not a date'],
    [h41Xml([h41Series({ name: 'RESPPALGUO_N.WW', observations: [] })]), '"RESPPALGUO_N.WW" is there twice'],
    [one('DataSet id="H41"', 'DataSet id="H15"'), 'DataSet: this is the release "H15"; Almanac reads H41.'],
    [`${H41_TOP}${H41_END}`, `holds none of the ${H41_IDS.length} series of the H.4.1`],
    [h41Xml().slice(0, -60), 'cut off'],
    [zip(h41Xml().slice(0, -60)), 'of H41_data.xml: the XML ends before its last element is closed'],
    [
      zip(one('OBS_VALUE="4558332"', 'OBS_VALUE="x"')),
      'test.csv, line 17 of H41_data.xml, OBS_VALUE of RESPPALGUO_N.WW: "x"',
    ],
    [
      archive([{ name: 'H41_struct.xml', data: '<a/>' }]),
      'holds 0 files of data where one, H41_data.xml, is right; in it are "H41_struct.xml".',
    ],
    [
      archive(['H41_data.xml', 'H8_data.xml'].map((name) => ({ name, data: h41Xml() }))),
      'holds 2 files of data where one, H41_data.xml, is right; in it are "H41_data.xml", "H8_data.xml".',
    ],
    [
      archive([{ name: 'H15_data.xml', data: h41Xml().replace('id="H41"', 'id="H15"') }]),
      'this is the release "H15"',
    ],
    [archive([{ name: 'H41_data.xml', data: Buffer.alloc(30 << 20) }]), 'packed by more than 200 to 1'],
  ])('%# is refused', (content, message) => {
    expect(failureOf(content)).toContain(message);
  });
});
