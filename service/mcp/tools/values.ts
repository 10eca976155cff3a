import { Type } from 'typebox';
import { dateText, dayNumber, shiftDays } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import { type SeriesChoice, seriesId } from '../../datasets/series-choice.ts';
import { readViewAnswer } from '../../derived/index.ts';
import { changeBetween } from '../../series-math/between.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import { indexAtOrAfter } from '../../series-math/decimate.ts';
import { fractionsOf } from '../../series-math/fraction.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS, UNITS_NAMES } from '../../series-math/fred-codes.ts';
import { changesByPoints, changeUnit } from '../../series-math/unit-scale.ts';
import {
  csvHeader,
  datesOf,
  FORMULA,
  lineFacts,
  linesSearch,
  MOST_SERIES,
  type NamedLine,
  readRequest,
  type ViewAnswer,
} from '../../view/index.ts';
import {
  apiAddress,
  chartAddress,
  choicesOf,
  expectPast,
  factsOf,
  idsOf,
  marksOf,
  SAMPLE,
  SERIES_FACTS,
  type SeriesFacts,
} from '../series.ts';
import { answerLines, Day, type Desk, fitted, TextOrNull, type Tool } from '../tool.ts';

const USUAL_ROWS = 24;
const MOST_ROWS = 300;

type Given = {
  series: string;
  formula?: string;
  units?: string;
  frequency?: string;
  aggregation?: string;
  from?: string;
  to?: string;
  as_of?: string;
  limit?: number;
};

export const GET_OBSERVATIONS: Tool = {
  name: 'get_observations',
  title: 'Get observations',
  description: `Values of up to ${MOST_SERIES} series, the newest ${USUAL_ROWS} dates unless you ask for others. Almanac calculates: ask for units, a frequency or a formula instead of computing yourself. Values are exact texts. The answer says what it left out and where all of it is.`,
  input: Type.Object(
    {
      series: Type.String({
        minLength: 1,
        maxLength: 800,
        description: `Ids with commas, at most ${MOST_SERIES}: 'jolts.quits_rate_sa,jolts.hires_rate_sa'`,
      }),
      formula: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            "Instead of the series a calculation of them, where a is the first, b the second: 'a/b*100', '(a+b)/2', 'ma(a,4)'",
        }),
      ),
      units: Type.Optional(
        Type.Enum([...UNITS], {
          description: UNITS.map((code) => `${code} ${UNITS_NAMES[code]}`).join('; '),
        }),
      ),
      frequency: Type.Optional(
        Type.Enum([...ASKED_FREQUENCIES], { description: 'A lower frequency: w, m, q, sa (half years), a' }),
      ),
      aggregation: Type.Optional(
        Type.Enum([...AGGREGATIONS], { description: 'How to get there; usually leave it out' }),
      ),
      from: Type.Optional(Day('First day')),
      to: Type.Optional(Day('Last day')),
      as_of: Type.Optional(Day('The data as they were known here on this day')),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_ROWS,
          description: `How many dates, the newest ones: ${USUAL_ROWS}, or ${MOST_ROWS} with from`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    lines: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of its column' }),
        title: Type.String(),
        unit: Type.String(),
        units: Type.String(),
        frequency: Type.String(),
        adjustment: Type.String(),
        source: Type.String(),
        last_date: TextOrNull,
        updated: TextOrNull,
        is_sample: Type.Boolean(),
        late: TextOrNull,
        notes: Type.Array(Type.String()),
      }),
    ),
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(TextOrNull), {
      description: 'Oldest first: the date, then a value for each line',
    }),
    total_rows: Type.Integer(),
    left_out: TextOrNull,
    as_of: TextOrNull,
    chart: Type.String(),
    api: Type.String({ description: 'Answers all rows; needs a key in the header X-API-Key' }),
  }),
  async run(given: Given, desk) {
    const { from, limit = from === undefined ? USUAL_ROWS : MOST_ROWS } = given;
    const view = readRequest(requestOf(given, desk), desk.latest);
    const search = linesSearch(view);
    const answer = await readViewAnswer(desk.reader, view, desk.latest);
    const asked = factsOf(
      desk,
      view.series.map(({ choice }) => choice),
    );
    const lines = lineFactsOf(answer, asked, desk, given);
    const isEmpty = asked.every(({ last_date }) => last_date === null);
    const dates = [...datesOf(answer.lines)];
    const total = dates.length;
    const newest = dates
      .slice(-limit)
      .map(({ day, values }) => [dateText(day), ...values.map((value) => value ?? null)]);
    const columns = ['date', ...answer.lines.map(({ name }) => name)];
    const [chart, api] = [chartAddress(desk.addresses, search), apiAddress(desk.addresses, search)];
    return fitted(newest.length, (count) => {
      const rows = count === 0 ? [] : newest.slice(-count);
      const left_out = leftOutRows(count, total, isEmpty);
      const as_of = given.as_of ?? null;
      const structured = { lines, columns, rows, total_rows: total, left_out, as_of, chart, api };
      const text = answerLines([
        ...lines.map(lineText),
        as_of === null ? null : `As known here on ${as_of}.`,
        rows.length === 0 ? null : csvHeader(answer.lines, 'wide'),
        ...rows.map((row) => row.map((cell) => cell ?? '').join(',')),
        left_out ?? `All ${countOf(total, 'row')} of the range.`,
        `Chart: ${chart}`,
        `All rows, with a key: ${api}&format=csv`,
      ]);
      return { structured, text };
    });
  },
};

function requestOf({ series, formula, to, from, limit: _, ...words }: Given, desk: Desk) {
  const ids = idsOf(series);
  const choices = choicesOf(series);
  if (ids.length > MOST_SERIES)
    throw new Failure(
      'wrong_usage',
      `series names ${ids.length} series. Ask for at most ${MOST_SERIES} at once.`,
    );
  for (const [name, day = ''] of Object.entries({ from, to })) expectPast(name, day, desk);
  // A view accepts a last day only with a first one.
  const first = from ?? (to === undefined ? undefined : (firstHeld(choices, desk) ?? to));
  return {
    series: series.replaceAll(/\s+/g, ''),
    ...(formula !== undefined && { formulas: formula, hidden: ids.join(',') }),
    ...words,
    ...(first !== undefined && { from: first }),
    ...(to !== undefined && { to }),
  };
}

function firstHeld(choices: readonly SeriesChoice[], { reader }: Desk): string | undefined {
  const held = reader.holdings();
  const firsts = choices.flatMap(({ dataset, code }) => {
    const series = held.find((one) => one.dataset === dataset)?.series ?? [];
    return series.flatMap((one) => (one.code === code && one.first !== null ? one.first : []));
  });
  return firsts.length === 0 ? undefined : dateText(Math.min(...firsts));
}

/** @param asked all series of the request. @returns each line's facts; a formula has its series' facts. */
function lineFactsOf(
  answer: ViewAnswer,
  asked: readonly SeriesFacts[],
  desk: Desk,
  { to, as_of }: Pick<Given, 'to' | 'as_of'>,
) {
  const facts = lineFacts(answer, (dataset) => desk.reader.origin(dataset) ?? null);
  return facts.map((line, i) => {
    const ids = line.series === null ? Object.values(line.letters ?? {}) : [line.series];
    const used = ids.flatMap((id) => asked.find((one) => one.id === id) ?? []);
    const each = (name: 'adjustment' | 'source') => [...new Set(used.map((one) => one[name]))].join(', ');
    const last = answer.lines[i]?.column.days.at(-1);
    const updates = used.flatMap(({ updated }) => updated ?? []).toSorted();
    return {
      name: line.line,
      title: line.title,
      unit: unitText(line),
      units: line.units,
      frequency: line.frequency,
      adjustment: each('adjustment'),
      source: each('source'),
      last_date: last === undefined ? null : dateText(last),
      updated: updates.at(-1) ?? null,
      is_sample: used.some((one) => one.is_sample),
      late: as_of === undefined ? latestOf(used, to ?? desk.latest) : null,
      notes: line.notes,
    };
  });
}

/** @returns how late the most overdue series is, which ends a formula; null if no newer value is needed. */
function latestOf(used: readonly SeriesFacts[], to: string): string | null {
  const lates = used.flatMap(({ late, last_date }) => (late !== null && to > (last_date ?? '') ? late : []));
  const daysOf = (late: string) => Number(late.replaceAll(/\D/g, ''));
  return lates.toSorted((a, b) => daysOf(b) - daysOf(a))[0] ?? null;
}

/** Describes the unit of a line that has none: an index, a logarithm, a product. */
function unitText(line: ReturnType<typeof lineFacts>[number]): string {
  const { unit, units, index_date: day, formula } = line;
  if (unit !== '') return unit;
  if (formula !== null && units === FORMULA)
    return `${/\/ *[a-z(]/.test(formula) ? 'ratio' : 'calculated'} (${formula})`;
  if (units === UNITS_NAMES.lin) return 'none';
  return day === null ? units : `${units} (${day} = 100)`;
}

function lineText(line: ReturnType<typeof lineFactsOf>[number]): string {
  const { name, title, unit, units, frequency, adjustment, source, last_date } = line;
  const parts = [
    name === title ? '' : title,
    unit,
    units === UNITS_NAMES.lin || units === FORMULA || unit.startsWith(units) ? '' : units,
    frequency,
    adjustment,
    source,
    last_date === null ? '' : `newest ${last_date}`,
  ];
  const phrases = [...parts.filter((part) => part !== ''), ...marksOf(line)];
  return [`${name}: ${phrases.join('; ')}`, ...line.notes].join('\n');
}

/** @param isEmpty whether no line has stored data */
function leftOutRows(count: number, total: number, isEmpty: boolean): string | null {
  if (isEmpty) return 'Almanac has no data for it yet: a person must import or refresh them.';
  if (total === 0) return 'There are no values in this range.';
  if (count === total) return null;
  return `The newest ${count} of ${total} rows; the earlier ones are left out. Ask for them with to, or take a lower frequency.`;
}

const MOST = 20;
/** How many days old a value may be on a date: the slowest series is monthly and two months late. */
const LONGEST_BACK = 120;

export const COMPARE_DATES: Tool = {
  name: 'compare_dates',
  title: 'Compare two dates',
  description: `Values of up to ${MOST} series on two dates, the change and the percent change, calculated exactly; of a percentage or a spread the change is in percentage points, and there is no percent change. Where a date has no value the newest before it counts. For the change of a whole curve name all of its tenors.`,
  input: Type.Object(
    {
      series: Type.String({
        minLength: 1,
        maxLength: 1600,
        description: `Ids with commas: 'yields.US2Y,yields.US10Y'`,
      }),
      date: Day('The earlier date'),
      other_date: Day('The later date'),
      as_of: Type.Optional(Day('The data as they were known here on this day')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    series: Type.Array(
      Type.Object({
        ...SERIES_FACTS,
        date: TextOrNull,
        value: TextOrNull,
        other_date: TextOrNull,
        other_value: TextOrNull,
        change: TextOrNull,
        percent_change: TextOrNull,
      }),
    ),
    left_out: TextOrNull,
    chart: Type.String(),
    chart_note: TextOrNull,
    api: Type.String(),
  }),
  async run(given: { series: string; date: string; other_date: string; as_of?: string }, desk) {
    const { date, other_date: other, as_of } = given;
    const choices = choicesOf(given.series);
    if (choices.length > MOST)
      throw new Failure(
        'wrong_usage',
        `series names ${choices.length} series. Ask for at most ${MOST} at once.`,
      );
    for (const [name, text] of Object.entries({ date, other_date: other }))
      if (dayNumber(text) === undefined)
        throw new Failure('wrong_usage', `${name} ${text} is not a day of the calendar. Write YYYY-MM-DD.`);
    if (date >= other)
      throw new Failure('wrong_usage', `date ${date} is not before other_date ${other}. Exchange them.`);
    expectPast('other_date', other, desk);
    const ids = [...new Set(choices.map(seriesId))];
    const request = {
      series: ids.join(','),
      from: shiftDays(date, -LONGEST_BACK),
      to: other,
      ...(as_of !== undefined && { as_of }),
    };
    const view = readRequest(request, desk.latest);
    const { lines } = await readViewAnswer(desk.reader, view, desk.latest);
    const facts = factsOf(desk, choices);
    const all = lines.map((line) => {
      const fact = facts.find(({ id }) => id === line.id);
      if (!fact) throw new Error(`There are no facts of ${line.id}.`);
      const values = compared(line, dayNumber(date) ?? 0, dayNumber(other) ?? 0);
      // Lateness matters only if a newer value would be compared.
      const isPast = as_of !== undefined || other <= (fact.last_date ?? '');
      const last_date = values.other_date ?? values.date;
      return { ...fact, last_date, late: isPast ? null : fact.late, ...values };
    });
    const shown = linesSearch({ ...view, series: view.series.slice(0, MOST_SERIES) });
    const chart = chartAddress(desk.addresses, shown);
    const isWhole = view.series.length <= MOST_SERIES;
    const chart_note = isWhole
      ? null
      : `The chart has the first ${MOST_SERIES} of ${view.series.length} series.`;
    const api = apiAddress(desk.addresses, linesSearch(view));
    return fitted(all.length, (count) => {
      const series = all.slice(0, count);
      const left = all.length - count;
      const [does, them] = left === 1 ? ['does', 'it'] : ['do', 'them'];
      const left_out = left === 0 ? null : `${left} series ${does} not fit: ask for ${them} alone.`;
      const samples = series.some(({ is_sample }) => is_sample);
      const texts = series.map((one) => {
        const values = `${one.value ?? 'none'} (${one.date ?? date}) → ${one.other_value ?? 'none'} (${one.other_date ?? other})`;
        const percent = one.percent_change === null ? '' : `, ${one.percent_change} %`;
        const change = one.change === null ? '' : `; change ${one.change} ${changeUnit(one.unit)}${percent}`;
        const late = one.late === null ? '' : `; ${one.late}: newer values are out`;
        return `${one.id}: ${one.title}; ${one.unit}; ${one.adjustment}; ${one.source}; ${values}${change}${late}`;
      });
      return {
        structured: { series, left_out, chart, chart_note, api },
        text: answerLines([
          ...texts,
          samples ? SAMPLE : null,
          as_of === undefined ? null : `As known here on ${as_of}.`,
          left_out,
          chart_note,
          `Chart: ${chart}`,
        ]),
      };
    });
  },
};

function compared({ column, unit }: NamedLine, day: number, other: number) {
  const { days, values } = column;
  const at = (asked: number): number | undefined => {
    const place = indexAtOrAfter(days, asked + 1) - 1;
    const found = days[place];
    return found === undefined || found < asked - LONGEST_BACK ? undefined : place;
  };
  const [a, b] = [at(day), at(other)];
  const exact = fractionsOf(column);
  const [from, to] = [a === undefined ? undefined : exact[a], b === undefined ? undefined : exact[b]];
  const [first, last] = [a === undefined ? undefined : days[a], b === undefined ? undefined : days[b]];
  const made =
    from && to && first !== undefined && last !== undefined
      ? changeBetween(from, to, last - first, column.exact !== undefined)
      : undefined;
  return {
    date: first === undefined ? null : dateText(first),
    value: a === undefined ? null : (values[a] ?? null),
    other_date: last === undefined ? null : dateText(last),
    other_value: b === undefined ? null : (values[b] ?? null),
    change: made?.change ?? null,
    // A rate changes in points only: a percentage of percent misleads.
    percent_change: changesByPoints(unit) ? null : (made?.percent ?? null),
  };
}
