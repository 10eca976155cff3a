import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SeriesSelection } from './types.ts';

/** A series with observations. `first` and `last` are day numbers. */
export type SelectedSeries = {
  id: number;
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
};

/** The series of one data version, cached. */
export type SeriesIndex = ReturnType<typeof openSeriesIndex>;

/** A series with its stored count and days, and with the same facts computed from other tables. */
type CheckedSeries = SelectedSeries & { counted: number; least: number | null; most: number | null };

/**
 * @returns an index of one data version. It reads the series of a dataset on first use, and throws Damage if the list of series, the
 * stored counts and the first and last rows disagree, because all later checks rely on them.
 */
export function openSeriesIndex(db: Database) {
  const read = db.prepare<[string], CheckedSeries>(
    `SELECT id, code, area, count, first, last,
       (SELECT coalesce(sum(count), 0) FROM stretch WHERE series_id = series.id) AS counted,
       (SELECT min(date) FROM observation WHERE series_id = series.id) AS least,
       (SELECT max(date) FROM observation WHERE series_id = series.id) AS most
     FROM series NOT INDEXED WHERE dataset = ? ORDER BY code, area`,
  );
  // The same names, read from the index only, which is stored in other pages of the file.
  const names = db
    .prepare<[string], [number, string, string]>(
      'SELECT id, code, area FROM series WHERE dataset = ? ORDER BY code, area',
    )
    .raw();
  const byDataset = new Map<string, Map<string, SelectedSeries[]>>();

  function byCode(dataset: string): Map<string, SelectedSeries[]> {
    let held = byDataset.get(dataset);
    if (!held) {
      held = Map.groupBy(heldOf(dataset), (series) => series.code);
      byDataset.set(dataset, held);
    }
    return held;
  }

  function heldOf(dataset: string): SelectedSeries[] {
    const found = read.all(dataset);
    const listed = names.all(dataset);
    const isListed = ({ id, code, area }: SelectedSeries, at: number) =>
      listed[at]?.[0] === id && listed[at][1] === code && listed[at][2] === area;
    if (listed.length !== found.length || !found.every(isListed))
      throw new Damage(`the list of series of ${dataset} disagrees with its index`);
    for (const { code, count, first, last, counted, least, most } of found) {
      const isRight = count === counted && (count === 0 ? least === null : first === least && last === most);
      if (!isRight) throw new Damage(`the rows of ${code} are not those that are counted`);
    }
    return found
      .filter(({ count }) => count > 0)
      .map(({ id, code, area, count, first, last }) => ({ id, code, area, count, first, last }));
  }

  function selectAll({ dataset, codes, areas }: SeriesSelection): SelectedSeries[] {
    const held = byCode(dataset);
    const wanted = areas && new Set(areas);
    return [...new Set(codes)].flatMap((code) =>
      (held.get(code) ?? []).filter((series) => !wanted || wanted.has(series.area)),
    );
  }

  return {
    /** As `select`, but also series whose days do not overlap the range. */
    selectAll,
    /** The series of a selection whose days overlap its range, by the order of `codes`, then by area. */
    select: (selection: SeriesSelection): SelectedSeries[] =>
      selectAll(selection).filter(({ first, last }) => first <= selection.to && last >= selection.from),
  };
}
