import { Type } from 'typebox';
import { dateText } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import type { SeriesChoice } from '../../datasets/series-choice.ts';
import { readViewAnswer } from '../../derived/index.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS, UNITS_NAMES } from '../../series-math/fred-codes.ts';
import {
  csvHeader,
  datesOf,
  FORMULA,
  lineFacts,
  linesSearch,
  MOST_SERIES,
  readRequest,
  type ViewAnswer,
} from '../../view/index.ts';
import { apiAddress, chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { choicesOf, expectPast, factsOf, idsOf, marksOf, type SeriesFacts } from '../series.ts';
import type { Desk, Tool } from '../types.ts';

const USUAL_ROWS = 24;
const MOST_ROWS = 300;

const Day = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, YYYY-MM-DD` }),
  );
const OrNull = Type.Union([Type.String(), Type.Null()]);

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

/** Values of series, or of a formula of them, as Almanac's charts show them. */
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
      from: Day('First day'),
      to: Day('Last day'),
      as_of: Day('The data as they were known here on this day'),
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
        last_date: OrNull,
        updated: OrNull,
        is_sample: Type.Boolean(),
        late: OrNull,
        notes: Type.Array(Type.String()),
      }),
    ),
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(OrNull), {
      description: 'Oldest first: the date, then a value for each line',
    }),
    total_rows: Type.Integer(),
    left_out: OrNull,
    as_of: OrNull,
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
    const lines = linesTold(answer, asked, desk, given);
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
      const left_out = leftOut(count, total, isEmpty);
      const structured = {
        lines,
        columns,
        rows,
        total_rows: total,
        left_out,
        as_of: given.as_of ?? null,
        chart,
        api,
      };
      const text = [
        ...lines.map(lineText),
        ...(given.as_of === undefined ? [] : [`As known here on ${given.as_of}.`]),
        ...(rows.length === 0 ? [] : [csvHeader(answer.lines, 'wide')]),
        ...rows.map((row) => row.map((cell) => cell ?? '').join(',')),
        left_out ?? `All ${countOf(total, 'row')} of the range.`,
        `Chart: ${chart}`,
        `All rows, with a key: ${api}&format=csv`,
      ];
      return { structured, text: text.join('\n') };
    });
  },
};

/** @returns the parameters of `GET /api/v1/view`. @throws Failure for an unknown series, with the nearest, or for too many. */
function requestOf({ series, formula, to, from, limit: _, ...words }: Given, desk: Desk) {
  const ids = idsOf(series);
  const choices = choicesOf(series);
  if (ids.length > MOST_SERIES)
    throw new Failure(
      'wrong_usage',
      `series names ${ids.length} series. Ask for at most ${MOST_SERIES} at once.`,
    );
  for (const [name, day = ''] of Object.entries({ from, to })) expectPast(name, day, desk);
  // The grammar of a view takes a last day with a first one only.
  const first = from ?? (to === undefined ? undefined : (firstHeld(choices, desk) ?? to));
  return {
    series: series.replaceAll(/\s+/g, ''),
    ...(formula !== undefined && { formulas: formula, hidden: ids.join(',') }),
    ...words,
    ...(first !== undefined && { from: first }),
    ...(to !== undefined && { to }),
  };
}

/** @returns the first day that is held of any of the series. */
function firstHeld(choices: readonly SeriesChoice[], { reader }: Desk): string | undefined {
  const held = reader.holdings();
  const firsts = choices.flatMap(({ dataset, code }) => {
    const series = held.find((one) => one.dataset === dataset)?.series ?? [];
    return series.flatMap((one) => (one.code === code && one.first !== null ? one.first : []));
  });
  return firsts.length === 0 ? undefined : dateText(Math.min(...firsts));
}

/** @param asked all series of the request. @returns the facts of each line; those of a formula are of its series. */
function linesTold(
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
      unit: unitTold(line),
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

/** @returns how late the latest series is, since a formula ends with it. Newer values matter only where the answer would have them. */
function latestOf(used: readonly SeriesFacts[], to: string): string | null {
  const lates = used.flatMap(({ late, last_date }) => (late !== null && to > (last_date ?? '') ? late : []));
  const daysOf = (late: string) => Number(late.replaceAll(/\D/g, ''));
  return lates.toSorted((a, b) => daysOf(b) - daysOf(a))[0] ?? null;
}

/** Says a unit where the line has none of its own: an index, a logarithm, a product. */
function unitTold(line: ReturnType<typeof lineFacts>[number]): string {
  const { unit, units, index_date: day, formula } = line;
  if (unit !== '') return unit;
  if (formula !== null && units === FORMULA)
    return `${/\/ *[a-z(]/.test(formula) ? 'ratio' : 'calculated'} (${formula})`;
  if (units === UNITS_NAMES.lin) return 'none';
  return day === null ? units : `${units} (${day} = 100)`;
}

function lineText(line: ReturnType<typeof linesTold>[number]): string {
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
  const said = [...parts.filter((part) => part !== ''), ...marksOf(line)];
  return [`${name}: ${said.join('; ')}`, ...line.notes].join('\n');
}

/** @param isEmpty whether nothing is held of any line. */
function leftOut(count: number, total: number, isEmpty: boolean): string | null {
  if (isEmpty) return 'Almanac holds no data of it yet: a person imports or refreshes them there.';
  if (total === 0) return 'There are no values in this range.';
  if (count === total) return null;
  return `The newest ${count} of ${total} rows; the earlier ones are left out. Ask for them with to, or take a lower frequency.`;
}
