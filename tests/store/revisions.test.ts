import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reader, Revision, RevisionQuery } from '../../service/store/index.ts';
import { makeFolder, publishRows, runOf, type TestRow } from './folder.ts';
import { AREAS, CODES, publishes } from './model.ts';

const DAY_ONE = Date.parse('2026-01-01T06:00:00Z');
const timeOf = (index: number) => new Date(DAY_ONE + index * 86_400_000).toISOString();

/** Reads all pages of a query. */
function readAll(reader: Reader, query: RevisionQuery, limit: number): Revision[] {
  const found: Revision[] = [];
  let after: ReturnType<Reader['revisions']>['last'];
  do {
    const page = reader.revisions(query, { after, limit });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    found.push(...page.rows);
    // Two pages with the same end would make an endless loop.
    if (after) expect(page.last).not.toEqual(after);
    after = page.last;
  } while (after);
  return found;
}

/** @returns every replacement, computed in a simple way; a publish's index is the id of its run. */
function replacements(list: readonly TestRow[][]) {
  const held = new Map<string, { value: string; run: number }>();
  const found: (Omit<Revision, 'firstSeen' | 'supersededAt'> & { order: string })[] = [];
  for (const [run, rows] of list.entries()) {
    for (const { code, area, day, value } of rows) {
      const key = `${code}/${area}/${day}`;
      const before = held.get(key);
      if (before?.value === value) continue;
      if (before) {
        const order = [1e6 - run, 1e7 - day].map((part) => String(part).padStart(9, '0')).join('/');
        found.push({
          code,
          area,
          day,
          oldValue: before.value,
          newValue: value,
          oldRun: before.run,
          newRun: run,
          order,
        });
      }
      held.set(key, { value, run });
    }
  }
  return found;
}

const question = fc.record({
  codes: fc.option(fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 1 }), { nil: undefined }),
  areas: fc.option(fc.uniqueArray(fc.constantFrom(...AREAS), { minLength: 1 }), { nil: undefined }),
  since: fc.option(fc.nat({ max: 6 }), { nil: undefined }),
});

test('after any publishes, each replaced value is listed once, newest first, in pages of any size', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  fc.assert(
    fc.property(
      publishes,
      question,
      fc.integer({ min: 1, max: 9 }),
      (list, { codes, areas, since }, limit) => {
        const dataset = `d${++datasets}`;
        const ids = list.map(
          (rows, index) => publishRows(folder.path, runOf(dataset, { fetchedAt: timeOf(index) }), rows).runId,
        );
        const sinceDay = since === undefined ? undefined : DAY_ONE / 86_400_000 - 0.25 + since;
        const found = readAll(reader, { dataset, codes, areas, since: sinceDay }, limit);
        const expected = replacements(list)
          .filter(
            ({ code, area, newRun }) =>
              (codes?.includes(code) ?? true) && (areas?.includes(area) ?? true) && newRun >= (since ?? 0),
          )
          .map(({ order, ...row }) => ({
            ...row,
            firstSeen: timeOf(row.oldRun),
            supersededAt: timeOf(row.newRun),
            oldRun: ids[row.oldRun],
            newRun: ids[row.newRun],
            order,
          }))
          .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
        // Within a day rows are ordered by series id, which the model does not know: compare them by name.
        const keyed = (row: { newRun: number | undefined; day: number; code: string; area: string }) =>
          `${row.newRun} ${row.day} ${row.code} ${row.area}`;
        expect(found.map(({ newRun, day }) => [newRun, day])).toEqual(
          expected.map(({ newRun, day }) => [newRun, day]),
        );
        expect(new Map(found.map((row) => [keyed(row), row]))).toEqual(
          new Map(expected.map(({ order: _, ...row }) => [keyed(row), row])),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('revisions of other datasets, and of removed samples, are not listed', () => {
  using folder = makeFolder();
  const row = (value: string): TestRow => ({ code: 'a', area: '', day: 1, value });
  const sample = { kind: 'sample', origin: 'sample' } as const;
  publishRows(folder.path, runOf('d', sample), [row('1')]);
  publishRows(folder.path, runOf('d', sample), [row('2')]);
  publishRows(folder.path, runOf('e'), [row('1')]);
  publishRows(folder.path, runOf('e'), [row('2')]);
  const reader = folder.reader();
  expect(readAll(reader, { dataset: 'd' }, 5)).toHaveLength(1);
  expect(readAll(reader, { dataset: 'e' }, 5)).toMatchObject([{ oldValue: '1', newValue: '2' }]);
  publishRows(folder.path, runOf('d'), [row('3')]);
  expect(readAll(reader, { dataset: 'd' }, 5)).toEqual([]);
  expect(reader.explain({ dataset: 'd', code: 'a', area: '' }, 1)).toMatchObject({
    values: [{ value: '3' }],
    replacedSample: { origin: 'sample' },
  });
});
