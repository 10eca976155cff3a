import { dateText } from '../calendar/dates.ts';
import type { TableLine } from '../contract/table-export.ts';
import type { ViewEnvelope, ViewLine } from '../contract/view.ts';
import { cadenceText } from '../series-math/frequency.ts';
import { type AnsweredRow, datesOf, type NamedLine, rowsOf, type ViewAnswer } from './answer.ts';

/** The answer to a view as text: CSV of both layouts, and JSON. Names of lines are plain, so that nothing is escaped. */

export type Layout = 'wide' | 'long';

/** @returns the first line of a CSV, without its end. */
export function csvHeader(lines: readonly NamedLine[], layout: Layout): string {
  return layout === 'wide' ? ['date', ...lines.map(({ name }) => name)].join(',') : 'date,line,value';
}

/** @returns the lines of a CSV below its header, each ended by LF: a row a date and a column a line (wide), or a row an observation. */
export function* csvRows(lines: readonly NamedLine[], layout: Layout): Generator<string, undefined> {
  if (layout === 'wide')
    for (const { day, values } of datesOf(lines))
      yield `${dateText(day)},${values.map((value) => value ?? '').join(',')}\n`;
  else
    for (const { day, place, value } of rowsOf(lines))
      yield `${dateText(day)},${lines[place]?.name},${value}\n`;
}

/** The beginning of every answer in JSON. */
export const SUCCESS = { status: 'OK', message: 'Data retrieved successfully' } as const;

/** @returns what an answer says beside its rows. */
export function metaOf({ range }: ViewAnswer, facts: ViewLine[]): ViewEnvelope['meta'] {
  const fields = { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' };
  return { schema_version: '1.0', range, fields, lines: facts };
}

/** @returns a row of an answer in JSON. */
export function jsonRow(lines: readonly NamedLine[], { day, place, value }: AnsweredRow): string {
  return `{"date":"${dateText(day)}","line":"${lines[place]?.name}","value":"${value}"}`;
}

/**
 * The lines of an answer as an export takes them.
 */
export function tableLines(lines: readonly NamedLine[]): TableLine[] {
  return lines.map(({ name, id, choice, cadence, column }) => ({
    column: name,
    // The state has a column of its own where each observation has a row.
    series: choice ? `${choice.dataset}.${choice.code}${name.slice(id.length)}` : name,
    state: choice?.area ?? '',
    frequency: cadenceText(cadence),
    dates: Array.from(column.days, dateText),
    values: [...column.values],
  }));
}
