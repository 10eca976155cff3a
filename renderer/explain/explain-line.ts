import { upperFirst } from '@mantine/hooks';
import { dayNumber } from '../../service/calendar/dates.ts';
import { entryOf, seriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import { printFormula } from '../../service/series-math/formula.ts';
import { exactText } from '../../service/series-math/fraction.ts';
import { cadenceOf, frequencyName } from '../../service/series-math/frequency.ts';
import {
  type DerivedLine,
  deriveLine,
  type EvaluatedFormula,
  evaluateFormula,
  formulaId,
  formulaRecipe,
  recipeOf,
} from '../../service/view/index.ts';
import type { DateRange, SeriesColumn } from '../api/index.ts';

import type { LineId, ShownFormula, ShownSeries, View } from '../view/index.ts';
import { enclosed, explainSeries, nothing, type Source } from './explain-series.ts';
import type { NumberNode } from './types.ts';

/** A view, and the data of its series. */
type Shown = {
  view: View;
  /** The whole history of each series. */
  columns: readonly SeriesColumn[];
  /** The shown range: its first day is the day of 100 of an index, where the view names none. */
  range: DateRange;
};

/** @returns how the value of a line on a date was computed; `undefined` where the view has no such line or its series is not loaded. */
export function explainLine(shown: Shown, id: LineId, date: string): NumberNode | undefined {
  const day = dayNumber(date);
  if (day === undefined) return undefined;
  const one = shown.view.series.find(({ choice }) => seriesId(choice) === id);
  if (one) return seriesNode(shown, one, day, shortTitle(one.choice));
  const formula = shown.view.formulas.find((each) => formulaId(each) === id);
  return formula && formulaNode(shown, formula, day);
}

function seriesNode(
  { view, columns, range }: Shown,
  { choice, style }: ShownSeries,
  day: number,
  label: string,
  to?: Recipe['to'],
): NumberNode | undefined {
  const column = columns.find(({ id }) => id === seriesId(choice));
  if (!column) return undefined;
  const { recipe } = recipeOf(view, choice, style, range);
  return explainSeries(publishedSource(column), { ...recipe, ...(to && { to }) }, day, label);
}

/** A source of observations as published. */
function publishedSource(column: SeriesColumn): Source {
  const { dataset, series } = entryOf(column.choice);
  const cadence = cadenceOf(dataset);
  const places = new Map(Array.from(column.days, (day, i) => [day, i]));
  return {
    series: column,
    cadence,
    unit: series.unitShort,
    leaf(day, label) {
      const value = column.values[places.get(day) ?? -1];
      return {
        ...nothing(day, cadence, label),
        value,
        unit: series.unitShort,
        words: value === undefined ? 'No observation' : 'As published',
        published: column.choice,
      };
    },
  };
}

function formulaNode(shown: Shown, formula: ShownFormula, day: number): NumberNode {
  const { text } = formula;
  const { view, columns, range } = shown;
  const lines = view.series.flatMap((one) => {
    const column = columns.find(({ id }) => id === seriesId(one.choice));
    return column ? [deriveLine(view, one, column, range)] : [];
  });
  const made = evaluateFormula(view, formula, lines);
  if ('message' in made) return { ...nothing(day, { frequency: 'd' }, text), words: made.message };
  return explainSeries(formulaSource(shown, made), formulaRecipe(view, formula, range), day, text);
}

function formulaSource(shown: Shown, made: EvaluatedFormula): Source {
  const { series, aligned, formula, letters, used, unit } = made;
  return {
    series,
    cadence: aligned.cadence,
    unit,
    leaf(day, label) {
      const at = aligned.days.indexOf(day);
      const value = series.values[series.days.indexOf(day)];
      const values = new Map(letters.map((letter, i) => [letter, valueInFormula(aligned, i, at)]));
      const without = letters.filter((letter) => values.get(letter) === undefined);
      const text = printFormula(formula);
      return {
        ...nothing(day, aligned.cadence, label),
        value,
        unit,
        words:
          value !== undefined
            ? 'Formula of the lines below'
            : without.length > 0
              ? `No value: ${without.join(' and ')} ${without.length === 1 ? 'has' : 'have'} none here`
              : 'No value: the formula divides by zero or takes a root of a negative number here',
        formula: text,
        numbers: value === undefined ? '' : `${withValues(text, values)} = ${groupDigits(value)}`,
        parts: () =>
          letters.map((letter, i) =>
            letterNode(shown, made, {
              letter,
              i,
              day,
              line: used[i] as DerivedLine,
            }),
          ),
      };
    },
  };
}

/** @returns the value of a line that a formula computes with: that of a mean before it is rounded. */
function valueInFormula(
  { values, exact }: EvaluatedFormula['aligned'],
  line: number,
  at: number,
): string | undefined {
  const value = values[line]?.[at];
  const fraction = exact[line]?.[at];
  return value !== undefined && fraction ? exactText(fraction, value) : value;
}

/** Explains the value of a letter: the line's own, or the line at the lower frequency of the others (frequency first, then units). */
function letterNode(
  shown: Shown,
  { aligned }: EvaluatedFormula,
  of: { letter: string; i: number; day: number; line: DerivedLine },
): NumberNode {
  const { line, day } = of;
  const label = `${of.letter}: ${line.title}`;
  const own = shown.view.series.find(({ slot }) => slot === line.slot) as ShownSeries;
  const { method, to, text } = aligned.notes.find(({ index }) => index === of.i) ?? {};
  const none = nothing(day, aligned.cadence, label);
  if (to === undefined) return seriesNode(shown, own, day, label) ?? none;
  if (!method) return { ...none, unit: line.unit, words: upperFirst(text ?? '') };
  const node = seriesNode(shown, own, day, label, { cadence: to, method }) ?? none;
  if (node.value === undefined) return node;
  const isLevel = line.units === 'lin' && line.made.recipe.average === undefined;
  const lower = frequencyName(to.frequency).toLowerCase();
  return {
    ...node,
    words: isLevel
      ? `${node.words}, to meet the other lines`
      : `${node.words} (of ${lower} values, put together first to meet the other lines)`,
  };
}

/** Replaces the letters of a formula by values: 'a / b' becomes '219,000 ÷ 212,000'. */
function withValues(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(/[a-h]/g, (letter) => enclosed(values.get(letter) ?? letter));
}
