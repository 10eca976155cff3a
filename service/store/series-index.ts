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

/** @returns an index of one data version; it reads a dataset's series when it is first asked for them. */
export function openSeriesIndex(db: Database): SeriesIndex {
  const read = db.prepare<[string], HeldSeries>(
    'SELECT id, code, area, count, first, last FROM series WHERE dataset = ? AND count > 0 ORDER BY code, area',
  );
  const byDataset = new Map<string, Map<string, HeldSeries[]>>();

  function byCode(dataset: string): Map<string, HeldSeries[]> {
    let held = byDataset.get(dataset);
    if (!held) {
      held = Map.groupBy(read.all(dataset), (series) => series.code);
      byDataset.set(dataset, held);
    }
    return held;
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
