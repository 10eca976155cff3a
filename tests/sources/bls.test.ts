import { describe, expect, test } from 'vitest';
import { findDataset } from '../../service/datasets/index.ts';
import { failureOf, readText } from './read-text.ts';
import { BLS_MONTHS, blsFlatFile, blsJson } from './text-fixtures.ts';

const OPENINGS = 'JTS000000000000000JOL';
const PRICES = 'CUSR0000SA0';
const MANUFACTURING = 'JTS300000000000000JOL';
const values = (text: string) =>
  readText(text).observations.map(({ series, date, value }) => [series, date, value]);
const RIGHT = [
  ['jolts/job_openings_level_sa', '2025-12-01', '6550'],
  ['jolts/job_openings_level_sa', '2025-11-01', '6846'],
  ['jolts/job_openings_level_sa', '2025-09-01', '7169'],
  ['jolts/job_openings_level_sa', '2025-08-01', '7227'],
  ['jolts/job_openings_level_sa', '2025-07-01', '7181'],
];

describe.each([
  ['the API', blsJson, 'bls-api-json'],
  ['a flat file', blsFlatFile, 'bls-flat-file'],
] as const)('JOLTS from %s', (_, write, format) => {
  test('months are dated by their first day; yearly averages and missing months are left out', () => {
    const text = write({ [OPENINGS]: BLS_MONTHS });
    expect(readText(text).format).toBe(format);
    expect(values(text)).toEqual(RIGHT);
    expect(readText(text).notes).toEqual([
      `BLS has no number for 1 of the file’s months: ${format === 'bls-api-json' ? 'Data unavailable due to the lapse' : 'footnote X'}.`,
      '1 of the file’s numbers is preliminary.',
    ]);
  });

  test('every series of the catalogue is found by its BLS id', () => {
    const series = findDataset('jolts')?.series ?? [];
    const ids = series.map(
      ({ publisherIds }) => publisherIds.find(({ system }) => system === 'BLS')?.id ?? '',
    );
    const month = [{ year: '2020', period: 'M04', value: '4.6' }];
    const read = values(write(Object.fromEntries(ids.map((id) => [id, month]))));
    expect(read).toEqual(series.map(({ code }) => [`jolts/${code}`, '2020-04-01', '4.6']));
    expect(read).toHaveLength(26);
  });

  test('other series of BLS are left out with a note', () => {
    const odd = [{ year: '2025', period: 'A01', value: 'n/a' }];
    const text = write({ [PRICES]: odd, [OPENINGS]: BLS_MONTHS, [MANUFACTURING]: odd });
    expect(values(text)).toEqual(RIGHT);
    expect(readText(text).notes[0]).toBe(
      `2 of the file’s BLS series are not held by Almanac and were left out, ${PRICES} for one.`,
    );
  });

  test('a file without any JOLTS series is refused', () => {
    expect(failureOf(write({ [PRICES]: BLS_MONTHS }))).toMatch(
      /none of the 26 JOLTS series .*; it holds CUSR0000SA0\.$/,
    );
  });

  test.each([
    ['value', '7x81', 'value', /line 7, column "value of JTS0+JOL in 2025 M07": "7x81" is not a number/],
    ['period', 'M00', 'period', /line 7, column "period": "M00" is not a month/],
    ['period', 'Q03', 'period', /line 7, column "period": "Q03" is not a month/],
    ['year', '25', 'year', /line 7, column "year": "25" is not a year/],
  ])('a %s like %s in a late row is refused', (_field, wrong, key, message) => {
    const months = BLS_MONTHS.map((month, at) => (at === 6 ? { ...month, [key]: wrong } : month));
    // In the flat file, the header is line 1; the JSON counts records.
    const text = write({ [OPENINGS]: write === blsFlatFile ? months.slice(1) : months });
    expect(failureOf(text)).toMatch(message);
  });

  test('an id that cannot be a BLS id is refused', () => {
    expect(failureOf(write({ 'jobs of all': BLS_MONTHS }))).toMatch(
      /"jobs of all" is not the id of a BLS series/,
    );
  });

  test('a series that ends before the others, perhaps cut off, gives a note', () => {
    const text = write({ [OPENINGS]: BLS_MONTHS, JTU000000000000000QUR: BLS_MONTHS.slice(3) });
    expect(readText(text).notes.at(-1)).toBe(
      'The newest month, 2025-12, is not there for 1 of the file’s series, quits_rate_nsa for one.',
    );
  });

  test('a month that the file lacks gives a note', () => {
    const notes = readText(write({ [OPENINGS]: BLS_MONTHS.filter(({ period }) => period !== 'M09') })).notes;
    expect(notes.at(-1)).toMatch(/no rows for some months .*: job_openings_level_sa \(1, first 2025-09\)/);
  });
});

describe('an answer of the BLS API', () => {
  test('the daily limit is a failure with that reason', () => {
    const text = JSON.stringify({
      status: 'REQUEST_NOT_PROCESSED',
      responseTime: 0,
      message: [
        'Request could not be serviced, as the daily threshold for total number of requests has been reached.',
      ],
      Results: {},
    });
    expect(failureOf(text, 'bls.json')).toMatch(
      /^bls\.json is not data: the BLS limit of requests for the day is used up/,
    );
  });

  test('a registration key that BLS repeats is left out of the message', () => {
    const key = '0123456789abcdef0123456789abcdef';
    const message = [`The daily threshold of the user with registration key ${key} has been reached.`];
    const refusal = failureOf(JSON.stringify({ status: 'REQUEST_NOT_PROCESSED', message }));
    expect(refusal).toContain('registration key … has been reached.');
    expect(refusal).not.toContain(key);
    const { notes } = readText(blsJson({ [OPENINGS]: BLS_MONTHS }, message));
    expect(notes.join()).not.toContain(key);
  });

  test('any other refusal is a failure that quotes BLS', () => {
    const text = '{"status":"REQUEST_FAILED_INVALID_PARAMETERS","message":["Invalid year"],"Results":null}';
    expect(failureOf(text)).toMatch(
      /BLS answered "REQUEST_FAILED_INVALID_PARAMETERS"\. BLS says: Invalid year\.$/,
    );
  });

  test('a range that BLS shortened is refused, with advice on how to get the whole', () => {
    const message = ['Year range has been reduced to the system-allowed limit of 10 years.'];
    expect(failureOf(blsJson({ [OPENINGS]: BLS_MONTHS }, message))).toBe(
      'test.csv is a part of what was asked for. BLS says: Year range has been reduced to the system-allowed limit of 10 years. Ask for no more than 10 years and 25 series at a time (20 and 50 with a registered key), or import the flat file jt.data.1.AllItems, which has all years.',
    );
  });

  test('other messages of BLS are notes', () => {
    const message = ['No Data Available for Series JTU000000000000000QUR Year: 2000'];
    const { notes, observations } = readText(blsJson({ [OPENINGS]: BLS_MONTHS }, message));
    expect(notes[0]).toBe(`BLS notes on its answer: ${message[0]}.`);
    expect(observations).toHaveLength(RIGHT.length);
  });

  test('an answer for a series that does not exist has no numbers, and is refused', () => {
    const text = blsJson({ [OPENINGS]: [] }, ['Invalid Series for Series X']);
    expect(failureOf(text)).toMatch(/without numbers\. BLS says: Invalid Series for Series X\.$/);
  });

  test.each([
    [
      '{"status":"REQUEST_SUCCEEDED","message":[],"Results":{"series":{}}}',
      /\/Results\/series must be array/,
    ],
    ['{"status":"REQUEST_SUCCEEDED","message":[]}', /not an answer of the BLS API/],
    [
      '{"status":"REQUEST_SUCCEEDED","message":[],"Results":{"series":[{"seriesID":1}]}}',
      /\/Results\/series\/0/,
    ],
    [blsJson({ [OPENINGS]: BLS_MONTHS }).slice(0, -40), /seems to be cut off/],
    [blsJson({ [OPENINGS]: BLS_MONTHS }).replace('"M09"', 'M09'), /not valid JSON: .*(line 7|M09)/],
  ])('a document of another shape is refused: %#', (text, message) => {
    expect(failureOf(text)).toMatch(message);
  });
});

describe('a flat file', () => {
  const line = (id: string, period: string, value: string) =>
    `${[id.padEnd(30), '2025', period, value.padStart(12), ''].join('\t')}\r\n`;
  const header = `${'series_id'.padEnd(30)}\tyear\tperiod\t       value\tfootnote_codes\r\n`;

  test('the rows of a series may continue after those of another one', () => {
    const text = `${header}${line(OPENINGS, 'M07', '7181')}${line(MANUFACTURING, 'M07', '500')}${line(OPENINGS, 'M08', '7227')}`;
    expect(values(text).map(([, date, value]) => [date, value])).toEqual([
      ['2025-07-01', '7181'],
      ['2025-08-01', '7227'],
    ]);
  });

  test('an id that begins like the previous one is another series', () => {
    const text = `${header}${line(OPENINGS, 'M07', '7181')}${line(`${OPENINGS}2`, 'M08', '1')}`;
    expect(values(text).map(([, date, value]) => [date, value])).toEqual([['2025-07-01', '7181']]);
  });

  test.each([
    [(text: string) => text.trimEnd(), /line 8: the last line does not end/],
    [(text: string) => text.replace('\tM09\t', ' M09 '), /line 6: .*3 cells where the header has 5/],
    [(text: string) => text.replace(/\t2025\tM08\t *7227\t/, ' '), /line 7: .*1 cell where the header has 5/],
  ])('a damaged row is refused: %#', (damage, message) => {
    expect(failureOf(damage(blsFlatFile({ [OPENINGS]: BLS_MONTHS })))).toMatch(message);
  });
});
