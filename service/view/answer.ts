import { dateText, dayNumber } from '../calendar/dates.ts';
import { Failure, quoted } from '../contract/failure.ts';
import type { ViewLine } from '../contract/view.ts';
import { type SeriesChoice, seriesId } from '../datasets/series-choice.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import { askedFrequency, cadenceText } from '../series-math/frequency.ts';
import type { TimeSeries } from '../series-math/types.ts';
import { TOO_MUCH_WORK } from './formula-lines.ts';
import { slotLetter } from './line-words.ts';
import { asksOf, linesInSteps } from './lines.ts';
import { lettersIn, neededSeries, rangedSeries } from './needed.ts';
import { rangeOfHeld, resolveRange } from './range.ts';
import { lowestShownCadence, recipeOf, unitsName } from './recipes.ts';
import type { DateRange, Line, PublishedColumn, View } from './types.ts';

/** The data that a view is computed from; days are day numbers. */
export type ViewSource = {
  /** First and last day of a series' code, over all its states; `undefined`: none is held. */
  held(choice: SeriesChoice): { first: number; last: number } | undefined;
  /** The observations of a series from a day to another, both included. */
  column(choice: SeriesChoice, from: number, to: number): TimeSeries;
};

/** A line of an answer, with the name of its column and of its rows. */
export type NamedLine = Line & { name: string };

/** The answer to a view: its visible lines. `view` has all of its series, to which the letters in formulas refer. */
export type ViewAnswer = { view: View; range: DateRange; lines: readonly NamedLine[] };

/**
 * Computes the lines of a view as the page draws them. A hidden series is read only if a formula needs it, and is not in the answer.
 * @param today `YYYY-MM-DD`. @param turn is awaited after every few milliseconds of work, so that other requests do not wait.
 * @throws Failure 'invalid_parameter' where the formulas take too much work.
 */
export async function answerView(
  view: View,
  source: ViewSource,
  today: string,
  turn: () => Promise<unknown>,
): Promise<ViewAnswer> {
  const held = rangedSeries(view).map((shown) => {
    const { first, last } = source.held(shown.choice) ?? {};
    return {
      cadence: lowestShownCadence(view, shown),
      first: first === undefined ? null : dateText(first),
      last: last === undefined ? null : dateText(last),
    };
  });
  const range = resolveRange(view.range, rangeOfHeld(held, today));
  const asked = { ...view, formulas: view.formulas.filter(({ hidden }) => !hidden) };
  const needed = new Set(neededSeries(asked).map(({ choice }) => seriesId(choice)));
  const columns: PublishedColumn[] = [];
  for (const { choice, range: days } of asksOf(asked, range, today)) {
    if (!needed.has(seriesId(choice))) continue;
    const read = source.column(choice, dayNumber(days.from) ?? 0, dayNumber(days.to) ?? 0);
    const column = { ...read, id: seriesId(choice), choice, numbers: Float64Array.from(read.values, Number) };
    columns.push(column);
    await turn();
  }
  const steps = linesInSteps(asked, columns, range);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await turn();
  const lines = step.value.filter(({ hidden }) => !hidden);
  const tooMuch = lines.find(({ notes }) => notes.includes(TOO_MUCH_WORK));
  if (tooMuch)
    throw new Failure(
      'invalid_parameter',
      TOO_MUCH_WORK.replace('It', `The formula ${quoted(tooMuch.formula ?? '')}`),
      { parameter: 'formulas' },
    );
  return { view, range, lines: namedLines(view, lines, range) };
}

/**
 * @param lines the visible ones.
 * @returns the lines with the names of their columns, none twice. A series has its id and the units, as FRED names its downloads:
 * `jolts.quits_level_sa_PC1`, `us_debt.total_public_debt_outstanding_NBD20200201`; a moving average adds `_MA4`. A formula has the names
 * of its lines, and a line that the user has named has that name.
 */
export function namedLines(view: View, lines: readonly Line[], range: DateRange): NamedLine[] {
  const plain = lines.map(
    (line) =>
      line.style.name ?? (line.choice ? seriesId(line.choice) : line.title) + suffixOf(view, line, range),
  );
  const taken = new Set<string>();
  return lines.map((line, i) => {
    const isAlone = plain.every((one, other) => other === i || one !== plain[i]);
    const wanted = `${plain[i]}${isAlone || !line.to ? '' : lowerSuffix(line.to)}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`;
    taken.add(name);
    return { ...line, name };
  });
}

/** '_M_EOP': only where a series stands beside itself at another frequency. */
function lowerSuffix({ cadence, method }: NonNullable<Line['to']>): string {
  return `_${askedFrequency(cadence)}_${method}`.toUpperCase();
}

/** @returns the part of a column's name for units and average: '', '_PC1', '_NBD20200201_MA4'. */
function suffixOf(view: View, { choice, style, units, ...line }: Line, range: DateRange): string {
  const average = line.average === undefined ? '' : `_MA${line.average}`;
  if (units === 'lin') return average;
  if (units !== 'nbd') return `_${units.toUpperCase()}${average}`;
  const asked = choice ? recipeOf(view, choice, style, range).recipe.indexDay : undefined;
  const day = asked ?? line.baseDay;
  return `_NBD${day === undefined ? '' : dateText(day).replaceAll('-', '')}${average}`;
}

/**
 * @param originOf gives the origin of a dataset.
 * @returns what an answer says about each of its lines.
 */
export function lineFacts(
  { view, lines }: ViewAnswer,
  originOf: (dataset: string) => ViewLine['origin'],
): ViewLine[] {
  const choices = new Map(view.series.map(({ slot, choice }) => [slotLetter(slot), choice]));
  return lines.map((line) => {
    const letters = line.formula === undefined ? [] : lettersIn(line.formula);
    const used = line.choice ? [line.choice] : letters.flatMap((letter) => choices.get(letter) ?? []);
    const origins = new Set(used.map(({ dataset }) => originOf(dataset)));
    return {
      line: line.name,
      series: line.choice ? seriesId(line.choice) : null,
      formula: line.formula ?? null,
      letters:
        line.formula === undefined
          ? null
          : Object.fromEntries(letters.map((letter, i) => [letter, seriesId(used[i] as SeriesChoice)])),
      title: line.title,
      unit: line.unit,
      units: unitsName(line),
      frequency: cadenceText(line.cadence),
      aggregation: line.to?.method ?? wayOf(line),
      average: line.average ?? null,
      index_date: line.baseDay === undefined ? null : dateText(line.baseDay),
      origin: origins.has('sample') ? 'sample' : origins.size === 1 ? ([...origins][0] ?? null) : null,
      notes: [...line.notes],
    };
  });
}

/** How a formula brings its lines to its frequency, where it says so. */
function wayOf({ formula, style: { aggregation: way } }: Line): ViewLine['aggregation'] {
  return formula === undefined || way === undefined || way === 'usual' ? null : way;
}

/** An observation of an answer: its day, the place of its line among the lines, its value. */
export type AnsweredRow = { day: number; place: number; value: string };

/**
 * @param after passes over this row and those before it.
 * @returns the observations by day, then in the order of the lines.
 */
export function* answerRows(
  lines: readonly Pick<Line, 'column'>[],
  after?: Pick<AnsweredRow, 'day' | 'place'>,
): Generator<AnsweredRow, void> {
  for (const { day, values } of datesOf(lines, after?.day))
    for (const [place, value] of values.entries())
      if (value !== undefined && !(after && day === after.day && place <= after.place))
        yield { day, place, value };
}

/** @returns each day that any line has a value on, ascending, with the value of each line. @param from the first day. */
export function* datesOf(
  lines: readonly Pick<Line, 'column'>[],
  from = Number.NEGATIVE_INFINITY,
): Generator<{ day: number; values: (string | undefined)[] }, void> {
  const columns = lines.map(({ column }) => column);
  const places = columns.map(({ days }) => indexAtOrAfter(days, from));
  for (;;) {
    let day = Number.POSITIVE_INFINITY;
    for (const [i, { days }] of columns.entries()) day = Math.min(day, days[places[i] as number] ?? day);
    if (day === Number.POSITIVE_INFINITY) return;
    const values = columns.map(({ days, values }, i) => {
      const place = places[i] as number;
      if (days[place] !== day) return undefined;
      places[i] = place + 1;
      return values[place];
    });
    yield { day, values };
  }
}
