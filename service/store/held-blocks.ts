import type { Database } from './open-database.ts';

/** Tells whether rows (day, value, row of the file, flat) of a series are held just so, with no other day between them. */
export type AreHeld = (seriesId: number, rows: readonly (number | string)[]) => boolean;

/** Makes every day a minus sign and seven digits, so that no value can run into the next day. */
const DAY_SHIFT = 5_000_000;

/** @returns the comparison of whole blocks: the held rows come as one text, which costs a fraction of writing them again. */
export function openHeldBlocks(db: Database): AreHeld {
  // In the order of the key, as SQLite walks it; any other order would only make the texts differ, and the rows be written.
  const heldText = db
    .prepare<[number, number, number], string | null>(
      `SELECT min(date) || ' ' || group_concat(value, date - ${DAY_SHIFT}) FROM observation
       WHERE series_id = ? AND date >= ? AND date <= ?`,
    )
    .pluck();
  return (seriesId, rows) => {
    const [first, last] = [Number(rows[0]), Number(rows.at(-3))];
    // Publishers' files have their days in one order or the other; any other order is left to the write itself.
    if (first <= last) return ascending(rows) === heldText.get(seriesId, first, last);
    return descending(rows) === heldText.get(seriesId, last, first);
  };
}

function ascending(rows: readonly (number | string)[]): string {
  let text = `${rows[0]} ${rows[1]}`;
  for (let at = 3; at < rows.length; at += 3) text += `${Number(rows[at]) - DAY_SHIFT}${rows[at + 1]}`;
  return text;
}

function descending(rows: readonly (number | string)[]): string {
  let text = `${rows.at(-3)} ${rows.at(-2)}`;
  for (let at = rows.length - 6; at >= 0; at -= 3) text += `${Number(rows[at]) - DAY_SHIFT}${rows[at + 1]}`;
  return text;
}
