/** The door of the derived room: observations in other units and at a lower frequency, read page by page out of the store. */
export { type CountedRows, countRows, derivedPages, type PageAsked } from './derived-pages.ts';
export {
  type DerivationName,
  type DerivationWords,
  judgeDerivation,
  WEEK_END_CODES,
} from './judge-derivation.ts';
export type * from './types.ts';
export { readViewAnswer } from './view-answer.ts';
