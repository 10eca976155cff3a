import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { APP_NAME } from '../contract/names.ts';
import { maskSecrets } from '../process/mask.ts';
import { groupDigits } from '../series-math/decimal-text.ts';

/** Writes the lines of a command's answer. */
export function print(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Writes the answer of `--json`. @param indent of its lines; 0 puts all on one line. */
export function printJson(value: unknown, indent: 0 | 1 = 1): void {
  print(JSON.stringify(value, null, indent));
}

/** @returns a failure's message on one line, with keys masked: output is often saved in files. */
export function plainLine({ message }: Failure): string {
  return maskSecrets(message).replaceAll(/\s*\n\s*/g, ' ');
}

/** Writes a line for the user to standard error, since it is not part of the answer. */
export function printToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A progress line, which each text overwrites. Does nothing if standard error is not a terminal. */
export function progressLine(): { show: (text: string) => void; clear: () => void } {
  const { isTTY, columns } = process.stderr;
  if (!isTTY) return { show: () => undefined, clear: () => undefined };
  const over = '\r\u001b[2K';
  return {
    show: (text) => process.stderr.write(`${over}${text.slice(0, (columns || 80) - 1)}`),
    clear: () => process.stderr.write(over),
  };
}

/** @returns a signal that Ctrl-C or SIGTERM aborts. A second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    controller.abort(new Failure('cancelled', `${APP_NAME} was stopped before it was done.`));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}

/** @returns lines with aligned columns, without spaces at the end. @param toTheRight columns of numbers */
export function alignColumns(rows: readonly (readonly string[])[], ...toTheRight: number[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  const aligned = (cell: string, column: number) =>
    toTheRight.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(aligned).join('  ').trimEnd());
}

/** @returns `2020-03-09 to 2025-03-06` for two day numbers, one date if they are equal, '' without any. */
export function dayRangeText(first: number | null | undefined, last: number | null | undefined): string {
  const [from, to] = [dateOrNull(first), dateOrNull(last)];
  return from === null || to === null ? '' : from === to ? from : `${from} to ${to}`;
}

export function dateOrNull(day: number | null | undefined): string | null {
  return day === null || day === undefined ? null : dateText(day);
}

/** @returns foreign text without characters that could control a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ');
}

/** @returns a whole number with its digits grouped: `3,765`. */
export function wholeText(count: number): string {
  return groupDigits(String(count));
}
