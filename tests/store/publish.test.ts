import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { openPreview, openWriter } from '../../service/store/index.ts';
import { isWithin, sameNumber } from '../../service/store/row-checks.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publish, publishRows, runOf, type TestRow } from './folder.ts';
import { AREAS, CODES, publishes, renderRows, selectRows } from './model.ts';
import { findFaults, openRaw } from './raw.ts';

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
  const reader = folder.reader();
  const json = encoded(reader.observations(ALL, { limit: 5000 }), 'json').body.toString();
  expect((JSON.parse(`[${json}]`) as { value: string }[]).map(({ value }) => value)).toEqual(values);
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
  const reader = folder.reader();
  expect(encoded(reader.observations(ALL, whole), 'csv').body.toString()).toBe('1970-01-02,a,1\n');
  expect(reader.dataVersion()).toMatch(/-1$/);
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
  const reader = folder.reader();
  expect(reader.holdings()).toEqual([]);
});

test('a publish that changes nothing stores its run, but no new data version, date or origin', () => {
  using folder = makeFolder();
  const later = '2026-02-02T00:00:00Z';
  publishRows(folder.path, runOf('d'), [at('a', 1, '1')]);
  const reader = folder.reader();
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
});

test('the first real run replaces the whole sample', () => {
  using folder = makeFolder();
  const sample = runOf('d', { kind: 'sample', origin: 'sample' });
  publishRows(folder.path, sample, [at('a', 1, '1'), at('a', 2, '2'), at('b', 2, '3', 'NY')]);
  publishRows(folder.path, sample, [at('a', 1, '1.5')]);
  publishRows(folder.path, { ...sample, dataset: 'other' }, [at('a', 1, '1')]);
  const reader = folder.reader();
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
});

test('a sample is never written over real data', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), [at('a', 1, '1')]);
  const sample = runOf('d', { kind: 'sample', origin: 'sample' });
  expect(() => publishRows(folder.path, sample, [at('a', 2, '2')])).toThrow(/sample/);
});

test('a reader sees nothing of a publish before its commit, and nothing of an abandoned one', () => {
  using folder = makeFolder();
  const reader = folder.reader();
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
  const reader = folder.reader();
  expect(reader.holdings()).toEqual([]);
  expect(open.commit('abc').map(({ dataset, added }) => [dataset, added])).toEqual([
    ['d', 1],
    ['e', 1],
  ]);
  expect(reader.holdings().map(({ dataset }) => dataset)).toEqual(['d', 'e']);
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT DISTINCT sha256 FROM run').pluck().all()).toEqual(['abc']);
  writer.close();
});

test('a publish into another dataset than its run’s is a bug, and stores nothing', () => {
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

describe('any publishes', () => {
  type Kept = { value: string; run: number };
  type Old = { key: string; value: string; first_seen: string; superseded_at: string };

  /** A simple model of the store's content after any publishes. */
  class Model {
    now = new Map<string, Kept & TestRow>();
    old: Old[] = [];
    times: string[] = [];

    publish(list: readonly TestRow[], at: string) {
      const counts = { added: 0, revised: 0, unchanged: 0 };
      this.times.push(at);
      const run = this.times.length;
      for (const row of list) {
        const key = `${row.code}/${row.area}/${row.day}`;
        const held = this.now.get(key);
        if (held && difference(parseDecimal(held.value), parseDecimal(row.value)).match(/[1-9]/) === null) {
          counts.unchanged++;
          continue;
        }
        if (held) {
          const firstSeen = this.times[held.run - 1] ?? '';
          this.old.push({ key, value: held.value, first_seen: firstSeen, superseded_at: at });
          counts.revised++;
        } else counts.added++;
        this.now.set(key, { ...row, run });
      }
      return counts;
    }
  }

  test('after any publishes, state, counts, revisions and data version agree with a simple model', () => {
    fc.assert(
      fc.property(publishes, (list) => {
        using folder = makeFolder();
        const model = new Model();
        const reader = folder.reader();
        for (const [index, one] of list.entries()) {
          const fetchedAt = `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`;
          const before = reader.dataVersion();
          const counts = model.publish(one, fetchedAt);
          expect(publishRows(folder.path, runOf('d', { fetchedAt }), one)).toMatchObject(counts);
          expect(reader.dataVersion() !== before).toBe(counts.added + counts.revised > 0);
          const wanted = { dataset: 'd', codes: CODES, areas: AREAS, from: -800_000, to: 3_000_000 };
          const expected = selectRows([...model.now.values()], wanted);
          expect(encoded(reader.observations(wanted, { limit: 5000 }), 'csv').body.toString()).toBe(
            renderRows(expected, 'csv'),
          );
          expect(reader.countObservations(wanted)).toBe(expected.length);
        }
        using raw = openRaw(folder.path);
        expect(findFaults(raw.db)).toEqual([]);
        const revisions = raw.db
          .prepare(
            `SELECT code || '/' || area || '/' || date AS key, value, first_seen, superseded_at
           FROM revision JOIN series ON series.id = series_id`,
          )
          .all() as Old[];
        const order = (a: Old, b: Old) =>
          a.superseded_at.localeCompare(b.superseded_at) || a.key.localeCompare(b.key);
        expect(revisions.sort(order)).toEqual(model.old.sort(order));
      }),
      { numRuns: 40 },
    );
  });
});

describe('numbers', () => {
  /** A number in millionths, with up to 25 digits before the decimal point, and the ways to write it. */
  const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 31n }), fc.boolean());
  const written = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 4 }), fc.boolean());
  type Written = [leading: number, trailing: number, isShort: boolean];

  function write([millionths, isNegative]: [bigint, boolean], [leading, trailing, isShort]: Written): string {
    const text = millionths.toString().padStart(7, '0');
    const whole = text.slice(0, -6);
    const fraction = isShort ? text.slice(-6).replace(/0+$/, '') : text.slice(-6);
    const all = fraction + (fraction === '' ? '' : '0'.repeat(trailing));
    return `${isNegative ? '-' : ''}${'0'.repeat(leading)}${whole}${all === '' ? '' : `.${all}`}`;
  }
  const scaled = ([millionths, isNegative]: [bigint, boolean]) => (isNegative ? -millionths : millionths);

  test('numbers are compared as exact decimals, however they are written', () => {
    fc.assert(
      fc.property(digits, written, written, fc.constantFrom(0n, 1n, -1n, 10n ** 15n), (number, a, b, far) => {
        const other: [bigint, boolean] = [number[0] + far < 0n ? number[0] : number[0] + far, number[1]];
        const [one, two] = [write(number, a), write(other, b)];
        expect(sameNumber(one, two)).toBe(scaled(number) === scaled(other));
        const distance = scaled(number) - scaled(other);
        const size = distance < 0n ? -distance : distance;
        expect(isWithin(one, two, write([size, false], a))).toBe(true);
        if (size > 0n) expect(isWithin(one, two, write([size - 1n, false], b))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('equal numbers in another form count as unchanged in an import and its preview, and the stored texts stay', () => {
    const rows = fc.uniqueArray(
      fc.record({ day: fc.integer({ min: 0, max: 900 }), digits, a: written, b: written }),
      {
        selector: ({ day }) => day,
        minLength: 1,
        maxLength: 450,
      },
    );
    fc.assert(
      fc.property(rows, fc.nat({ max: 2 }), (list, changes) => {
        using folder = makeFolder();
        const row = (day: number, value: string) => ({ code: 'a', area: '', day, value });
        const first = list.map(({ day, digits: number, a }) => row(day, write(number, a)));
        publishRows(folder.path, runOf('d'), first);
        const next = list.map(({ day, digits: number, b }, at) =>
          row(day, write(at < changes ? [number[0] + 1n, false] : number, b)),
        );
        const revised = list
          .slice(0, changes)
          .filter((one) => scaled(one.digits) !== one.digits[0] + 1n).length;
        const counts = { added: 0, revised, unchanged: list.length - revised };
        const preview = openPreview(folder.path);
        const run = preview.many.run(runOf('d'));
        const series = run.series({ dataset: 'd', code: 'a', area: '' });
        for (const [at, { day, value }] of next.entries()) run.observation(series, day, value, at + 1);
        expect(preview.compare(366, 10).datasets).toMatchObject([counts]);
        preview.close();
        expect(publishRows(folder.path, runOf('d'), next)).toMatchObject(counts);
        const reader = folder.reader();
        const held = reader.columns({ dataset: 'd', codes: ['a'], from: 0, to: 900 })[0];
        const kept = new Map([...(held?.days ?? [])].map((day, at) => [day, held?.values[at]]));
        for (const { day, value } of first.slice(changes)) expect(kept.get(day)).toBe(value);
        expect(reader.revisions({ dataset: 'd' }, { limit: 10 }).rows).toHaveLength(revised);
      }),
      { numRuns: 25 },
    );
  });
});
