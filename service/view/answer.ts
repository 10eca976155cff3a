import { dateText, dayNumber } from '../calendar/dates.ts';
import type { ViewEnvelope, ViewLine } from '../contract/economic.ts';
import { Failure, quoted } from '../contract/failure.ts';
import type { TableLine } from '../contract/table-export.ts';
import { type SeriesChoice, seriesId } from '../datasets/series-choice.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import { askedFrequency, cadenceText } from '../series-math/frequency.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { TimeSeries } from '../series-math/types.ts';
import { TOO_MUCH_WORK } from './formula-lines.ts';
import { lettersIn, neededSeries, rangedSeries, slotLetter } from './line-words.ts';
import { asksOf, linesInSteps } from './lines.ts';
import { rangeOfHeld, resolveRange } from './range.ts';
import { lowestShownCadence, recipeOf, unitsName } from './recipes.ts';
import type { DateRange, Line, PublishedColumn, View } from './types.ts';

/** The source of a view's data. Days are day numbers. */
export type ViewSource = {
  /** First and last day of a series' code, over all its states; `undefined` if no data are stored. */
  held(choice: SeriesChoice): { first: number; last: number } | undefined;
  column(choice: SeriesChoice, from: number, to: number): TimeSeries;
};

/** A line of an answer, with the name of its column and rows. */
export type NamedLine = Line & { name: string };

/** The answer to a view: its visible lines. `view` keeps all series, because formulas refer to them. */
export type ViewAnswer = { view: View; range: DateRange; lines: readonly NamedLine[] };

/**
 * Computes the visible lines of a view. @param today `YYYY-MM-DD`. @param turn awaited every few
 * milliseconds. @throws Failure 'invalid_parameter' if the formulas take too much work
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
 * @returns the visible lines with unique column names: the user's, a formula's text, or the id with a suffix
 * for units as in FRED's downloads, `jolts.quits_level_sa_PC1`,
 * `us_debt.total_public_debt_outstanding_NBD20200201`, and `_MA4` for an average.
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

/** '_M_EOP': added only if another line has the same series at another frequency. */
function lowerSuffix({ cadence, method }: NonNullable<Line['to']>): string {
  return `_${askedFrequency(cadence)}_${method}`.toUpperCase();
}

/** @returns the suffix of a column's name for units and average: '', '_PC1', '_NBD20200201_MA4'. */
function suffixOf(view: View, { choice, style, units, ...line }: Line, range: DateRange): string {
  const average = line.average === undefined ? '' : `_MA${line.average}`;
  if (units === 'lin') return average;
  if (units !== 'nbd') return `_${units.toUpperCase()}${average}`;
  const asked = choice ? recipeOf(view, choice, style, range).recipe.indexDay : undefined;
  const day = asked ?? line.baseDay;
  return `_NBD${day === undefined ? '' : dateText(day).replaceAll('-', '')}${average}`;
}

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
      aggregation: line.to?.method ?? formulaAggregation(line),
      average: line.average ?? null,
      index_date: line.baseDay === undefined ? null : dateText(line.baseDay),
      origin: origins.has('sample') ? 'sample' : origins.size === 1 ? ([...origins][0] ?? null) : null,
      notes: [...line.notes],
    };
  });
}

function formulaAggregation({ formula, style: { aggregation: way } }: Line): ViewLine['aggregation'] {
  return formula === undefined || way === undefined || way === 'usual' ? null : way;
}

/** An observation of an answer: its day, its line's index, its value. */
export type AnsweredRow = { day: number; place: number; value: string };

/** @param after the row to start after. @returns the observations by day, then in the order of the lines. */
export function* answerRows(
  lines: readonly Pick<Line, 'column'>[],
  after?: Pick<AnsweredRow, 'day' | 'place'>,
): Generator<AnsweredRow, void> {
  for (const { day, values } of datesOf(lines, after?.day))
    for (const [place, value] of values.entries())
      if (value !== undefined && !(after && day === after.day && place <= after.place))
        yield { day, place, value };
}

/** @returns each day on which a line has a value, ascending, with each line's value. @param from first day */
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

/** 'wide': a column per line. 'long': a row per observation. */
export type TableLayout = 'wide' | 'long';

export function csvHeader(lines: readonly NamedLine[], layout: TableLayout): string {
  return layout === 'wide'
    ? ['date', ...lines.map(({ name }) => csvCell(name))].join(',')
    : 'date,line,value';
}

/** @returns the rows of a CSV without its header, each ended by LF. */
export function* csvRows(lines: readonly NamedLine[], layout: TableLayout): Generator<string, undefined> {
  if (layout === 'wide')
    for (const { day, values } of datesOf(lines))
      yield `${dateText(day)},${values.map((value) => value ?? '').join(',')}\n`;
  else {
    const names = lines.map(({ name }) => csvCell(name));
    for (const { day, place, value } of answerRows(lines))
      yield `${dateText(day)},${names[place]},${value}\n`;
  }
}

export const SUCCESS = { status: 'OK', message: 'Data retrieved successfully' } as const;

export function metaOf({ range }: ViewAnswer, facts: ViewLine[]): ViewEnvelope['meta'] {
  const fields = { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' };
  return { schema_version: '1.0', range, fields, lines: facts };
}

export function jsonRow(lines: readonly NamedLine[], { day, place, value }: AnsweredRow): string {
  return `{"date":"${dateText(day)}","line":${JSON.stringify(lines[place]?.name)},"value":"${value}"}`;
}

export function tableLines(lines: readonly NamedLine[]): TableLine[] {
  return lines.map(({ name, choice, cadence, column, style }) => ({
    column: name,
    // In the long layout the state has its own column.
    series:
      choice && !style.name ? `${choice.dataset}.${choice.code}${name.slice(seriesId(choice).length)}` : name,
    state: choice?.area ?? '',
    frequency: cadenceText(cadence),
    dates: Array.from(column.days, dateText),
    values: [...column.values],
  }));
}
