import { dayNumber } from '../../service/contract/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { printFormula } from '../../service/series-math/formula.ts';
import { cadenceOf, frequencyName } from '../../service/series-math/frequency.ts';
import { periodOf } from '../../service/series-math/periods.ts';
import { type DateRange, type SeriesColumn, seriesId } from '../api/index.ts';
import {
  type DerivedLine,
  deriveLine,
  type EvaluatedFormula,
  evaluateFormula,
  recipeOf,
} from '../lines/index.ts';
import { entryOf, shortTitle } from '../picker/index.ts';
import { formulaId, type LineId, type ShownFormula, type ShownSeries, type View } from '../view/index.ts';
import { AGGREGATED, explainSeries, nothing, type Source } from './explain-series.ts';
import type { NumberNode } from './types.ts';

/** What a view says of its lines, and all that the publishers have of their series. */
type Shown = {
  view: View;
  /** The whole history of each series. */
  columns: readonly SeriesColumn[];
  /** What is on the screen: an index begins with it where the view names no day. */
  range: DateRange;
};

/** @returns what the number of a line on a date was made of; `undefined` where the view has no such line or its series is not loaded. */
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
): NumberNode | undefined {
  const column = columns.find(({ id }) => id === seriesId(choice));
  if (!column) return undefined;
  return explainSeries(publishedSource(column), recipeOf(view, choice, style, range).recipe, day, label);
}

/** Observations as their publisher has them. */
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

function formulaNode(shown: Shown, { text, style }: ShownFormula, day: number): NumberNode {
  const { view, columns, range } = shown;
  const lines = view.series.flatMap((one) => {
    const column = columns.find(({ id }) => id === seriesId(one.choice));
    return column ? [deriveLine(view, one, column, range)] : [];
  });
  const made = evaluateFormula(text, lines);
  if ('message' in made) return { ...nothing(day, { frequency: 'd' }, text), words: made.message };
  const recipe = { units: style.units ?? 'lin', ...(style.average && { average: style.average }) } as const;
  return explainSeries(formulaSource(shown, made), recipe, day, text);
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
      const values = new Map(letters.map((letter, i) => [letter, aligned.values[i]?.[at]]));
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
              value: values.get(letter),
              line: used[i] as DerivedLine,
            }),
          ),
      };
    },
  };
}

/** A letter's value: the line's own, or a period of its values put together to meet the others. */
function letterNode(
  shown: Shown,
  { aligned }: EvaluatedFormula,
  of: { letter: string; i: number; day: number; value: string | undefined; line: DerivedLine },
): NumberNode {
  const { line, day, value } = of;
  const label = `${of.letter}: ${line.title}`;
  const own = shown.view.series.find(({ slot }) => slot === line.slot) as ShownSeries;
  const ownNode = (at: number, name: string) =>
    seriesNode(shown, own, at, name) ?? nothing(at, line.cadence, name);
  const note = aligned.notes.find(({ index }) => index === of.i);
  if (!note) return ownNode(day, label);
  const period = periodOf(day, aligned.cadence);
  const members = Array.from(line.whole.days).filter((one) => periodOf(one, aligned.cadence) === period);
  const kind = frequencyName(line.cadence.frequency).toLowerCase();
  return {
    ...nothing(day, aligned.cadence, label),
    value,
    unit: line.unit,
    words:
      note.method === null
        ? `${note.text[0]?.toUpperCase()}${note.text.slice(1)}`
        : `${AGGREGATED[note.method]} of ${members.length} ${kind} ${members.length === 1 ? 'value' : 'values'}, to meet the other lines`,
    parts: () => members.map((member) => ownNode(member, '')),
  };
}

/** 'a / b' with values in the place of letters: '219,000 ÷ 212,000'. */
function withValues(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(/[a-h]/g, (letter) => {
      const value = values.get(letter) ?? letter;
      return value.startsWith('-') ? `(${groupDigits(value)})` : groupDigits(value);
    });
}
