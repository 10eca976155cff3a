import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { today } from '../../service/calendar/today.ts';
import type { IngestProgress } from '../../service/contract/ingest.ts';
import { openReader } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { stateRows, weekdayAt } from '../weekdays.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

const LONG = 'dataset,series,date,value,state\n';
const DEBT = `${LONG}us_debt,total_public_debt_outstanding,2024-01-02,36104343213.10,
us_debt,total_public_debt_outstanding,2024-01-03,36104343214.00,
`;

function rowsOf(folder: Folder, dataset: string, code: string): string[] {
  const reader = openReader(folder.dataDir);
  try {
    const { body } = encoded(
      reader.observations({ dataset, codes: [code], from: -800_000, to: 800_000 }, { limit: 5000 }),
      'csv',
    );
    return body.toString('utf8').trim().split('\n');
  } finally {
    reader.close();
  }
}

test('a file is imported with its values unchanged, and its run has name, format and SHA-256', async () => {
  const folder = makeFolder();
  const file = folder.write('debt.csv', DEBT);
  const [imported] = await folder.import([file]);
  expect(imported?.format.id).toBe('long-csv');
  expect(
    imported?.runs.map(({ dataset, added, revised, unchanged }) => ({ dataset, added, revised, unchanged })),
  ).toEqual([{ dataset: 'us_debt', added: 2, revised: 0, unchanged: 0 }]);
  expect(imported?.runs.map(({ first, last }) => [dateText(first ?? 0), dateText(last ?? 0)])).toEqual([
    ['2024-01-02', '2024-01-03'],
  ]);
  expect(rowsOf(folder, 'us_debt', 'total_public_debt_outstanding')).toEqual([
    '2024-01-02,total_public_debt_outstanding,36104343213.10',
    '2024-01-03,total_public_debt_outstanding,36104343214.00',
  ]);
  const run = folder.dump(['run']);
  expect(run).toContain(createHash('sha256').update(DEBT).digest('hex'));
  expect(run).toContain(JSON.stringify(file));
  expect(run).toContain('"import","us_debt","file","long-csv"');
});

test('the same file again changes nothing; a newer one adds and revises', async () => {
  const folder = makeFolder();
  const file = folder.write('debt.csv', DEBT);
  const tables = ['data_state', 'dataset', 'series', 'observation', 'stretch', 'revision'];
  await folder.import([file]);
  const before = folder.dump(tables);
  const [again] = await folder.import([file]);
  expect(again?.runs[0]).toMatchObject({ added: 0, revised: 0, unchanged: 2 });
  expect(folder.dump(tables)).toBe(before);
  const newer = folder.write(
    'newer.csv',
    `${DEBT.replace('214.00', '215.50')}us_debt,total_public_debt_outstanding,2024-01-04,1.00,\n`,
  );
  const [revised] = await folder.import([newer]);
  expect(revised?.runs[0]).toMatchObject({ added: 1, revised: 1, unchanged: 1 });
  expect(folder.dump(['revision'])).toContain('36104343214.00');
});

test('a file with several datasets makes a run for each, or none if a later row is wrong', async () => {
  const folder = makeFolder();
  const claims = 'ui_state_weekly_claims,initial_claims,2024-01-06,1000,CA\n';
  const good = folder.write('good.csv', `${DEBT}jolts,hires_rate_sa,2023-01-01,3.9,\n${claims}`);
  const [imported] = await folder.import([good]);
  expect(imported?.runs.map(({ dataset, added }) => [dataset, added])).toEqual([
    ['us_debt', 2],
    ['jolts', 1],
    ['ui_state_weekly_claims', 1],
  ]);
  const before = folder.dump();
  const bad = folder.write(
    'bad.csv',
    `${LONG}jolts,hires_rate_sa,2023-02-01,4.0,\n${claims.replace('1000', '12,3x')}`,
  );
  expect((await folder.failure([bad])).message).toContain('bad.csv, line 3');
  expect(folder.dump()).toBe(before);
});

test('files before a failing one stay imported', async () => {
  const folder = makeFolder();
  const files = [
    folder.write('debt.csv', DEBT),
    folder.write('bad.csv', 'series,date,value\nUS2Y,2024-02-30,1\n'),
  ];
  expect((await folder.failure(files)).message).toBe(
    'bad.csv, line 2, column "date": "2024-02-30" is not a date; a real day written YYYY-MM-DD is right.',
  );
  expect(rowsOf(folder, 'us_debt', 'total_public_debt_outstanding')).toHaveLength(2);
});

test('rows in any order give the same data', async () => {
  const lines = ['US2Y', 'US10Y'].flatMap((code) =>
    Array.from({ length: 12 }, (_, at) => `${code},${dateText(weekdayAt(13_570 + at * 29))},${at}.10`),
  );
  const tables = ['series', 'observation', 'stretch'];
  const sorted = makeFolder();
  await sorted.import([sorted.write('y.csv', `series,date,value\n${lines.join('\n')}\n`)]);
  const facts = (folder: Folder) => [
    rowsOf(folder, 'yields', 'US2Y'),
    rowsOf(folder, 'yields', 'US10Y'),
    folder.dump(tables).split('\n').length,
  ];
  const right = facts(sorted);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
      const folder = makeFolder();
      await folder.import([folder.write('y.csv', `series,date,value\n${shuffled.join('\n')}\n`)]);
      expect(facts(folder)).toEqual(right);
    }),
    { numRuns: 8 },
  );
});

test('a list without a date is dated by the day of the import, and a note says so', async () => {
  const folder = makeFolder();
  const file = folder.write(
    'list.csv',
    'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n',
  );
  const [imported] = await folder.import([file]);
  expect(imported?.notes).toEqual([
    `The list has no date of its own; its constituents count as of ${dateText(today(NOW))}, the day of the import.`,
  ]);
  expect(imported?.runs[0]).toMatchObject({ dataset: 'constituents', added: 1 });
});

describe('a list without a date', () => {
  const LIST = 'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n';

  test('gets the day that is given with it, so that two lists imported on one day stay two lists', async () => {
    const folder = makeFolder();
    const path = folder.write('list.csv', LIST);
    const newer = folder.write('newer.csv', LIST.replace('Industrials', 'Other'));
    const [imported] = await folder.import([], { files: [{ path, listDate: '2014-12-07' }] });
    expect(imported?.notes).toEqual([
      'The list has no date of its own; its constituents count as of 2014-12-07, as you say.',
    ]);
    await folder.import([newer]);
    const reader = openReader(folder.dataDir);
    expect(reader.holdings()[0]?.series[0]?.lists?.map(({ asOf }) => dateText(asOf))).toEqual([
      dateText(today(NOW)),
      '2014-12-07',
    ]);
    reader.close();
  });

  test.each([
    [LIST, '2014-13-01', "A list date is a calendar day like 2024-12-06, not '2014-13-01'."],
    [LIST, '2026-11-22', 'line 2: 2026-11-22 is in the future; today is 2026-11-20'],
    [
      'series,as_of,ticker,name,sector,weight\nOWN,2024-12-06,A,A,,\n',
      '2014-12-07',
      'l.csv dates its list of OWN itself, 2024-12-06: import it without a list date.',
    ],
    ['series,date,value\nUS10Y,2024-01-02,4.00\n', '2014-12-07', 'l.csv has no list of constituents: import'],
  ])('is refused together with a wrong list date: %j, %s', async (text, listDate, message) => {
    const folder = makeFolder();
    const files = [{ path: folder.write('l.csv', text), name: 'l.csv', listDate }];
    expect((await folder.failure([], { files })).message).toContain(message);
    expect(folder.dump(['observation', 'constituent'])).toBe('observation\nconstituent');
  });
});

test('a column without values does not touch its dataset', async () => {
  const folder = makeFolder();
  const [imported] = await folder.import([
    folder.write('fred.csv', 'DATE,ICSA,JTSJOL\n2024-01-06,207000,.\n'),
  ]);
  expect(imported?.runs.map(({ dataset }) => dataset)).toEqual(['ui_weekly_claims']);
});

test('a file that a refresh fetched is stored with its address, and with the publisher as origin', async () => {
  const folder = makeFolder();
  const location = 'https://example.org/debt';
  await folder.import([folder.write('debt.csv', DEBT)], {
    provenance: { kind: 'refresh', origin: 'publisher', location },
  });
  expect(folder.dump(['run'])).toContain(`"refresh","us_debt","publisher","long-csv","${location}"`);
});

describe('progress and cancelling', () => {
  const many = `dataset,series,date,value,state\n${stateRows(150_000, '425').join('\n')}\n`;

  test('progress runs from recognising to publishing, with all bytes and rows', async () => {
    const folder = makeFolder();
    const seen: IngestProgress[] = [];
    await folder.import([folder.write('y.csv', many)], { onProgress: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['recognise', 'read', 'publish']);
    expect(seen.filter(({ phase }) => phase === 'read').length).toBeGreaterThan(2);
    expect(seen.at(-1)).toMatchObject({ bytes: many.length, totalBytes: many.length, rows: 150_000 });
  });

  test('a cancelled import stores nothing', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('debt.csv', DEBT)]);
    const before = folder.dump();
    const file = folder.write('y.csv', many);
    const inTheMiddle = new AbortController();
    const failure = await folder.failure([file], {
      signal: inTheMiddle.signal,
      onProgress: ({ phase, rows }) => phase === 'read' && rows > 0 && inTheMiddle.abort(),
    });
    expect(failure).toEqual({
      code: 'cancelled',
      message: 'The import of y.csv was cancelled; nothing was stored.',
    });
    expect(folder.dump()).toBe(before);
    expect((await folder.failure([file], { signal: AbortSignal.abort() })).code).toBe('cancelled');
  });
});
