import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORK_OPTIONS } from '../../service/store/data-file.ts';
import {
  backUp,
  backUpPath,
  openDatabase,
  openReader,
  openWriter,
  restore,
  setAside,
} from '../../service/store/index.ts';
import { CLAIMS, newFolder, openedWork, REQUEST } from './items.ts';

const PAIR = { before: { ticker: 'BLL', name: '' }, after: { ticker: 'BALL', name: '' }, is_same: true };

test('the version grows with every change by any program, and a closed file cannot be used', () => {
  const dataDir = newFolder();
  const [one, other] = [openedWork(dataDir), openedWork(dataDir)];
  expect(one.version()).toBe(0);
  const versions = [
    () => one.preferences.set({ theme: 'dark' }),
    () => other.preferences.set({ theme: null }),
    () => other.sameCompanies.set(PAIR),
  ].map((change) => {
    change();
    return [one.version(), other.version()];
  });
  expect(versions).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  for (const work of [one, other]) {
    work.close();
    work.close();
    expect(() => work.version()).toThrow('The database connection is not open');
  }
});

test('a file that is damaged while it is open is named, whether it is read or written', () => {
  const dataDir = newFolder();
  const file = path.join(dataDir, 'work.sqlite');
  const work = openedWork(dataDir);
  const other = openDatabase(file, WORK_OPTIONS);
  other.exec('DROP TABLE preference; DROP TABLE outgoing; DROP TABLE same_company');
  other.close();
  for (const use of [
    () => work.preferences.values(),
    () => work.preferences.set({ theme: 'dark' }),
    () => work.outgoing.list({ limit: 1 }, []),
    () => work.outgoing.note(REQUEST),
    () => work.sameCompanies.list(),
    () => work.sameCompanies.set(PAIR),
    () => work.saved.list(),
  ])
    expect(use).toThrow(expect.objectContaining({ code: 'broken_data_file', at: { file } }));
});

test('every back-up has the work; a restore brings it back only if it was lost', async () => {
  const dataDir = newFolder();
  openWriter(dataDir).close();
  const now = new Date('2026-11-22T12:00:00.000Z');
  const back = async (name: string) =>
    (await restore(dataDir, backUpPath(dataDir, name), name, now)).has_brought_work;
  // Back-ups are made and restored even without a work file.
  expect(await back(backUp(dataDir, now).name)).toBe(false);
  let work = openedWork(dataDir);
  const { item } = work.saved.save(CLAIMS);
  work.sameCompanies.set(PAIR);
  work.preferences.set({ density: 'compact' });
  const { name } = backUp(dataDir, now);
  work.preferences.set({ density: null });
  expect(await back(name)).toBe(false);
  expect(work.preferences.values()).toEqual({});
  work.close();

  // A damaged file is set aside, and the new file is empty.
  const file = path.join(dataDir, 'work.sqlite');
  writeFileSync(file, 'not a database'.repeat(50));
  expect(() => openedWork(dataDir)).toThrow(/is damaged or is not an Almanac data file/);
  setAside(file, now);
  work = openedWork(dataDir);
  expect(work.saved.list()).toEqual([]);
  expect(await back(name)).toBe(true);
  expect([work.saved.list(), work.saved.versions(item.id)]).toEqual([[item], [item]]);
  expect(work.sameCompanies.list()).toMatchObject([{ before: { ticker: 'BLL' } }]);
  expect(work.preferences.values()).toEqual({ density: 'compact' });
  // The data file contains no work and still opens.
  openReader(dataDir).close();
});

test('outgoing requests are listed as noted, the newest first, and those to addresses of no publisher are counted', () => {
  const { outgoing } = openedWork();
  expect(outgoing.list({ limit: 9 }, [])).toEqual({
    ...{ requests: [], newer: 0, total: 0, elsewhere: 0, since: null },
  });
  const first = { ...REQUEST, url: 'https://api.fiscaldata.treasury.gov/x?page=1' };
  const failed = {
    at: '2026-11-19T18:00:00.000Z',
    method: 'POST',
    url: 'https://elsewhere.example/y',
    purpose: 'Series of the BLS',
    dataset: null,
    headers: { 'x-key': '…', accept: '*/*' },
    sent_bytes: 7,
    received_bytes: 0,
    status: null,
    problem: 'no answer',
  };
  const port = { ...REQUEST, url: 'https://api.fiscaldata.treasury.gov:8443/x' };
  for (const request of [first, failed, port]) outgoing.note(request);
  const all = { total: 3, elsewhere: 2, since: '2026-11-19T18:00:00.000Z' };
  const list = (limit: number, before?: number) =>
    outgoing.list({ limit, before }, ['api.fiscaldata.treasury.gov', 'api.bls.gov']);
  expect(list(2)).toEqual({
    requests: [
      { ...port, id: 3 },
      { ...failed, id: 2 },
    ],
    newer: 0,
    ...all,
  });
  expect(list(2, 2)).toEqual({ requests: [{ ...first, id: 1 }], newer: 2, ...all });
});

test('the pages list every outgoing request once, whatever arrives meanwhile', () => {
  const { outgoing } = openedWork();
  for (let i = 1; i <= 7; i += 1) outgoing.note({ ...REQUEST, url: `https://publisher.example/${i}` });
  const paths: string[] = [];
  const newer: number[] = [];
  for (let before: number | undefined; paths.length < 9; ) {
    const page = outgoing.list({ limit: 3, before }, []);
    if (page.requests.length === 0) break;
    paths.push(...page.requests.map(({ url }) => new URL(url).pathname));
    newer.push(page.newer);
    before = page.requests.at(-1)?.id;
    outgoing.note({ ...REQUEST, url: 'https://publisher.example/later' });
  }
  expect(paths).toEqual(['/7', '/6', '/5', '/4', '/3', '/2', '/1']);
  // One request arrives before each page except the first.
  expect(newer).toEqual([0, 4, 8]);
  expect(outgoing.list({ limit: 3 }, []).total).toBe(10);
});

test('the newest 10,000 outgoing requests are kept', () => {
  const { outgoing, raw } = openedWork();
  const { headers, ...request } = REQUEST;
  raw((db) => {
    db.prepare(
      `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 9999)
       INSERT INTO outgoing SELECT id, @at, @method, @url, @purpose, @dataset, @headers, @sent_bytes, @received_bytes, @status, @problem FROM n`,
    ).run({ ...request, headers: JSON.stringify(headers) });
  });
  const ends = () => {
    const { total, requests } = outgoing.list({ limit: 20_000 }, []);
    return [total, requests[0]?.id, requests.at(-1)?.id];
  };
  outgoing.note(REQUEST);
  expect(ends()).toEqual([10_000, 10_000, 1]);
  outgoing.note(REQUEST);
  expect(ends()).toEqual([10_000, 10_001, 2]);
});
