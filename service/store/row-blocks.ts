import type { Database } from './open-database.ts';
import { PACKED_DAY } from './row-source.ts';

/** Number of rows in one INSERT, chosen by measuring. */
export const BLOCK_ROWS = 50;
/** Number of entries of one row in a block: day, value, row in the file. */
export const WIDTH = 3;

/**
 * @returns SQL that inserts `rows` rows. A row that the store has stays as it is if its value is the same number. With OR ROLLBACK,
 * SQLite needs no statement journal: it is twice as fast, and an error undoes the whole publish, as intended.
 */
export function blockSql(rows: number, runId: number, isRounded: boolean): string {
  const rounding = isRounded ? '?' : 'NULL';
  const values = Array.from({ length: rows }, () => `(@id, ?, ?, ?, ${rounding}, ${runId})`);
  return `INSERT OR ROLLBACK INTO observation(series_id, date, value, row, rounding, run_id) VALUES ${values.join(',')}
    ON CONFLICT DO UPDATE SET value = excluded.value, row = excluded.row, rounding = excluded.rounding,
      run_id = excluded.run_id
    WHERE value IS NOT excluded.value AND NOT same_number(value, excluded.value)`;
}

/** @returns the block with each row followed by its rounding. They are separate before, because `AreHeld` compares rows without them. */
export function withRoundings(
  block: readonly (number | string)[],
  roundings: readonly (string | null)[],
): (number | string | null)[] {
  const values: (number | string | null)[] = [];
  for (let at = 0; at < block.length; at += WIDTH)
    values.push(...block.slice(at, at + WIDTH), roundings[at / WIDTH] ?? null);
  return values;
}

/** @returns whether the store has exactly these rows of a series: the same texts, and no other day between them. `rows`: `WIDTH` entries per row. */
export type AreHeld = (seriesId: number, rows: readonly (number | string)[]) => boolean;

/** @returns a function that compares a whole block. SQL returns the stored rows as one text, which is much faster than writing them again. */
export function openHeldBlocks(db: Database): AreHeld {
  // SQLite returns them in the order of the key. In any other order the texts would differ, and the rows would only be written again.
  const heldText = db
    .prepare<[number, number, number], string | null>(
      `SELECT min(date) || ' ' || group_concat(value, date - ${PACKED_DAY}) FROM observation
       WHERE series_id = ? AND date >= ? AND date <= ?`,
    )
    .pluck();
  return (seriesId, rows) => {
    const [first, last] = [Number(rows[0]), Number(rows.at(-WIDTH))];
    // Files have their days in ascending or descending order. In any other order the texts differ, and the rows are written.
    if (first <= last) return ascending(rows) === heldText.get(seriesId, first, last);
    return descending(rows) === heldText.get(seriesId, last, first);
  };
}

function ascending(rows: readonly (number | string)[]): string {
  let text = `${rows[0]} ${rows[1]}`;
  for (let at = WIDTH; at < rows.length; at += WIDTH)
    text += `${Number(rows[at]) - PACKED_DAY}${rows[at + 1]}`;
  return text;
}

function descending(rows: readonly (number | string)[]): string {
  let text = `${rows.at(-WIDTH)} ${rows.at(1 - WIDTH)}`;
  for (let at = rows.length - 2 * WIDTH; at >= 0; at -= WIDTH)
    text += `${Number(rows[at]) - PACKED_DAY}${rows[at + 1]}`;
  return text;
}
