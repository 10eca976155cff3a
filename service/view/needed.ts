import { parseFormula } from '../series-math/formula.ts';
import { slotLetter } from './line-words.ts';
import type { ShownSeries, View } from './types.ts';

/** @returns the letters in a formula; none of a text that is wrong. */
export function lettersIn(text: string): readonly string[] {
  const parsed = parseFormula(text);
  return parsed.isRight ? parsed.variables : [];
}

/** @returns the series that are drawn, and the hidden ones that a drawn formula is made of. */
export function neededSeries({ series, formulas }: Pick<View, 'series' | 'formulas'>): ShownSeries[] {
  const letters = new Set(formulas.flatMap(({ text, hidden }) => (hidden ? [] : lettersIn(text))));
  return series.filter(({ hidden, slot }) => !hidden || letters.has(slotLetter(slot)));
}

/** @returns the series whose first and last days are those of the view: what is hidden does not widen it, unless all is hidden. */
export function rangedSeries(view: Pick<View, 'series' | 'formulas'>): readonly ShownSeries[] {
  const needed = neededSeries(view);
  return needed.length > 0 ? needed : view.series;
}
