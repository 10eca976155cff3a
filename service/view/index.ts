/** The door of the room: a chart's address as a view, and the lines that it draws. */
export { pickViewSearch, readStrictly, readView, type ViewSearch, viewSearch } from './address.ts';
export {
  type AnsweredRow,
  answerRows,
  answerView,
  csvHeader,
  csvRows,
  datesOf,
  jsonRow,
  lineFacts,
  metaOf,
  type NamedLine,
  namedLines,
  SUCCESS,
  type TableLayout,
  tableLines,
  type ViewAnswer,
  type ViewSource,
} from './answer.ts';
export { cutColumn, type DerivedLine, deriveLine } from './derive-lines.ts';
export { type EvaluatedFormula, evaluateFormula, formulaRecipe } from './formula-lines.ts';
export { grammarText, WORD_NAMES, WORDS, type WordName } from './grammar.ts';
export { lineId, neededSeries, rangedSeries, slotLetter } from './line-words.ts';
export { asksOf, linesOf, shortAsksOf, withIndexDates } from './lines.ts';
export {
  baseUnitOf,
  formulaName,
  fullTitle,
  headingText,
  inBaseUnits,
  isInFormula,
  LONGEST_HEADING,
  LONGEST_LINE_NAME,
  lineName,
  linesText,
  listText,
  madeName,
  seriesName,
  sharedNames,
} from './names.ts';
export {
  type ChangeCounts,
  changeWords,
  citation,
  fileStem,
  type HeldDataset,
  knownText,
  madeHeading,
  safeFileText,
  type ViewProvenance,
  viewProvenance,
} from './provenance.ts';
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
