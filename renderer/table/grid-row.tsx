import type { ReactTable, Row } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { paddingOf } from './column-widths.ts';
import type { features, ShownRow } from './grid-model.ts';
import { type GridSelection, isSelected } from './selection.ts';
import styles from './table.module.css';
import type { ColumnId, SheetColumn } from './types.ts';

/** One row in sight. `data-place` and `data-column` name its place and its cells' columns, so that one listener serves all rows. */
export function GridRow(props: {
  table: ReactTable<typeof features, ShownRow>;
  row: Row<typeof features, ShownRow>;
  /** In pixels. */
  height: number;
  /** Whether the crosshair is on this row. */
  isCurrent: boolean;
  /** The column of the keyboard cursor. */
  cursor: ColumnId | undefined;
  selection: GridSelection | undefined;
  cellId: (column: ColumnId) => string;
  renderMark: (slot: number) => ReactNode;
}) {
  const { table, row, selection } = props;
  const { place, row: index, sheet } = row.original;
  const isPicked = isSelected(selection, sheet.keyOf(index));
  const picked = selection?.columns;
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={isPicked && picked === undefined}
      className={styles.row}
      data-place={place}
      data-current={props.isCurrent || undefined}
      style={{ transform: `translateY(${place * props.height}px)`, height: props.height }}
    >
      {row.getAllCells().map((cell, c) => {
        const column = sheet.columns[c];
        const { id } = cell.column;
        const slot = id === 'series' ? sheet.lineAt(index, id)?.slot : undefined;
        const shared = {
          id: props.cellId(id),
          className: `row shrink gap-6 one-line ${column?.kind === 'number' ? 'to-right' : ''} ${styles.cell}`,
          'data-column': id,
          'data-kind': column?.kind,
          'data-cursor': props.cursor === id || undefined,
          'aria-selected': picked === undefined ? undefined : isPicked && picked.has(id),
        };
        if (c === 0)
          return (
            <th key={cell.id} scope="row" {...shared}>
              <table.FlexRender cell={cell} />
            </th>
          );
        return (
          <td key={cell.id} {...shared}>
            {slot !== undefined && props.renderMark(slot)}
            <span className="cut" data-pad={padding(column, index)}>
              <table.FlexRender cell={cell} />
            </span>
          </td>
        );
      })}
    </tr>
  );
}

function padding(column: SheetColumn | undefined, row: number): string | undefined {
  return column?.decimals ? paddingOf(column.text(row), column.decimals) || undefined : undefined;
}
