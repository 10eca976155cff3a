/** The door of the room: what a view draws, computed of what is loaded (`service/view`), and words about it. */
export {
  asksOf,
  type DerivedLine,
  deriveLine,
  type EvaluatedFormula,
  evaluateFormula,
  formulaRecipe,
  type Line,
  linesOf,
  recipeOf,
  withIndexDates,
} from '../../service/view/index.ts';
export { captionOf, standingOf } from './caption.ts';
