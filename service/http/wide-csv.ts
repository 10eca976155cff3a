import { dateText } from '../calendar/dates.ts';
import { type ObservationRows, observationTexts, type SeriesSelection } from '../store/index.ts';
import type { DataState } from './data-state.ts';

/** CSV with a row a date and a column a series. */

export type WideColumn = { code: string; area: string };

/**
 * @returns the columns of a selection: its codes in their order; in a dataset by state each code once for each state that was
 *   asked for, or that is held.
 */
export function wideColumns(
  { dataset, codes, areas }: SeriesSelection,
  isByState: boolean,
  data: DataState,
): WideColumn[] {
  if (!isByState) return codes.map((code) => ({ code, area: '' }));
  const held = data.holdings().find((one) => one.dataset === dataset)?.series ?? [];
  return codes.flatMap((code) => {
    const found = held.filter((one) => one.code === code).map(({ area }) => area);
    return (areas ?? found.toSorted()).map((area) => ({ code, area }));
  });
}

/** @returns the first line of the CSV, without its end: 'date,US10Y' or 'date,initial_claims.CA'. */
export function wideHeader(columns: readonly WideColumn[]): string {
  return ['date', ...columns.map(({ code, area }) => (area === '' ? code : `${code}.${area}`))].join();
}

/** @returns a function that writes pages of rows, which come one after another, as lines. A date may go on in the next page. */
export function wideWriter(
  columns: readonly WideColumn[],
): (page: ObservationRows, isLast: boolean) => Buffer {
  const places = new Map(columns.map(({ code, area }, place) => [`${code}.${area}`, place]));
  let open: { day: number; cells: string[] } | undefined;
  const line = ({ day, cells }: NonNullable<typeof open>) => `${dateText(day)},${cells.join()}\n`;
  return (page, isLast) => {
    const lines: string[] = [];
    for (const { day, code, area, value } of observationTexts(page)) {
      if (open?.day !== day) {
        if (open) lines.push(line(open));
        open = { day, cells: columns.map(() => '') };
      }
      open.cells[places.get(`${code}.${area}`) as number] = value;
    }
    if (isLast && open) lines.push(line(open));
    return Buffer.from(lines.join(''), 'latin1');
  };
}
