import { expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publish, publishRows, runOf } from './folder.ts';
import { openRaw } from './raw.ts';

const at = (code: string, day: number, value: string, area = '') => ({ code, area, day, value });
const ALL = { dataset: 'd', codes: ['a', 'b'], from: 0, to: 100 };
const whole = { limit: 5000 };

test('values come back byte for byte', () => {
  using folder = makeFolder();
  const values = ['36104343213.10', '-0', '0.00', '007', '-12345678901234567890.123456789', '9'.repeat(5000)];
  publishRows(
    folder.path,
    runOf('d'),
    values.map((value, day) => at('a', day, value)),
  );
  const reader = openReader(folder.path);
  const json = encoded(reader.observations(ALL, { limit: 5000 }), 'json').body.toString();
  expect((JSON.parse(`[${json}]`) as { value: string }[]).map(({ value }) => value)).toEqual(values);
  reader.close();
});

test('a date with two different values refuses the whole publish; the message names series, date and row', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), [at('a', 1, '1')]);
  for (const earlier of ['1', '5']) {
    const rows = [at('b', 1, '2', 'CA'), at('a', 1, earlier), at('b', 2, '3', 'CA'), at('a', 1, '9')];
    const failure = failureOf(() => publishRows(folder.path, runOf('d'), rows));
    expect(failure.code).toBe('invalid_file');
    expect(failure.at.line).toBe(4);
    expect(failure.message).toContain(
      `a on 1970-01-02 is 9 here, but ${earlier} in ${earlier === '1' ? 'an earlier row' : 'row 2'}.`,
    );
  }
  const reader = openReader(folder.path);
  expect(encoded(reader.observations(ALL, whole), 'csv').body.toString()).toBe('1970-01-02,a,1\n');
  expect(reader.dataVersion()).toMatch(/-1$/);
  reader.close();
});

test('the same date twice with the same value is counted once', () => {
  using folder = makeFolder();
  const rows = [at('a', 1, '1.0'), at('a', 2, '2'), at('a', 1, '1.0')];
  expect(publishRows(folder.path, runOf('d'), rows)).toMatchObject({ added: 2, revised: 0, unchanged: 0 });
  expect(publishRows(folder.path, runOf('d'), rows)).toMatchObject({ added: 0, revised: 0, unchanged: 2 });
});

test.each([
  ['a value with an exponent', at('a', 1, '1e3'), '"1e3"'],
  ['an empty value', at('a', 1, ''), '""'],
  ['a value that would break out of the answer', at('a', 1, '1"}'), '1\\"}'],
  ['a code that would break out of the answer', at('a"b', 1, '1'), 'a\\"b'],
  ['an area with a comma', at('a', 1, '1', 'C,A'), 'C,A'],
  ['a day that is none', at('a', Number.NaN, '1'), 'Row 1'],
  ['a day after 9999', at('a', 2_932_897, '1'), '9999-12-31'],
])('%s is refused', (_, row, named) => {
  using folder = makeFolder();
  const failure = failureOf(() => publishRows(folder.path, runOf('d'), [row]));
  expect(failure.code).toBe('invalid_file');
  expect(failure.message).toContain(named);
  const reader = openReader(folder.path);
  expect(reader.holdings()).toEqual([]);
  reader.close();
});

test('a publish that changes nothing stores its run, but no new data version, date or origin', () => {
  using folder = makeFolder();
  const later = '2026-02-02T00:00:00Z';
  publishRows(folder.path, runOf('d'), [at('a', 1, '1')]);
  const reader = openReader(folder.path);
  const before = [reader.dataVersion(), reader.holdings()];
  const again = runOf('d', { origin: 'publisher', fetchedAt: later });
  expect(publishRows(folder.path, again, [at('a', 1, '1')]).unchanged).toBe(1);
  expect([reader.dataVersion(), reader.holdings()]).toEqual(before);
  expect(publishRows(folder.path, again, [at('a', 1, '2')]).revised).toBe(1);
  expect(reader.dataVersion()).not.toBe(before[0]);
  expect(reader.holdings()[0]).toMatchObject({ origin: 'publisher', updatedAt: later });
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT added, revised, unchanged FROM run ORDER BY id').raw().all()).toEqual([
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ]);
  reader.close();
});

test('the first real run replaces the whole sample', () => {
  using folder = makeFolder();
  const sample = runOf('d', { kind: 'sample', origin: 'sample' });
  publishRows(folder.path, sample, [at('a', 1, '1'), at('a', 2, '2'), at('b', 2, '3', 'NY')]);
  publishRows(folder.path, sample, [at('a', 1, '1.5')]);
  publishRows(folder.path, { ...sample, dataset: 'other' }, [at('a', 1, '1')]);
  const reader = openReader(folder.path);
  // A run without rows does not replace the sample.
  publishRows(folder.path, runOf('d'), []);
  expect(reader.origin('d')).toBe('sample');
  const result = publishRows(folder.path, runOf('d'), [at('a', 2, '7'), at('a', 3, '8')]);
  expect(result).toMatchObject({ added: 2, revised: 0, unchanged: 0 });
  expect(encoded(reader.observations(ALL, whole), 'csv').body.toString()).toBe(
    '1970-01-03,a,7\n1970-01-04,a,8\n',
  );
  expect(reader.countObservations(ALL)).toBe(2);
  const [held, other] = reader.holdings();
  expect(held).toMatchObject({ origin: 'file', count: 2, first: 2, last: 3 });
  expect(held?.series).toEqual([
    { code: 'a', area: '', count: 2, first: 2, last: 3, newestFrom: 'long-csv' },
  ]);
  expect(other).toMatchObject({ dataset: 'other', origin: 'sample', count: 1 });
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT count(*) FROM revision').pluck().get()).toBe(0);
  reader.close();
});

test('a sample is never written over real data', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), [at('a', 1, '1')]);
  const sample = runOf('d', { kind: 'sample', origin: 'sample' });
  expect(() => publishRows(folder.path, sample, [at('a', 2, '2')])).toThrow(/sample/);
});

test('a reader sees nothing of a publish before its commit, and nothing of an abandoned one', () => {
  using folder = makeFolder();
  const reader = openReader(folder.path);
  const writer = openWriter(folder.path);
  const fill = () => {
    const open = writer.begin(runOf('d'));
    const series = open.series({ dataset: 'd', code: 'a', area: '' });
    for (let day = 0; day < 90; day++) open.observation(series, day, '1', day + 1);
    return open;
  };
  const first = fill();
  expect(reader.countObservations(ALL)).toBe(0);
  expect(reader.dataVersion()).toMatch(/-0$/);
  first.abandon();
  first.abandon();
  expect(() => first.commit()).toThrow();
  expect(reader.countObservations(ALL)).toBe(0);
  fill().commit();
  expect(reader.countObservations(ALL)).toBe(90);
  expect(encoded(reader.observations(ALL, whole), 'csv').count).toBe(90);
  writer.close();
  reader.close();
});

test('a second writer is refused if the first does not finish in time', () => {
  using folder = makeFolder();
  const first = openWriter(folder.path);
  const second = openWriter(folder.path, 50);
  const open = first.begin(runOf('d'));
  expect(failureOf(() => second.begin(runOf('d'))).code).toBe('folder_in_use');
  open.abandon();
  second.begin(runOf('d')).commit();
  first.close();
  second.close();
});

test('several runs of one file are one publish', () => {
  using folder = makeFolder();
  const writer = openWriter(folder.path);
  const open = writer.beginMany();
  for (const dataset of ['d', 'e']) {
    const run = open.run(runOf(dataset, { sha256: '' }));
    run.observation(run.series({ dataset, code: 'a', area: '' }), 1, '1', 1);
  }
  const reader = openReader(folder.path);
  expect(reader.holdings()).toEqual([]);
  expect(open.commit('abc').map(({ dataset, added }) => [dataset, added])).toEqual([
    ['d', 1],
    ['e', 1],
  ]);
  expect(reader.holdings().map(({ dataset }) => dataset)).toEqual(['d', 'e']);
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT DISTINCT sha256 FROM run').pluck().all()).toEqual(['abc']);
  writer.close();
  reader.close();
});

test('a publish of another dataset than its run is a bug, and stores nothing', () => {
  using folder = makeFolder();
  expect(() =>
    publish(folder.path, runOf('d'), (open) => open.series({ dataset: 'e', code: 'a', area: '' })),
  ).toThrow(/e in a run of d/);
});

function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('Nothing failed');
}
