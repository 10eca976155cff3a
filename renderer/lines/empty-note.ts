import { dateText } from '../../service/calendar/dates.ts';
import { periodText } from '../../service/series-math/align.ts';
import type { Derived, Recipe } from '../../service/series-math/derive.ts';
import type { EvaluatedFormula } from './formula-lines.ts';
import { baseNote } from './notes.ts';

/**
 * Why a formula's line has no value to draw: an empty line is never left without a word.
 * @param shown what its own units and average made of its values, before the cut to the range.
 * @returns a whole sentence.
 */
export function emptyNote(made: EvaluatedFormula, shown: Omit<Derived, 'dropped'>, recipe: Recipe): string {
  const { series, used, aligned } = made;
  const [first, last] = [shown.series.days[0], shown.series.days.at(-1)];
  if (first !== undefined && last !== undefined) {
    const [from, to] = [first, last].map((day) => periodText(day, shown.cadence));
    return first === last
      ? `Its one value is of ${from}, which is not shown.`
      : `Its values are of ${from} to ${to}: none lies in the range.`;
  }
  const [based] = shown.base ? [] : baseNote(recipe, shown, series);
  if (based !== undefined) return based;
  if (series.days.length > 0)
    return 'Nothing can be computed of its values in these units (a value to compare with is missing, or is zero).';

  const without = used.filter(({ published }) => published.days.length === 0);
  if (without.length > 0)
    return `There are no observations of ${without.map(({ title }) => title).join(' and ')}.`;
  const lost = used.filter((_, i) => aligned.values[i]?.every((value) => value === undefined) ?? true);
  if (lost.length > 0) return `Nothing can be made of ${lost.map(({ title }) => title).join(' and ')} here.`;

  const { zero, power } = series.without;
  const where = series.without.missing > 0 ? 'every date on which all its lines have a value' : 'every date';
  if (zero > 0 && power > 0) return `It divides by zero, or takes a power that is no number, on ${where}.`;
  if (zero > 0) return `It divides by zero on ${where}.`;
  if (power > 0) return `It takes a root of a negative number, or a power that is too large, on ${where}.`;
  return noDateNote(made);
}

function noDateNote({ used, letters, aligned }: EvaluatedFormula): string {
  const spans = used.map((_, i) => {
    const days = Array.from(aligned.days).filter((__, at) => aligned.values[i]?.[at] !== undefined);
    return `${letters[i]} ${dateText(days[0] ?? 0)} to ${dateText(days.at(-1) ?? 0)}`;
  });
  return `Its lines have no date in common: ${spans.join(', ')}.`;
}
