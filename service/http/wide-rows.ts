import { dateText } from '../calendar/dates.ts';
import { observationTexts, type SeriesSelection } from '../store/index.ts';
import type { DataFacts } from './data-state.ts';
import type { WritePage } from './row-chunks.ts';

/** Tables with a row a date and a column a series. */

export type WideColumn = { code: string; area: string };

/**
 * @returns the columns of a selection: its codes in their order; in a dataset by state each code once for each state that was
 *   asked for, or that is held.
 */
export function wideColumns(
  { dataset, codes, areas }: SeriesSelection,
  isByState: boolean,
  data: DataFacts,
): WideColumn[] {
  if (!isByState) return codes.map((code) => ({ code, area: '' }));
  const held = data.holdings().find((one) => one.dataset === dataset)?.series ?? [];
  return codes.flatMap((code) => {
    const found = held.filter((one) => one.code === code).map(({ area }) => area);
    return (areas ?? found.toSorted()).map((area) => ({ code, area }));
  });
}

/** @returns the names of the table's columns: 'date', 'US10Y', or 'initial_claims.CA' of a state. */
export function wideNames(columns: readonly WideColumn[]): string[] {
  return ['date', ...columns.map(({ code, area }) => (area === '' ? code : `${code}.${area}`))];
}

/** @returns a function that writes pages of rows, which come one after another, as rows of cells. A date may go on in the next page. */
export function wideCells(columns: readonly WideColumn[]): WritePage<string[][]> {
  const places = new Map(columns.map(({ code, area }, place) => [`${code}.${area}`, place + 1]));
  let open: { day: number; cells: string[] } | undefined;
  return (page, isLast) => {
    const rows: string[][] = [];
    for (const { day, code, area, value } of observationTexts(page)) {
      if (open?.day !== day) {
        if (open) rows.push(open.cells);
        open = { day, cells: [dateText(day), ...columns.map(() => '')] };
      }
      open.cells[places.get(`${code}.${area}`) as number] = value;
    }
    if (isLast && open) rows.push(open.cells);
    return rows;
  };
}

/** @returns the same as lines of CSV. */
export function wideLines(columns: readonly WideColumn[]): WritePage<Buffer> {
  const cells = wideCells(columns);
  return (page, isLast) =>
    Buffer.from(
      cells(page, isLast)
        .map((row) => `${row.join()}\n`)
        .join(''),
      'latin1',
    );
}
