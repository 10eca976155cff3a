import { Compile } from 'typebox/compile';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { TableExport, type TableLine } from '../contract/table-export.ts';
import { isValueText } from '../series-math/decimal-text.ts';

/** Compiled: interpreted it takes twenty times as long for some hundred thousand texts. */
const schema = Compile(TableExport);

/**
 * @param body JSON text, as it came.
 * @throws Failure 'wrong_usage' that says which part of it is not as `contract/table-export` has it.
 */
export function judgeTable(body: string): TableExport {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong('it is not JSON');
    throw error;
  }
  if (!schema.Check(asked)) {
    const [first] = schema.Errors(asked);
    throw wrong(`${first?.instancePath || 'it'} ${first?.message ?? 'is not what it should be'}`);
  }
  const columns = asked.lines.map(({ column }) => column);
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw wrong(`two lines have the column ${twice}`);
  for (const line of asked.lines) judgeLine(line);
  return asked;
}

function judgeLine({ column, dates, values }: TableLine): void {
  if (dates.length !== values.length)
    throw wrong(`${column} has ${dates.length} dates and ${values.length} values`);
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, date] of dates.entries()) {
    const day = dayNumber(date);
    if (day === undefined) throw wrong(`${column} has the date '${date.slice(0, 40)}'`);
    if (day <= before) throw wrong(`${column} has ${date} after ${dates[index - 1]}`);
    before = day;
    const value = values[index] ?? '';
    if (!isValueText(value))
      throw wrong(`${column} has the value '${value.slice(0, 40)}' on ${date}, which is no plain number`);
  }
}

function wrong(what: string): Failure {
  return new Failure('wrong_usage', `This is no table to export: ${what}.`);
}
