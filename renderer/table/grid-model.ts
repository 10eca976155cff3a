import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { RowOrder } from './order-rows.ts';
import type { GridSelection } from './selection.ts';
import type { Sheet, TableSort } from './types.ts';

/**
 * A row on the screen: its place from the top, and its row in the sheet. It also holds the sheet, because the table's model caches
 * what it has read from a row: a row of another sheet must be another object.
 */
export type ShownRow = { place: number; row: number; sheet: Sheet };

export type GridProps = {
  sheet: Sheet;
  order: RowOrder;
  sort: TableSort;
  /** @param sort `undefined` goes back to the order by date. */
  onSortChange: (sort: TableSort | undefined) => void;
  widths: ColumnWidths;
  selection: GridSelection | undefined;
  onSelectionChange: (selection: GridSelection | undefined) => void;
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** @param current place of the current row, -1 for none. */
  onCopy: (current: number) => void;
  onExplain: ((lineId: string, date: string) => void) | undefined;
  renderMark: (slot: number) => ReactNode;
};

/** In CSS pixels; the style sheet has the same. */
export const GRID_ROW_HEIGHT = 24;

// Rows are sorted before (order-rows.ts): the model holds only the rows in sight.
export const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, ShownRow>();

/** The columns for the table's model. Numbers have thousands separators. */
export function gridColumns(sheet: Sheet) {
  return helper.columns(
    sheet.columns.map(({ id, kind, title, text }) =>
      helper.accessor(
        ({ row }) =>
          kind === 'number' ? groupDigits(text(row)) : kind === 'date' ? shownDate(text(row)) : text(row),
        {
          id,
          header: title,
          // The first click sorts dates and numbers with the newest and largest on top.
          sortDescFirst: kind !== 'text',
        },
      ),
    ),
  );
}
