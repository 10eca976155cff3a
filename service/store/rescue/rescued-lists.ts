import { countOf } from '../../series-math/decimal-text.ts';
import type { Database } from '../open-database.ts';
import type { RescuedRuns } from './rescued-runs.ts';
import type { FoundList, FoundMember } from './row-shapes.ts';
import type { StagedRows } from './staged-rows.ts';

export type WholeList = FoundList & { members: readonly FoundMember[] };

/** @returns the complete lists of a dataset. An incomplete list is left out, because it would look complete; its members count as `lost`. */
export function wholeLists(
  stage: StagedRows,
  dataset: string,
): { whole: WholeList[]; lost: number; notes: string[] } {
  const whole: WholeList[] = [];
  const notes: string[] = [];
  let lost = 0;
  for (const list of stage.lists()) {
    if (list.dataset !== dataset) continue;
    const origin = stage.runs.get(list.run)?.origin ?? stage.origins.get(dataset);
    if (origin === undefined || origin === 'sample') continue;
    const found = stage.members(list.id);
    const members = Array.from({ length: list.count }, (_, rank) => found.get(rank));
    const here = members.filter((member) => member !== undefined);
    if (here.length === list.count) whole.push({ ...list, members: here });
    else {
      lost += list.count;
      notes.push(
        `The list ${list.code} with ${countOf(list.count, 'member')} was left out: ${list.count - here.length} of them cannot be read any more.`,
      );
    }
  }
  return { whole, lost, notes };
}

/** @returns whether the store has this list: one of the same day and, if it was replaced, replaced at the same time. */
export function isListHeld(db: Database, { code, asOf, supersededAt }: FoundList): boolean {
  const find = db.prepare(
    'SELECT 1 FROM constituent_list WHERE code = ? AND as_of = ? AND superseded_at IS ?',
  );
  return find.get(code, asOf, supersededAt) !== undefined;
}

/** Stores a list. @returns the number of members stored. */
export function storeList(db: Database, runs: RescuedRuns, list: WholeList): number {
  const run = runs.here(list.run);
  const by = list.supersededBy === null ? null : runs.here(list.supersededBy);
  // A replaced list can only be stored together with the run that replaced it.
  if (list.supersededAt !== null && (run === undefined || by === undefined || by === null)) return 0;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO constituent_list(dataset, code, as_of, count, run_id, superseded_at, superseded_by, row)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      list.dataset,
      list.code,
      list.asOf,
      list.count,
      run ?? runs.rescue,
      list.supersededAt,
      by,
      run === undefined ? null : list.row,
    );
  const insert = db.prepare('INSERT INTO constituent VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const [rank, { ticker, name, sector, weight, row }] of list.members.entries())
    insert.run(lastInsertRowid, rank, ticker, name, sector, weight, run === undefined ? null : row);
  return list.count;
}
