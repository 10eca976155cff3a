import { quote, rowFailure } from './row-failure.ts';

/** @returns the cells of a header line, split at commas, without quotes and surrounding spaces: enough to recognise a format. */
export function headerCells(line: string): string[] {
  return line.split(',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

/**
 * Finds columns by name in a header of any order.
 * @param normalise gives names with the same meaning the same form.
 * @returns the position of each name that the header has.
 * @throws Failure where two columns have the same name.
 */
export function columnPositions(
  file: string,
  cells: readonly string[],
  line: number,
  normalise: (name: string) => string,
): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = normalise(cell.trim());
    if (name === '') continue;
    if (columns.has(name))
      throw rowFailure(file, line, cell.trim(), `the column is there twice; each may be there once.`);
    columns.set(name, at);
  }
  return columns;
}

/** @throws Failure where one of `names` is missing or the header has another. @returns positions in the order of `names`. */
export function exactColumns(
  file: string,
  cells: readonly string[],
  line: number,
  names: readonly string[],
  optional: readonly string[] = [],
): Map<string, number> {
  const columns = columnPositions(file, cells, line, (name) => name.toLowerCase());
  const missing = names.find((name) => !columns.has(name));
  const right = [...names, ...optional.map((name) => `[${name}]`)].join(',');
  if (missing !== undefined) {
    throw rowFailure(file, line, missing, `the header has no such column; ${right} is right, in any order.`);
  }
  const other = [...columns.keys()].find((name) => !names.includes(name) && !optional.includes(name));
  const empty = cells.findIndex((cell) => cell.trim() === '');
  if (other !== undefined || empty >= 0) {
    throw rowFailure(
      file,
      line,
      other ?? '',
      `${other === undefined ? `column ${empty + 1} has no name` : `${quote(other)} is not a column of the long CSV`}; ${right} is right, in any order.`,
    );
  }
  return columns;
}
