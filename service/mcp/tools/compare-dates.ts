import { Type } from 'typebox';
import { dateText, dayNumber, shiftDays } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import { seriesId } from '../../datasets/series-choice.ts';
import { readViewAnswer } from '../../derived/index.ts';
import { changeBetween } from '../../series-math/between.ts';
import { indexAtOrAfter } from '../../series-math/decimate.ts';
import { fractionsOf } from '../../series-math/fraction.ts';
import { changesByPoints, changeUnit } from '../../series-math/unit-scale.ts';
import { linesSearch, MOST_SERIES, type NamedLine, readRequest } from '../../view/index.ts';
import { apiAddress, chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { choicesOf, expectPast, factsOf, SAMPLE, SERIES_FACTS } from '../series.ts';
import type { Tool } from '../types.ts';

const MOST = 20;
/** How many days before a date its value may be of. The slowest series is monthly, and comes out two months later. */
const LONGEST_BACK = 120;

const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, YYYY-MM-DD` });
const OrNull = Type.Union([Type.String(), Type.Null()]);

/** Values of series on two dates, and the changes. */
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
        date: OrNull,
        value: OrNull,
        other_date: OrNull,
        other_value: OrNull,
        change: OrNull,
        percent_change: OrNull,
      }),
    ),
    left_out: OrNull,
    chart: Type.String(),
    chart_note: OrNull,
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
        throw new Failure('wrong_usage', `${name} ${text} is no day of the calendar. Write YYYY-MM-DD.`);
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
      // Newer values than are here matter only where one would be compared.
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
      const left_out =
        left === 0
          ? null
          : left === 1
            ? '1 series does not fit: ask for it alone.'
            : `${left} series do not fit: ask for them alone.`;
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
        text: [
          ...texts,
          ...(samples ? [SAMPLE] : []),
          ...(as_of === undefined ? [] : [`As known here on ${as_of}.`]),
          ...(left_out === null ? [] : [left_out]),
          ...(chart_note === null ? [] : [chart_note]),
          `Chart: ${chart}`,
        ].join('\n'),
      };
    });
  },
};

/** @returns the values of a line on two days, or before them, and the change; its days are day numbers. */
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
    // The change of a rate is in points alone: a percentage of percent misleads.
    percent_change: changesByPoints(unit) ? null : (made?.percent ?? null),
  };
}
