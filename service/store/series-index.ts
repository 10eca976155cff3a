import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SeriesSelection } from './types.ts';

/** A series that holds observations. */
export type HeldSeries = {
  id: number;
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
};

/** A series of a selection, with the place of its code in the order asked for. */
export type SelectedSeries = HeldSeries & { place: number };

/** What a reader remembers of the series while the data version stays the same. */
export type SeriesIndex = {
  /** The selection's series that hold something, in the order of a day: place of the code, then area. */
  select(selection: SeriesSelection): SelectedSeries[];
  /** The same, also those that hold nothing in the range. */
  selectAll(selection: SeriesSelection): SelectedSeries[];
};

/** A series as its own row has it, and as its rows do. */
type CheckedSeries = HeldSeries & { counted: number; least: number | null; most: number | null };

/**
 * @returns an index of one data version; it reads a dataset's series when it is first asked for them, and throws Damage where the list
 * of series, the counts that are kept and the first and last rows do not agree: by them every answer is checked.
 */
export function openSeriesIndex(db: Database): SeriesIndex {
  const read = db.prepare<[string], CheckedSeries>(
    `SELECT id, code, area, count, first, last,
       (SELECT coalesce(sum(count), 0) FROM stretch WHERE series_id = series.id) AS counted,
       (SELECT min(date) FROM observation WHERE series_id = series.id) AS least,
       (SELECT max(date) FROM observation WHERE series_id = series.id) AS most
     FROM series NOT INDEXED WHERE dataset = ? ORDER BY code, area`,
  );
  // The same names out of the index alone, which is another part of the file.
  const names = db
    .prepare<[string], [number, string, string]>(
      'SELECT id, code, area FROM series WHERE dataset = ? ORDER BY code, area',
    )
    .raw();
  const byDataset = new Map<string, Map<string, HeldSeries[]>>();

  function byCode(dataset: string): Map<string, HeldSeries[]> {
    let held = byDataset.get(dataset);
    if (!held) {
      held = Map.groupBy(heldOf(dataset), (series) => series.code);
      byDataset.set(dataset, held);
    }
    return held;
  }

  function heldOf(dataset: string): HeldSeries[] {
    const found = read.all(dataset);
    const listed = names.all(dataset);
    const isListed = ({ id, code, area }: HeldSeries, at: number) =>
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
    return [...new Set(codes)].flatMap((code, place) =>
      (held.get(code) ?? [])
        .filter((series) => !wanted || wanted.has(series.area))
        .map((series) => ({ ...series, place })),
    );
  }

  return {
    selectAll,
    select: (selection) =>
      selectAll(selection).filter(({ first, last }) => first <= selection.to && last >= selection.from),
  };
}
