import { groupDigits } from '../../service/series-math/decimal-text.ts';

/** '1 row', '1,234 rows'. */
export function counted(count: number, one: string): string {
  return `${groupDigits(String(count))} ${one}${count === 1 ? '' : 's'}`;
}

/** '12 rows', '24 cells'. @param columns of cells; undefined: whole rows. */
export function selectedText(rows: number, columns: number | undefined): string {
  return columns === undefined ? counted(rows, 'row') : counted(rows * columns, 'cell');
}
