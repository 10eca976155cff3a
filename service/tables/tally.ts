/**
 * Rows that really went through, counted as they went; the receipt says these, not what was asked of the store. Dates are
 * `YYYY-MM-DD`, `undefined` before the first row.
 */
export type RowTally = { rows: number; first?: string | undefined; last?: string | undefined };
