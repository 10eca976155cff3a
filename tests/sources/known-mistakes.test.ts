import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archive } from './archive-fixtures.ts';
import { failureOf, readText } from './read-text.ts';
import { BLS_MONTHS, blsJson } from './text-fixtures.ts';

/** Files that are nearly right. Each is refused with its fault and the right form. */
const DEBT = 'Record Date,Debt Held by the Public,Intragovernmental Holdings,Total Public Debt Outstanding';
const KEY = 'abcdef0123456789abcdef0123456789';

describe('columns that are nearly right', () => {
  const EMPTY = /has an empty column at the end: its header ends with a comma\. Take out the commas/;
  const NUMBERS = /has a column of row numbers before the others, without a name; take it out \(in pandas/;
  const NO_SERIES =
    /names no series: its header is ".*"\. Write "dataset,series,date,value" above rows .*"observation_date,ICSA"\.$/;
  test.each<[string, string, RegExp]>([
    ['a trailing comma', 'DATE,ICSA,\n1967-01-07,208000,\n', EMPTY],
    ['several trailing commas', 'observation_date,ICSA,,\r\n1967-01-07,208000,,\r\n', EMPTY],
    ['a trailing comma, yields', 'Date,"1 Mo","10 Yr",\n01/02/2025,4.45,4.57,\n', EMPTY],
    ['row numbers of pandas', ',DATE,ICSA\n0,1967-01-07,208000\n', NUMBERS],
    ['row numbers of R', '"","observation_date","ICSA"\n"1","1967-01-07",208000\n', NUMBERS],
    ['row numbers that were saved twice', 'Unnamed: 0,DATE,ICSA\n0,1967-01-07,208000\n', NUMBERS],
    ['row numbers, yields', ',Date,1 Mo,10 Yr\n0,01/02/2025,4.45,4.57\n', NUMBERS],
    ['dates and values', 'date,value\n2024-01-06,202000\n', NO_SERIES],
    ['dates and values of old downloads', 'DATE,VALUE\n2024-01-06,202000\n', NO_SERIES],
    ['values and dates', 'Value,Date\n202000,2024-01-06\n', NO_SERIES],
    ['dates and values after row numbers', ',date,value\n0,2024-01-06,202000\n', NO_SERIES],
    ['dates and prices', 'Date,Close\n2024-01-06,4700.10\n', NO_SERIES],
    [
      'FRED’s columns under another header',
      'date,ICSA,icnsa\n2024-01-06,1,2\n',
      /header of its own, "date,ICSA,icnsa"; "observation_date,ICSA,ICNSA" is right for values in FRED’s units\.$/,
    ],
    ['a line for spreadsheets', 'sep=;\nDATE;ICSA\n1967-01-07;208000\n', /begins with "sep=;", a line for/],
    ['semicolons', 'DATE;ICSA\n1967-01-07;208000\n', /has its columns separated by semicolons; use commas/],
    ['tabs', 'observation_date\tICSA\n1967-01-07\t208000\n', /has its columns separated by tabs/],
  ])('%s', (_, text, message) => {
    expect(failureOf(text)).toMatch(message);
    expect(failureOf(text)).toMatch(/^test\.csv /);
  });

  test('an empty column or a column of row numbers makes no difference if columns are found by name', () => {
    const right = readText(`${DEBT}\n2024-01-03,20.10,5.05,25.15\n`).observations;
    expect(readText(`${DEBT},\n2024-01-03,20.10,5.05,25.15,\n`).observations).toEqual(right);
    expect(readText(`,${DEBT}\n0,2024-01-03,20.10,5.05,25.15\n`).observations).toEqual(right);
  });

  test.each([
    'DATE,ICSA\r1967-01-07,208000\r',
    'series,date,value\rUS2Y,2024-01-02,4.25\r',
    'dataset,series,date,value\rus_debt,x,2024-01-02,4.25',
    `${DEBT}\r2024-01-03,20.10,5.05,25.15\r`,
    'Date,"1 Mo","10 Yr"\r01/02/2025,4.45,4.57\r',
    'Symbol,Name,Sector\rMMM,3M,Industrials\r',
  ])('line ends of CR only are refused: %j', (text) => {
    expect(failureOf(text)).toMatch(
      /^test\.csv has lines that end with CR only.* save it with line ends of LF/,
    );
    expect(failureOf(text.replaceAll('\r', '\n'))).not.toContain('CR only');
  });
});

describe('a file saved by a spreadsheet', () => {
  const REWRITTEN =
    'A spreadsheet seems to have rewritten the dates. Download the file again, and import it as it came, without saving it in a spreadsheet.';
  test.each([
    [
      'DATE,ICSA\n1/7/1967,208000\n',
      'line 2, column "DATE": "1/7/1967" is not a date; a real day written YYYY-MM-DD is right. ',
    ],
    [
      'observation_date,ICSA\n7-Jan-67,208000\n',
      'line 2, column "observation_date": "7-Jan-67" is not a date',
    ],
    ['observation_date,ICSA\n24479,208000\n', '"24479" is not a date'],
    [`${DEBT}\n1/3/2000,20.10,5.05,25.15\n`, 'line 2, column "Record Date": "1/3/2000" is not a date'],
    ['series,date,value\nUS2Y,1/3/2000,4.25\n', 'line 2, column "date": "1/3/2000" is not a date'],
  ])('is refused for its dates: %j', (text, message) => {
    expect(failureOf(text)).toContain(message);
    expect(failureOf(text)).toContain(REWRITTEN);
  });

  test('with a wrong date is not ascribed to a spreadsheet without a reason', () => {
    expect(failureOf('DATE,ICSA\n1967-02-30,208000\n')).toBe(
      'test.csv, line 2, column "DATE": "1967-02-30" is not a date; a real day written YYYY-MM-DD is right.',
    );
  });

  test.each([
    [
      '3.62166E+13',
      '"3.62166E+13" is not a number: a spreadsheet has shortened it, and its last digits are lost. Download the file again',
    ],
    [
      '36218587006168.5',
      '"36218587006168.5" lacks the two decimals of every amount of FiscalData: a spreadsheet drops zeros at the end, and all digits after the fifteenth. Download',
    ],
    ['36218587006168', '"36218587006168" lacks the two decimals'],
  ])('is refused for an amount of the debt: %s', (amount, message) => {
    expect(
      failureOf(`Record Date,Total Public Debt Outstanding\n2024-01-02,25.10\n2024-01-03,${amount}\n`),
    ).toContain(`line 3, column "Total Public Debt Outstanding": ${message}`);
    expect(
      failureOf(`{"data":[{"record_date":"2024-01-03","tot_pub_debt_out_amt":"${amount}"}]}`, 'a.json'),
    ).toContain(message);
  });

  const days = (cents: (at: number) => string, count: number) =>
    `Record Date,Total Public Debt Outstanding\n${Array.from({ length: count }, (_, at) => `2024-01-${String(at + 1).padStart(2, '0')},3621858700616${at % 10}.${cents(at)}\n`).join('')}`;

  test('is refused if all cents are rounded to tens', () => {
    expect(failureOf(days((at) => `${at % 10}0`, 10))).toMatch(
      /^test\.csv has 10 amounts of ten trillions and more, and all of them end in 0: a spreadsheet keeps 15 digits/,
    );
    // One amount of other cents, or too few amounts, may be chance.
    expect(readText(days((at) => (at === 9 ? '11' : '50'), 10)).observations).toHaveLength(10);
    expect(readText(days(() => '50', 9)).observations).toHaveLength(9);
  });
});

describe('an answer that is not data', () => {
  test.each<[string, string, RegExp]>([
    [
      'FRED’s error',
      '{"error_code":400,"error_message":"Bad Request.  The value for variable api_key is not registered."}',
      /^a\.json is an error message, not data: FRED says "Bad Request\. The value for variable api_key is not registered\."\.$/,
    ],
    [
      'FRED without a key',
      '{"error_message":"Variable api_key is not set."}',
      /FRED says "Variable api_key is not set\."/,
    ],
    [
      'FiscalData’s error',
      '{"error":"Invalid Query Param","message":"Invalid query parameter \'page[sise]\' with value \'[1]\'. For more information please see the documentation."}',
      /^a\.json is an error message, not data: the publisher says "Invalid query parameter 'page\[sise\]'/,
    ],
    [
      'an error without words',
      '{"error":true,"code":500}',
      /is an error message, not data: the publisher did not answer/,
    ],
    [
      'no rows',
      '{"data":[],"meta":{"count":0,"labels":{},"total-count":0,"total-pages":0},"links":{"self":"&page"}}',
      /^a\.json is an answer of FiscalData without rows: nothing is there for what was asked/,
    ],
    [
      'no rows, with the names of the fields',
      '{"data":[],"meta":{"count":0,"labels":{"record_date":"Record Date","tot_pub_debt_out_amt":"Total"},"total-count":0,"total-pages":1}}',
      /^a\.json is an answer of FiscalData without rows/,
    ],
    [
      'JSON in a string',
      JSON.stringify(blsJson({ JTS000000000000000JOL: BLS_MONTHS })),
      /is one text in JSON, with the data in it/,
    ],
    ['a CSV in a string', JSON.stringify('DATE,ICSA\n1967-01-07,208000\n'), /is one text in JSON/],
    ['other JSON', '{"a":[1,2]}', /is JSON that is not known: of JSON files, answers of FiscalData/],
    [
      'FRED’s error in XML',
      '<?xml version="1.0"?>\n<error code="400" message="x"/>',
      /is an error message of the publisher in XML/,
    ],
  ])('%s', (_, text, message) => {
    expect(failureOf(text, 'a.json')).toMatch(message);
  });

  test('leaves out keys that a publisher repeats in its message', () => {
    const failure = failureOf(`{"error_code":400,"error_message":"The key ${KEY} is not registered."}`);
    expect(failure).toContain('The key … is not registered.');
    expect(failure).not.toContain(KEY);
  });
});

test('columns of several formats are refused with a message, and cause no error', () => {
  expect(failureOf('st,rptdate,c2,c3,c7,c8,c12,series,date,value\n')).toBe(
    'test.csv has the columns of several formats, "Almanac’s long CSV" and "Weekly claims by state (DOL ar539.csv)"; those of one are right.',
  );
  const names = [
    ...[
      'dataset',
      'series',
      'date',
      'value',
      'as_of',
      'ticker',
      'Date',
      '1 Mo',
      '10 Yr',
      'DATE',
      'observation_date',
      'ICSA',
    ],
    ...[
      'Record Date',
      'record_date',
      'Total Public Debt Outstanding',
      'tot_pub_debt_out_amt',
      'Symbol',
      'Security',
      'Name',
    ],
    ...[
      'Sector',
      'GICS Sector',
      'Date added',
      'st',
      'rptdate',
      'c2',
      'c3',
      'c7',
      'c8',
      'c12',
      '%SeriesCode',
      'Period',
      'Value',
      '',
    ],
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(names), fc.constantFrom(',', ';', '\t'), (header, separator) => {
      // With any header, a file without rows is read or refused with a message.
      expect(failureOf(`${header.join(separator)}\n`)).toMatch(/^(test\.csv|no failure)/);
    }),
    { numRuns: 2000 },
  );
});

describe('a file of another kind', () => {
  const CSV = 'DATE,ICSA\n1967-01-07,208000\n';
  test.each<[string, string | Buffer, RegExp]>([
    [
      'a web page',
      `\uFEFF\n<!doctype html><table><tr><td>DATE</td></tr></table>`,
      /is a web page \(HTML\), not data/,
    ],
    [
      'a ZIP archive of the file',
      archive([{ name: 'ICSA.csv', data: CSV }]),
      /is a ZIP archive of .*; unpack it/,
    ],
    ['gzip', gzipSync(CSV), /is a gzip archive; unpack it/],
    ['bzip2', 'BZh91AY&SY', /is a bzip2 archive; unpack it/],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /is an xz archive/],
    ['Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /is a Zstandard archive/],
    ['7-Zip', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), /is a 7-Zip archive/],
    ['RAR', 'Rar!\x1a\x07', /is a RAR archive/],
    ['Parquet', 'PAR1\x15\x04', /is a Parquet file, which is not imported; save the table as CSV/],
    ['SQLite', 'SQLite format 3\0', /is an SQLite database/],
    ['UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), /is UTF-16 text; save it as UTF-8/],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      /is an old Excel or Office document; save/,
    ],
    ['nothing', '', /^test\.csv is empty\.$/],
    ['blank space', ' \r\n\n', /^test\.csv holds nothing but blank space\.$/],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /is a JPEG picture/],
    ['a PDF', '%PDF-1.7\n', /is a PDF document/],
    ['a ZIP archive that is cut', 'PK\x03\x04\x14\0data.csv', /is a ZIP archive; unpack it/],
    [
      'an OpenDocument sheet',
      'PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      /is an OpenDocument file, which is not imported; save the sheet as CSV \(UTF-8\)\.$/,
    ],
    ['a workbook', 'PK\x03\x04\x14\0[Content_Types].xml', /is an Excel workbook/],
    [
      'UTF-16 without its mark',
      Buffer.from('series,date,value\n', 'utf16le'),
      /is UTF-16 text; save it as UTF-8/,
    ],
    ['binary', Buffer.from([1, 2, 3, 0, 9, 9, 0, 0, 5]), /is a binary file/],
    [
      'another CSV',
      'name,age\nAnn,3\n',
      /^test\.csv is in none of the formats that can be imported; it begins with "name,age"\. Right are the files of DOL, BLS,/,
    ],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n',
      /is a pointer of Git LFS to a file that was not downloaded/,
    ],
  ])('%s', (_, content, message) => {
    expect(failureOf(content)).toMatch(message);
  });
});
