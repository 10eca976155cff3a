import { dateText } from '../calendar/dates.ts';
import type { TableLine } from '../contract/table-export.ts';
import type { ViewEnvelope, ViewLine } from '../contract/view.ts';
import { seriesId } from '../datasets/series-choice.ts';
import { cadenceText } from '../series-math/frequency.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import { type AnsweredRow, answerRows, datesOf, type NamedLine, type ViewAnswer } from './answer.ts';

/** The answer to a view as text: CSV of both layouts, and JSON. */

/** 'wide': a column per line. 'long': a row per observation. */
export type TableLayout = 'wide' | 'long';

/** @returns the first line of a CSV, without its end. */
export function csvHeader(lines: readonly NamedLine[], layout: TableLayout): string {
  return layout === 'wide'
    ? ['date', ...lines.map(({ name }) => csvCell(name))].join(',')
    : 'date,line,value';
}

/**
 * @returns the lines of a CSV below its header, each ended by LF. Wide: a row for each date, a column for each line. Long: a row for
 * each observation.
 */
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

/** The beginning of every answer in JSON. */
export const SUCCESS = { status: 'OK', message: 'Data retrieved successfully' } as const;

/** @returns `meta` of an answer in JSON. */
export function metaOf({ range }: ViewAnswer, facts: ViewLine[]): ViewEnvelope['meta'] {
  const fields = { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' };
  return { schema_version: '1.0', range, fields, lines: facts };
}

/** @returns a row of an answer in JSON. */
export function jsonRow(lines: readonly NamedLine[], { day, place, value }: AnsweredRow): string {
  return `{"date":"${dateText(day)}","line":${JSON.stringify(lines[place]?.name)},"value":"${value}"}`;
}

/** @returns the lines of an answer in the form that an export takes. */
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
