/** Rows of one INSERT: measured, `design/performance.md` section 4. */
export const BLOCK_ROWS = 50;
/** Entries of a row in a buffer: day, value, row of the file. */
export const WIDTH = 3;

/** OR ROLLBACK spares SQLite a statement journal: twice as fast, and a constraint that fails undoes all, as it should. */
export function blockSql(rows: number, runId: number, isRounded: boolean): string {
  const rounding = isRounded ? '?' : 'NULL';
  const values = Array.from({ length: rows }, () => `(@id, ?, ?, ?, ${rounding}, ${runId})`);
  return `INSERT OR ROLLBACK INTO observation(series_id, date, value, row, rounding, run_id) VALUES ${values.join(',')}
    ON CONFLICT DO UPDATE SET value = excluded.value, row = excluded.row, rounding = excluded.rounding,
      run_id = excluded.run_id
    WHERE value IS NOT excluded.value AND NOT same_number(value, excluded.value)`;
}

/** Puts each row's rounding behind it: until then they are apart, for rows alone are compared with what is held. */
export function withRoundings(
  block: readonly (number | string)[],
  roundings: readonly (string | null)[],
): (number | string | null)[] {
  const values: (number | string | null)[] = [];
  for (let at = 0; at < block.length; at += WIDTH)
    values.push(...block.slice(at, at + WIDTH), roundings[at / WIDTH] ?? null);
  return values;
}
