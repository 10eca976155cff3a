import type { Origin } from '../contract/catalog.ts';
import type { StoredList } from './constituent-lists.ts';
import type { Database } from './open-database.ts';

/** Summary of a series, or of a list of constituents: number of rows, first and last day (day numbers). */
export type SeriesHolding = {
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
  /** Format (`source`) of the run that stored the newest observation; absent for lists of constituents. */
  newestFrom?: string;
  /** Of lists of constituents: each that is held, newest first. */
  lists?: readonly StoredList[];
};

/** Summary of a dataset. `first` and `last` are day numbers; null if it has no rows. */
export type DatasetHolding = {
  dataset: string;
  origin: Origin;
  /** When data of this dataset last changed in the store: ISO 8601, UTC. */
  updatedAt: string;
  count: number;
  first: number | null;
  last: number | null;
  series: SeriesHolding[];
};

export type SharedDays = Pick<SeriesHolding, 'count' | 'first' | 'last'>;

type DatasetRow = { dataset: string; origin: Origin; updatedAt: string };

export function openHoldings(db: Database) {
  const datasets = db.prepare<[], DatasetRow>(
    'SELECT id AS dataset, origin, updated_at AS updatedAt FROM dataset ORDER BY id',
  );
  const series = db.prepare<[string], SeriesHolding>(
    `SELECT code, area, count, first, last,
       (SELECT source FROM observation JOIN run ON run.id = run_id
        WHERE series_id = series.id AND date = series.last) AS newestFrom
     FROM series WHERE dataset = ? AND count > 0 ORDER BY code, area`,
  );
  const lists = db.prepare<[string], HeldListRow>(
    `SELECT code, as_of AS asOf, count, run.origin,
       EXISTS (SELECT 1 FROM constituent WHERE list_id = constituent_list.id AND weight <> '') AS hasWeights
     FROM constituent_list JOIN run ON run.id = run_id
     WHERE constituent_list.dataset = ? AND superseded_at IS NULL ORDER BY code, as_of DESC`,
  );
  const origin = db.prepare<[string], Origin>('SELECT origin FROM dataset WHERE id = ?').pluck();
  const daysOf = `SELECT date FROM observation JOIN series ON series.id = series_id WHERE dataset = ? AND code = ? AND area = ''`;
  const shared = db.prepare<[string, string, string, string], SharedDays>(
    `SELECT count(*) AS count, min(date) AS first, max(date) AS last FROM (${daysOf} INTERSECT ${daysOf})`,
  );
  return {
    all: (): DatasetHolding[] =>
      datasets.all().map((row) => {
        const held = [...series.all(row.dataset), ...byCode(lists.all(row.dataset))];
        return {
          ...row,
          count: held.reduce((sum, { count }) => sum + count, 0),
          first: held.length > 0 ? Math.min(...held.map(({ first }) => first)) : null,
          last: held.length > 0 ? Math.max(...held.map(({ last }) => last)) : null,
          series: held,
        };
      }),
    origin: (dataset: string): Origin | undefined => origin.get(dataset),
    sharedDays(dataset: string, [one, other]: readonly [string, string]): SharedDays | undefined {
      const days = shared.get(dataset, one, dataset, other);
      return days?.count ? days : undefined;
    },
  };
}

type HeldListRow = Omit<StoredList, 'hasWeights'> & { code: string; hasWeights: 0 | 1 };

function byCode(all: readonly HeldListRow[]): SeriesHolding[] {
  return [...Map.groupBy(all, ({ code }) => code)].map(([code, found]) => {
    const lists = found.map(({ code: _, hasWeights, ...list }) => ({
      ...list,
      hasWeights: hasWeights === 1,
    }));
    const [newest, oldest] = [lists[0] as StoredList, lists.at(-1) as StoredList];
    return { code, area: '', count: newest.count, first: oldest.asOf, last: newest.asOf, lists };
  });
}
