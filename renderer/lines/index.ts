/** The door of the room: what a view draws, computed of what is loaded. */
export { captionOf, standingOf } from './caption.ts';
export { type DerivedLine, deriveLine } from './derive-lines.ts';
export { type EvaluatedFormula, evaluateFormula, formulaRecipe } from './formula-lines.ts';
export { withIndexDates } from './index-dates.ts';
export { asksOf, linesOf } from './lines.ts';
export { recipeOf } from './recipes.ts';
export type { Line } from './types.ts';
