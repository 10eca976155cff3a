/**
 * Observations in other units and lower frequencies, read from the store. API pages (`derivedPages`) and
 * views (`readViewAnswer`) share the arithmetic (`derive` of `series-math`), but not the reading. A page
 * reads only the days that its values need. A view computes at most eight whole lines, because its formulas,
 * indices and notes need whole lines, and keeps them for its next pages. With whole lines, a first API page
 * of 5,000 rows (`units=pc1`) would take 78 ms instead of 6 for all yields, and 45 instead of 19 for claims
 * of all states.
 */
export { type CountedRows, countRows, derivedPages } from './derived-pages.ts';
export {
  type Derivation,
  type DerivationName,
  type DerivationWords,
  judgeDerivation,
  WEEK_END_CODES,
} from './judge-derivation.ts';
export { hasSpread, withSpreads } from './spreads.ts';
export { readViewAnswer } from './view-answer.ts';
