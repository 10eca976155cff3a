import type { Alignable, Aligned } from '../../service/series-math/align.ts';
import { derive } from '../../service/series-math/derive.ts';
import { type Formula, parseFormula, VARIABLES } from '../../service/series-math/formula.ts';
import { formulaSeries } from '../../service/series-math/formula-series.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { unitsAxisText, valueUnit } from '../../service/series-math/units.ts';
import type { DateRange } from '../api/index.ts';
import { entryOf } from '../picker/index.ts';
import { formulaId, type ShownFormula, slotLetter } from '../view/index.ts';
import { averaged, columnOf, cut, type DerivedLine } from './derive-lines.ts';
import type { Line } from './types.ts';

/**
 * A formula of shown series as a line: of their values as each is shown, brought to the lowest frequency among them; then in
 * units of its own (FRED's order: frequency, units, formula).
 */
export function formulaLine(
  { text, slot, hidden, style }: ShownFormula,
  series: readonly DerivedLine[],
  range: DateRange,
): Line {
  const id = formulaId({ text });
  const made = evaluateFormula(text, series);
  const units = style.units ?? 'lin';
  const line = { id, slot, hidden, style, title: text, choice: undefined, formula: text, units } as const;
  const nothing = columnOf(id, { days: new Int32Array(0), values: [] });
  if ('message' in made)
    return {
      ...line,
      unit: '',
      unitText: text,
      cadence: { frequency: 'd' },
      column: nothing,
      notes: [made.message],
    };

  const { aligned, used, unit } = made;
  const { series: shown } = derive(made.series, aligned.cadence, {
    units,
    ...(style.average && { average: style.average }),
  });
  return {
    ...line,
    unit: valueUnit(units, unit),
    unitText: averaged(unitsAxisText(units, unit || text), style.average),
    cadence: aligned.cadence,
    column: cut(columnOf(id, shown), range),
    notes: aligned.notes.map((note) => `${used[note.index]?.title ?? ''}: ${note.text}.`),
  };
}

/** A formula worked out: of which lines, how they were brought together, and what came of it on each day. */
export type EvaluatedFormula = {
  formula: Formula;
  /** The lines that stand in it, and the letters that name them there, in the same order as `aligned.values`. */
  used: readonly DerivedLine[];
  letters: readonly string[];
  aligned: Aligned;
  series: TimeSeries;
  /** Of its values; '' where they have none. */
  unit: string;
};

/** @returns what a formula makes of all that is loaded of the lines in it, or what is wrong with its text. */
export function evaluateFormula(
  text: string,
  series: readonly DerivedLine[],
): EvaluatedFormula | { message: string } {
  const lines = new Map(series.map((line) => [slotLetter(line.slot), line]));
  const parsed = parseFormula(text, [...lines.keys()].sort());
  if (!parsed.isRight) return { message: parsed.message };
  const { formula, variables: letters } = parsed;
  const used = letters.map((letter) => lines.get(letter) as DerivedLine);
  const { series: made, ...worked } = workedOut(text, used, () =>
    formulaSeries(
      formula,
      letters,
      VARIABLES.map((letter) => alignable(lines.get(letter))),
    ),
  );
  const placeOf = (index: number) => letters.indexOf(VARIABLES[index] ?? '');
  const aligned = { ...worked, notes: worked.notes.map((note) => ({ ...note, index: placeOf(note.index) })) };
  return { formula, used, letters, aligned, series: made, unit: unitOf(formula, used) };
}

function alignable(line: DerivedLine | undefined): Alignable | undefined {
  return line && { series: line.whole, cadence: line.cadence, method: methodOf(line) };
}

type Worked = ReturnType<typeof formulaSeries>;
/** What came of a formula of which values: a pan or a hidden line works nothing out again, and what is unloaded is forgotten. */
const known = new WeakMap<readonly string[], Map<string, { of: readonly DerivedLine[]; worked: Worked }>>();

function workedOut(text: string, used: readonly DerivedLine[], work: () => Worked): Worked {
  const first = used[0];
  if (first === undefined) return work();
  const ofValues =
    known.get(first.whole.values) ?? new Map<string, { of: readonly DerivedLine[]; worked: Worked }>();
  known.set(first.whole.values, ofValues);
  const before = ofValues.get(text);
  const isSame = before?.of.every(
    (line, i) => line.whole.values === used[i]?.whole.values && line.units === used[i].units,
  );
  if (before && isSame && before.of.length === used.length) return before.worked;
  const worked = work();
  ofValues.set(text, { of: used, worked });
  return worked;
}

/** Of levels what the catalogue says; of rates and changes the mean. */
function methodOf({ choice, units }: DerivedLine) {
  const usual = choice ? entryOf(choice).series.defaultAggregation : 'avg';
  return units === 'lin' || usual === null ? usual : 'avg';
}

/** Sums and differences of one unit keep it; a product, ratio or power has none. */
function unitOf(formula: Formula, used: readonly DerivedLine[]): string {
  const units = new Set(used.map(({ unit }) => unit));
  return units.size === 1 && isSum(formula) ? ([...units][0] as string) : '';
}

function isSum(formula: Formula): boolean {
  if (formula.kind === 'minus') return isSum(formula.of);
  if (formula.kind !== 'operation') return formula.kind === 'variable';
  const isAdded = formula.operator === '+' || formula.operator === '-';
  return isAdded && isSum(formula.left) && isSum(formula.right);
}
