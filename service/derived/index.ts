/**
 * The door of the derived room: observations in other units and at a lower frequency, read from the store.
 *
 * Pages of the API (`derivedPages`) and views (`readViewAnswer`) share the arithmetic, `derive` of `series-math`, but not the reading.
 * A page reads only the days that its values need, so that it costs the same at any length of history and for any number of states. A
 * view computes at most eight whole lines, since its formulas, indices and notes depend on all of a line, and keeps them for its next
 * pages. Computed like a view, the first page of initial claims of all states would read and calculate their whole history.
 */
export { type CountedRows, countRows } from './count-rows.ts';
export { derivedPages, type PageAsked } from './derived-pages.ts';
export {
  type DerivationName,
  type DerivationWords,
  judgeDerivation,
  WEEK_END_CODES,
} from './judge-derivation.ts';
export type * from './types.ts';
export { readViewAnswer } from './view-answer.ts';
