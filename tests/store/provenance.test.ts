import { expect, test } from 'vitest';
import type { FetchNote } from '../../service/store/index.ts';
import { openWriter } from '../../service/store/index.ts';
import { makeFolder, publish, publishRows, runOf, type TestRow } from './folder.ts';

const KEY = { dataset: 'd', code: 'a', area: '' };
const row = (day: number, value: string): TestRow => ({ code: 'a', area: '', day, value });
const on = (day: string, location: string) =>
  runOf('d', { fetchedAt: `2026-01-${day}T10:00:00Z`, location, sha256: day.repeat(32) });

test('the explanation of a value has its run and row, and the earlier values', () => {
  using folder = makeFolder();
  publishRows(folder.path, on('01', 'one.csv'), [row(3, '1.0'), row(5, '5.0')]);
  publishRows(folder.path, on('02', 'two.csv'), [row(9, '9.0'), row(5, '5.5'), row(3, '1.0')]);
  publishRows(folder.path, on('03', 'three.csv'), [row(5, '5.0')]);
  const reader = folder.reader();
  const { values, before, after } = reader.explain(KEY, 5);
  expect([before, after]).toEqual([3, 9]);
  expect(
    values.map(({ value, row: at, firstSeen, supersededAt, run }) => [
      value,
      at,
      firstSeen,
      supersededAt,
      run.location,
    ]),
  ).toEqual([
    ['5.0', 1, '2026-01-03T10:00:00Z', null, 'three.csv'],
    ['5.5', 2, '2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z', 'two.csv'],
    ['5.0', 2, '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', 'one.csv'],
  ]);
  // The second file repeated the value, but the explanation still names the first file.
  expect(reader.explain(KEY, 3).values).toMatchObject([
    { value: '1.0', row: 1, run: { location: 'one.csv' } },
  ]);
});

test('for a date without an observation the nearest dates are returned; for an unknown series, none', () => {
  using folder = makeFolder();
  publishRows(folder.path, on('01', 'one.csv'), [row(3, '1'), row(9, '2')]);
  const reader = folder.reader();
  const none = { values: [], replacedSample: null };
  expect(reader.explain(KEY, 4)).toEqual({ ...none, before: 3, after: 9 });
  expect(reader.explain(KEY, 10)).toEqual({ ...none, before: 9, after: null });
  expect(reader.explain({ ...KEY, code: 'b' }, 3)).toEqual({ ...none, before: null, after: null });
});

test('the explanation of a list of constituents has its run, its first row, and the list that it replaced', () => {
  using folder = makeFolder();
  const member = (weight: string) => [{ ticker: 'A', name: 'A', sector: '', weight }];
  const lists = (day: string, asOf: number, weight: string) =>
    publish(folder.path, { ...on(day, `${day}.csv`), dataset: 'constituents' }, (open) =>
      open.constituents('IDX', asOf, member(weight), 11),
    );
  lists('01', 100, '1.5');
  lists('02', 100, '2.5');
  lists('03', 100, '2.5');
  lists('04', 200, '2.5');
  const reader = folder.reader();
  const { lists: found, before, after } = reader.explainList('IDX', 100);
  expect([before, after]).toEqual([null, 200]);
  expect(found).toMatchObject([
    { count: 1, row: 11, supersededAt: null, run: { location: '02.csv' } },
    { count: 1, row: 11, supersededAt: '2026-01-02T10:00:00Z', run: { location: '01.csv' } },
  ]);
  expect(reader.explainList('IDX', 150)).toMatchObject({ lists: [], before: 100, after: 200 });
});

test('a run stores its end time, its number of rows, and their first and last day, even if nothing changed', () => {
  using folder = makeFolder();
  const writer = openWriter(folder.path, 1000, () => new Date('2026-02-03T04:05:06Z'));
  for (const value of ['1', '1']) {
    const open = writer.begin(on('01', 'one.csv'));
    for (const day of [7, 3]) open.observation(open.series(KEY), day, value, 2);
    open.commit();
  }
  const many = writer.beginMany();
  const open = many.run({ ...on('02', 'x'), sha256: '' });
  open.observation(open.series(KEY), 3, '2', 1);
  const [last] = many.commit('abcd');
  const reader = folder.reader();
  const kept = { finishedAt: '2026-02-03T04:05:06.000Z', rows: 2, first: 3, last: 7 };
  expect(reader.runs(9)).toMatchObject([
    { id: last?.runId, sha256: 'abcd', rows: 1, revised: 1 },
    { ...kept, added: 0, unchanged: 2 },
    { ...kept, added: 2, unchanged: 0 },
  ]);
  expect(reader.run(99)).toBeUndefined();
  writer.close();
});

test('the note about a fetch keeps the validators of the stored bytes', () => {
  using folder = makeFolder();
  const writer = openWriter(folder.path);
  const reader = folder.reader();
  const validators = {
    fetchedAt: '2026-01-01T00:00:00Z',
    etag: '"1"',
    lastModified: 'Thu',
  };
  const note: FetchNote = {
    url: 'https://example.org/a.csv',
    dataset: 'd',
    source: 'long-csv',
    checkedAt: '2026-01-01T00:00:00Z',
    outcome: 'stored',
    message: '',
    ...validators,
  };
  const failed: FetchNote = {
    ...note,
    checkedAt: '2026-01-02T00:00:00Z',
    outcome: 'failed',
    message: 'It did not answer.',
    etag: '"2"',
  };
  expect(reader.lastFetch(note.url)).toBeUndefined();
  writer.noteFetch(failed);
  expect(reader.lastFetch(note.url)).toMatchObject({ outcome: 'failed', etag: null, fetchedAt: null });
  writer.noteFetch(note);
  expect(reader.lastFetch(note.url)).toEqual(note);
  writer.noteFetch(failed);
  expect(reader.lastFetch(note.url)).toEqual({ ...failed, ...validators });
  writer.noteFetch({ ...note, outcome: 'unchanged', etag: null, checkedAt: '2026-01-03T00:00:00Z' });
  expect(reader.lastFetch(note.url)).toMatchObject({
    ...validators,
    outcome: 'unchanged',
    checkedAt: '2026-01-03T00:00:00Z',
  });
  writer.noteFetch({ ...note, url: 'https://example.org/b.csv', dataset: 'e' });
  expect(reader.fetches().map(({ dataset }) => dataset)).toEqual(['d', 'e']);
  expect(reader.fetches('e')).toHaveLength(1);
  const before = reader.dataVersion();
  writer.noteFetch(note);
  expect(reader.dataVersion()).toBe(before);
  const open = writer.begin(on('01', 'x'));
  expect(() => writer.noteFetch(note)).toThrow(/after its commit/);
  open.abandon();
  writer.close();
});
