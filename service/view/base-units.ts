import { entryOf } from '../datasets/series-choice.ts';
import { type UnitScale, unitScale } from '../series-math/unit-scale.ts';
import { isRateUnits, unitsAxisText } from '../series-math/units.ts';
import { slotLetter } from './line-words.ts';
import type { Line } from './types.ts';

/** A line in the base unit, as charts show it: '$ mn' are dollars × 10^6. Files have the publisher's unit. */
type BaseUnit = Pick<UnitScale, 'power' | 'sign'> & {
  /** 'positions', 'Change, US dollars'. */
  label: string;
};

/** @param lines of the chart, which a formula names. @returns `undefined` of a unit that scales nothing, a rate, a logarithm or an index. */
export function baseUnitOf(line: Line, lines: readonly Line[]): BaseUnit | undefined {
  if (isRateUnits(line.units) || line.unit === '') return undefined;
  const { power, sign, noun } = unitScale(line.unit);
  if (power === 0 && sign === '') return undefined;
  return { power, sign, label: unitsAxisText(line.units, noun || nounsOf(line, lines) || line.unit) };
}

/** @returns the lines with the names of their base units, for words that stand beside a chart. */
export function inBaseUnits(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, unitText: baseUnitOf(line, lines)?.label ?? line.unitText }));
}

/** What a line counts: 'positions'; of a formula what the series in it count: 'persons, positions'. */
function nounsOf({ choice, formula }: Line, lines: readonly Line[]): string {
  const used = choice ? [choice] : lines.flatMap((one) => (isInFormula(formula, one) && one.choice) || []);
  return [...new Set(used.map((one) => unitScale(entryOf(one).series.unit).noun))].join(', ');
}

/** @returns whether a formula names a series by its letter. */
export function isInFormula(formula: string | undefined, { slot }: Pick<Line, 'slot'>): boolean {
  return new RegExp(`\\b${slotLetter(slot)}\\b`).test(formula ?? '');
}
