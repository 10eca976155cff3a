/** The door of the room: a chart's address as a view, and the lines that it draws. */
export {
  pickViewSearch,
  readStrictly,
  readView,
  type ViewSearch,
  viewSearch,
} from './address.ts';
export {
  type AnsweredRow,
  answerRows,
  answerView,
  datesOf,
  lineFacts,
  type NamedLine,
  namedLines,
  type ViewAnswer,
  type ViewSource,
} from './answer.ts';
export { csvHeader, csvRows, jsonRow, metaOf, SUCCESS, type TableLayout, tableLines } from './answer-text.ts';
export { baseUnitOf, inBaseUnits, isInFormula } from './base-units.ts';
export { type ChangeCounts, changeWords, knownText } from './changes.ts';
export { citation } from './citation.ts';
export { cutColumn, type DerivedLine, deriveLine } from './derive-lines.ts';
export { fileStem, safeFileText } from './file-stem.ts';
export { type EvaluatedFormula, evaluateFormula, formulaRecipe } from './formula-lines.ts';
export { grammarText, WORD_NAMES, WORDS, type WordName } from './grammar.ts';
export { headingText, LONGEST_HEADING } from './heading.ts';
export { lineId, slotLetter } from './line-words.ts';
export { asksOf, linesOf, withIndexDates } from './lines.ts';
export { shortAsksOf } from './look-back.ts';
export {
  formulaName,
  fullTitle,
  LONGEST_LINE_NAME,
  lineName,
  linesText,
  listText,
  madeName,
  seriesName,
  sharedNames,
} from './names.ts';
export { neededSeries, rangedSeries } from './needed.ts';
export { type HeldDataset, madeHeading, type ViewProvenance, viewProvenance } from './provenance.ts';
export {
  dayBack,
  type Held,
  type HeldSeries,
  isPreset,
  lastOf,
  type RangeSearch,
  rangeOfHeld,
  rangeProblem,
  rangeSearch,
  readBack,
  readRangeWords,
  resolveRange,
} from './range.ts';
export { FORMULA, lowestShownCadence, recipeOf } from './recipes.ts';
export { linesSearch, readRequest, requestPath, requestQuery, requestSearch, VIEW_PATH } from './request.ts';
export * from './types.ts';
