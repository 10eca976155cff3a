import type { Origin } from '../../contract/catalog.ts';
import type { Database } from '../open-database.ts';
import type { FoundList, FoundMember, FoundRow, FoundRun } from './row-shapes.ts';

export type FoundSeries = { id: number; dataset: string; code: string; area: string; count: number | null };

/** All rows found in a damaged file. Observations, revisions and summed rows are in temporary tables of the connection. */
export type StagedRows = ReturnType<typeof openStage>;

const TABLES = `
DROP TABLE IF EXISTS temp.found;
DROP TABLE IF EXISTS temp.found_revision;
DROP TABLE IF EXISTS temp.found_sum;
CREATE TEMP TABLE found(series INTEGER, date INTEGER, value TEXT, run INTEGER, row INTEGER, rounding TEXT,
  PRIMARY KEY(series, date)) WITHOUT ROWID;
CREATE TEMP TABLE found_revision(series INTEGER, date INTEGER, run INTEGER, value TEXT, first_seen TEXT, superseded_at TEXT,
  superseded_by INTEGER, row INTEGER, was_rounding INTEGER, rounding TEXT, PRIMARY KEY(series, date, run)) WITHOUT ROWID;
CREATE TEMP TABLE found_sum(run INTEGER, series INTEGER, row INTEGER, all_rows TEXT, PRIMARY KEY(run, series, row)) WITHOUT ROWID;`;

/** @returns an empty stage on a connection without an open transaction. Leftovers of an earlier stage are deleted. */
export function openStage(db: Database) {
  db.exec(TABLES);
  const runs = new Map<number, FoundRun>();
  const origins = new Map<string, Origin>();
  const named = new Map<number, FoundSeries | 'in doubt'>();
  const counts = new Map<number, Map<number, number>>();
  const lists = new Map<number, FoundList>();
  const members = new Map<number, Map<number, FoundMember>>();
  // The file may contain an old copy of a page: the value of the newer run is the newer one.
  const observation = db.prepare(
    `INSERT INTO found VALUES (@series, @day, @value, @run, @row, @rounding) ON CONFLICT DO UPDATE SET value = excluded.value,
       run = excluded.run, row = excluded.row, rounding = excluded.rounding WHERE excluded.run > run`,
  );
  const revision = db.prepare(
    `INSERT OR IGNORE INTO found_revision VALUES
       (@series, @day, @run, @value, @firstSeen, @supersededAt, @supersededBy, @row, @wasRounding, @rounding)`,
  );
  const summed = db.prepare('INSERT OR IGNORE INTO found_sum VALUES (?, ?, ?, ?)');

  function name({ id, dataset, code, area, count }: Extract<FoundRow, { t: 'series' }>): void {
    const known = named.get(id);
    if (known === 'in doubt') return;
    const isSame =
      known === undefined || (known.dataset === dataset && known.code === code && known.area === area);
    named.set(id, isSame ? { id, dataset, code, area, count: count ?? known?.count ?? null } : 'in doubt');
  }

  return {
    add(row: FoundRow): void {
      switch (row.t) {
        case 'run':
          runs.set(row.id, row.run);
          break;
        case 'dataset':
          origins.set(row.id, row.origin);
          break;
        case 'series':
          name(row);
          break;
        case 'observation':
          observation.run(row.observation);
          break;
        case 'revision':
          revision.run(row.revision);
          break;
        case 'stretch':
          inner(counts, row.series).set(row.stretch, row.count);
          break;
        case 'list':
          lists.set(row.list.id, row.list);
          break;
        case 'member':
          inner(members, row.list).set(row.rank, row.member);
          break;
        case 'summed':
          summed.run(row.run, row.series, row.row, row.rows);
          break;
      }
    },
    runs,
    origins,
    /** The series, by id. Series for which the file contains different names are left out. */
    series: (): FoundSeries[] =>
      [...named.values()].filter((one) => one !== 'in doubt').sort((a, b) => a.id - b.id),
    /** Number of observations that a series had in each stretch of days, by stretch number. */
    stretches: (series: number): ReadonlyMap<number, number> => counts.get(series) ?? new Map(),
    lists: (): FoundList[] => [...lists.values()].sort((a, b) => a.id - b.id),
    /** Members of a list by rank. */
    members: (list: number): ReadonlyMap<number, FoundMember> => members.get(list) ?? new Map(),
    drop(): void {
      db.exec('DROP TABLE temp.found; DROP TABLE temp.found_revision; DROP TABLE temp.found_sum;');
    },
  };
}

function inner<Value>(outer: Map<number, Map<number, Value>>, key: number): Map<number, Value> {
  const found = outer.get(key) ?? new Map<number, Value>();
  outer.set(key, found);
  return found;
}
