import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConstituentWrite, openReader } from '../../service/store/index.ts';
import { constituentBytes, type RowFormat } from '../../service/tables/row-bytes.ts';
import { makeFolder, publish, runOf } from './folder.ts';
import { findFaults, openRaw } from './raw.ts';

const row = (ticker: string, weight: string, name = ticker, sector = 's'): ConstituentWrite => ({
  ticker,
  name,
  sector,
  weight,
});

function write(dataDir: string, asOf: number, rows: ConstituentWrite[], other = {}) {
  return publish(dataDir, runOf('constituents', other), (open) => open.constituents('SPX', asOf, rows));
}

function readAll(dataDir: string, format: RowFormat = 'json'): string {
  const reader = openReader(dataDir);
  const text = constituentBytes(
    'SPX',
    reader.constituents('SPX', { offset: 0, limit: 5000 }),
    format,
  ).body.toString();
  reader.close();
  return text;
}

const tickers = (dataDir: string) =>
  (JSON.parse(`[${readAll(dataDir)}]`) as ConstituentWrite[]).map(({ ticker }) => ticker);

test('the order is weight descending, rows without a weight last, then ticker', () => {
  using folder = makeFolder();
  write(folder.path, 10, [
    row('Z', ''),
    row('B', '1.5'),
    row('A', '1.50'),
    row('C', '10'),
    row('N', '-0.1'),
    row('Y', ''),
  ]);
  expect(tickers(folder.path)).toEqual(['C', 'A', 'B', 'N', 'Y', 'Z']);
});

test('the newest list is returned, whatever the order of the imports', () => {
  using folder = makeFolder();
  write(folder.path, 20, [row('NEW', '1')]);
  write(folder.path, 10, [row('OLD', '1'), row('OLDER', '1')]);
  expect(tickers(folder.path)).toEqual(['NEW']);
  const reader = folder.reader();
  expect(reader.constituentCodes('constituents')).toEqual(['SPX']);
  expect(reader.holdings()).toMatchObject([
    {
      dataset: 'constituents',
      count: 1,
      series: [{ code: 'SPX', area: '', count: 1, first: 10, last: 20 }],
    },
  ]);
  expect(reader.constituents('DJI', { offset: 0, limit: 1 })).toBeUndefined();
});

test('importing the same list again changes nothing; a different one replaces it and counts the differences', () => {
  using folder = makeFolder();
  const first = [row('A', '3'), row('B', '2'), row('C', '1')];
  expect(write(folder.path, 10, first)).toMatchObject({ added: 3, revised: 0, unchanged: 0 });
  const reader = folder.reader();
  const version = reader.dataVersion();
  expect(write(folder.path, 10, first.toReversed())).toMatchObject({ added: 0, revised: 0, unchanged: 3 });
  expect(reader.dataVersion()).toBe(version);
  // D is new, B has a new weight, C is gone, A is unchanged.
  expect(write(folder.path, 10, [row('A', '3'), row('D', '9'), row('B', '2.5')])).toMatchObject({
    added: 1,
    revised: 2,
    unchanged: 1,
  });
  expect(reader.dataVersion()).not.toBe(version);
  expect(tickers(folder.path)).toEqual(['D', 'A', 'B']);
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT count FROM constituent_list WHERE superseded_by = 3').pluck().all()).toEqual([
    3,
  ]);
  expect(findFaults(raw.db)).toEqual([]);
});

test('sample lists are removed completely, with all their codes', () => {
  using folder = makeFolder();
  publish(folder.path, runOf('constituents', { kind: 'sample', origin: 'sample' }), (open) => {
    open.constituents('SPX', 99, [row('S', '1')]);
    open.constituents('OTHER', 99, [row('S', '1')]);
  });
  expect(write(folder.path, 10, [row('A', '3')])).toMatchObject({ added: 1, revised: 0 });
  expect(tickers(folder.path)).toEqual(['A']);
  const reader = folder.reader();
  expect(reader.constituentCodes('constituents')).toEqual(['SPX']);
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT count(*) FROM constituent').pluck().get()).toBe(1);
});

test('a weight that is not a number is refused', () => {
  using folder = makeFolder();
  expect(() => write(folder.path, 10, [row('A', '3%')])).toThrow(/A the weight "3%"/);
  expect(readAll(folder.path)).toBe('');
});

test('names with quotes, commas, line breaks and any script come back unchanged, page by page', () => {
  const text = fc.oneof(
    fc.constantFrom('a "quoted" name', 'comma, Inc.', 'two\nlines', 'é 漢字 😀', ''),
    fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', '')),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[A-Z]{1,5}$/), text, text), { selector: ([t]) => t }),
      fc.integer({ min: 1, max: 5 }),
      (list, limit) => {
        using folder = makeFolder();
        const rows = list.map(([ticker, name, sector]) => ({ ticker, name, sector, weight: '' }));
        write(folder.path, 0, rows);
        const expected = rows
          .toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))
          .map((one) => ({ series: 'SPX', as_of: '1970-01-01', ...one }));
        const reader = folder.reader();
        for (let offset = 0; offset <= expected.length; offset += limit) {
          const page = reader.constituents('SPX', { offset, limit });
          expect(JSON.parse(`[${constituentBytes('SPX', page, 'json').body.toString()}]`)).toEqual(
            expected.slice(offset, offset + limit),
          );
          expect(page?.total).toBe(expected.length);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('CSV fields are quoted where RFC 4180 requires it', () => {
  using folder = makeFolder();
  write(folder.path, 0, [row('A', '1.20', 'He said "buy", Inc.', 'Tech')]);
  expect(readAll(folder.path, 'csv')).toBe('SPX,1970-01-01,A,"He said ""buy"", Inc.",Tech,1.20\n');
});
