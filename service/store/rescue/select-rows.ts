import { dateText } from '../../calendar/dates.ts';
import type { LostRange, RescuedSeries } from '../../contract/incidents.ts';
import { findDataset } from '../../datasets/index.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import type { Database } from '../open-database.ts';
import { seriesLabel } from '../row-checks.ts';
import { STRETCH_BITS, STRETCH_DAYS } from '../series-index.ts';
import type { FoundSeries, StagedRows } from './staged-rows.ts';

export type SelectedRows = {
  /** By dataset, the series whose rows may be stored. */
  datasets: ReadonlyMap<string, readonly FoundSeries[]>;
  notes: string[];
};

/**
 * Deletes the rows from the stage that must not be stored: sample data, replaced values from old copies of pages, and rows whose
 * series or origin is unknown.
 */
export function selectRows(db: Database, stage: StagedRows): SelectedRows {
  const notes: string[] = [];
  db.exec(`DELETE FROM found WHERE EXISTS (SELECT 1 FROM found_revision r
    WHERE r.series = found.series AND r.date = found.date AND r.run = found.run)`);
  const remove = (where: string, ...values: unknown[]): number =>
    db.prepare(`DELETE FROM found WHERE ${where}`).run(...values).changes;
  for (const [id, { origin }] of stage.runs) if (origin === 'sample') remove('run = ?', id);
  const known = JSON.stringify([...stage.runs.keys()]);
  const datasets = new Map<string, FoundSeries[]>();
  const series = stage.series();
  for (const one of series) {
    const origin = stage.origins.get(one.dataset);
    if (origin === 'sample') {
      remove('series = ?', one.id);
      continue;
    }
    if (origin === undefined) {
      const removed = remove('series = ? AND run NOT IN (SELECT value FROM json_each(?))', one.id, known);
      if (removed > 0)
        notes.push(
          `${countOf(removed, 'row')} of ${seriesLabel(one)} ${removed === 1 ? 'was' : 'were'} left out: what is sample data cannot be read any more.`,
        );
    }
    datasets.set(one.dataset, [...(datasets.get(one.dataset) ?? []), one]);
  }
  const unnamed = remove(
    'series NOT IN (SELECT value FROM json_each(?))',
    JSON.stringify(series.map(({ id }) => id)),
  );
  if (unnamed > 0)
    notes.push(
      `${countOf(unnamed, 'row')} ${unnamed === 1 ? 'was' : 'were'} left out: the name of the series cannot be read any more.`,
    );
  const samples = [...stage.origins]
    .filter(([, origin]) => origin === 'sample')
    .map(([id]) => datasetTitle(id));
  if (samples.length > 0) notes.push(`The sample data of ${samples.join(', ')} were left out.`);
  return { datasets, notes };
}

/** @returns how many rows of a series could be read, and where rows are missing. Call it before the staged rows are stored. */
export function seriesDamage(db: Database, stage: StagedRows, series: FoundSeries): RescuedSeries {
  const counts = new Map(
    db
      .prepare<[number], [number, number]>(
        `SELECT date >> ${STRETCH_BITS}, count(*) FROM found WHERE series = ? GROUP BY 1`,
      )
      .raw()
      .all(series.id) as [number, number][],
  );
  const read = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const expected = stage.stretches(series.id);
  const ranges: LostRange[] = [];
  for (const stretch of [...expected.keys()].sort((a, b) => a - b)) {
    const rows = (expected.get(stretch) ?? 0) - (counts.get(stretch) ?? 0);
    if (rows <= 0) continue;
    const from = dateText(stretch << STRETCH_BITS);
    const to = dateText((stretch << STRETCH_BITS) + STRETCH_DAYS - 1);
    const before = ranges.at(-1);
    const isNext = before?.to === dateText((stretch << STRETCH_BITS) - 1);
    if (before && isNext) ranges[ranges.length - 1] = { from: before.from, to, rows: before.rows + rows };
    else ranges.push({ from, to, rows });
  }
  const inRanges = ranges.reduce((sum, { rows }) => sum + rows, 0);
  const lost =
    series.count === null ? (inRanges > 0 ? inRanges : null) : Math.max(inRanges, series.count - read);
  return { series: series.code, area: series.area, read, lost, ranges };
}

/** @returns the title of a dataset, or its id if it is unknown. */
function datasetTitle(dataset: string): string {
  return findDataset(dataset)?.title ?? dataset;
}
