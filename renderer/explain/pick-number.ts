import { dayNumber } from '../../service/calendar/dates.ts';
import type { Line } from '../../service/view/index.ts';
import type { LineId, View } from '../../service/view/types.ts';

/** @returns the visible lines that have a value on a date, each with its value. */
export function lineValues(lines: readonly Line[], date: string): { line: Line; value: string }[] {
  const day = dayNumber(date);
  return lines.flatMap((line) => {
    const value =
      day === undefined || line.hidden ? undefined : line.column.values[line.column.days.indexOf(day)];
    return value === undefined ? [] : [{ line, value }];
  });
}

/** @returns the number on a date of the wanted line, else the explained line, else the first with a value. */
export function pickNumber(
  { explained }: Pick<View, 'explained'>,
  lines: readonly Line[],
  date: string,
  wanted?: LineId,
): View['explained'] {
  const ids = lineValues(lines, date).map(({ line }) => line.id);
  const line = [wanted, explained?.line, ids[0]].find((id) => id !== undefined && ids.includes(id));
  return line === undefined ? undefined : { line, date };
}
