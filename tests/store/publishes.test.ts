import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { openReader } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publishRows, runOf, type TestRow } from './folder.ts';
import { AREAS, CODES, publishes, renderRows, selectRows } from './model.ts';
import { findFaults, openRaw } from './raw.ts';

type Kept = { value: string; run: number };
type Old = { key: string; value: string; first_seen: string; superseded_at: string };

/** A simple model: what the store must contain after any publishes. */
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

test('after any publishes, state, counts, revisions and data version are those of a simple model', () => {
  fc.assert(
    fc.property(publishes, (list) => {
      using folder = makeFolder();
      const model = new Model();
      const reader = openReader(folder.path);
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
      reader.close();
    }),
    { numRuns: 40 },
  );
});
