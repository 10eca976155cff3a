/** The room's exports: a chart's address as a view, and the lines that it draws. */
export { pickViewSearch, readStrictly, readView, type ViewSearch, viewSearch } from './address.ts';
export * from './answer.ts';
export { cutColumn, type DerivedLine, deriveLine } from './derive-lines.ts';
export { type EvaluatedFormula, evaluateFormula, formulaRecipe } from './formula-lines.ts';
export { grammarText, WORD_NAMES, WORDS, type WordName } from './grammar.ts';
export { lineId, neededSeries, rangedSeries, slotLetter } from './line-words.ts';
export { asksOf, linesOf, shortAsksOf, withIndexDates } from './lines.ts';
export {
  baseUnitOf,
  formulaName,
  fullTitle,
  generatedName,
  headingText,
  inBaseUnits,
  isInFormula,
  LONGEST_HEADING,
  LONGEST_LINE_NAME,
  lineName,
  linesText,
  listText,
  seriesName,
  sharedNames,
} from './names.ts';
export * from './provenance.ts';
export * from './range.ts';
export { FORMULA, lowestShownCadence, recipeOf } from './recipes.ts';
export { linesSearch, readRequest, requestPath, requestQuery, requestSearch, VIEW_PATH } from './request.ts';
export * from './types.ts';
