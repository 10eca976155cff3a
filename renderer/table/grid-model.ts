import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { RowOrder } from './order-rows.ts';
import type { Selection } from './selection.ts';
import type { Sheet, Sort } from './types.ts';

/**
 * A row on the screen: its place from the top, and its row of the sheet. It carries the sheet along because the table's model
 * keeps what it once read of a row: other observations have to be other rows.
 */
export type ShownRow = { place: number; row: number; sheet: Sheet };

export type GridProps = {
  sheet: Sheet;
  order: RowOrder;
  sort: Sort;
  /** Undefined: in the order of the dates again. */
  onSortChange: (sort: Sort | undefined) => void;
  widths: ColumnWidths;
  selection: Selection | undefined;
  onSelectionChange: (selection: Selection | undefined) => void;
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** @param current the place of the current row, -1 for none. */
  onCopy: (current: number) => void;
  onExplain: ((lineId: string, date: string) => void) | undefined;
  renderMark: (slot: number) => ReactNode;
};

/** In CSS pixels, as the style sheet has it. */
export const ROW_HEIGHT = 24;

// Rows are sorted before they come here (order-rows.ts): the model holds those in sight only.
export const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, ShownRow>();

/** The sheet's columns as the table's model takes them; numbers are grouped for reading. */
export function gridColumns(sheet: Sheet) {
  return helper.columns(
    sheet.columns.map(({ id, kind, title, text }) =>
      helper.accessor(({ row }) => (kind === 'number' ? groupDigits(text(row)) : text(row)), {
        id,
        header: title,
        // Of dates and values the newest and largest are looked for first.
        sortDescFirst: kind !== 'text',
      }),
    ),
  );
}
