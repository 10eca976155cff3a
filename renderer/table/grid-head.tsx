import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column, ReactTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { features, ShownRow } from './grid-model.ts';
import { splitTitle } from './split-title.ts';
import styles from './table.module.css';
import type { ColumnId, Sheet } from './types.ts';

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

/** Titles and units of the columns. A click sorts by the column. */
export function GridHead(props: {
  table: ReactTable<typeof features, ShownRow>;
  sheet: Sheet;
  /** The column of the keyboard cursor. */
  cursor: ColumnId | undefined;
  cellId: (column: ColumnId) => string;
  onSort: (column: Column<typeof features, ShownRow>) => void;
  renderMark: (slot: number) => ReactNode;
}) {
  const { table, sheet } = props;
  const titles = sheet.columns.flatMap(({ slot, title }) => (slot === undefined ? [] : title));
  return (
    <thead className={styles.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} className={styles.row}>
          {group.headers.map((header, c) => {
            const column = sheet.columns[c];
            const sorted = header.column.getIsSorted();
            return (
              <th
                key={header.id}
                id={props.cellId(header.id)}
                scope="col"
                aria-sort={sorted ? SORTED[sorted] : 'none'}
                className={`row shrink gap-6 one-line ${styles.cell}`}
                data-kind={column?.kind}
                data-cursor={props.cursor === header.id || undefined}
              >
                <UnstyledButton
                  className={`hovers column grow ${styles.sorter}`}
                  tabIndex={-1}
                  title={column?.full}
                  onClick={() => props.onSort(header.column)}
                >
                  <span className={`row gap-6 ink ${styles.headTitle}`}>
                    {sorted === 'asc' && <IconArrowUp size={12} aria-hidden className="accent" />}
                    {sorted === 'desc' && <IconArrowDown size={12} aria-hidden className="accent" />}
                    {column?.slot !== undefined && props.renderMark(column.slot)}
                    {column?.slot === undefined ? (
                      <span className="cut">
                        <table.FlexRender header={header} />
                      </span>
                    ) : (
                      <SplitTitle parts={splitTitle(column.title, titles)} />
                    )}
                  </span>
                  {column?.detail && <span className={`cut ${styles.detail}`}>{column.detail}</span>}
                </UnstyledButton>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

/** A title whose beginning is cut where there is too little room. Its end stays, because it tells the columns apart. */
function SplitTitle({ parts: [start, end] }: { parts: [start: string, end: string] }) {
  return (
    <>
      <span className={`cut shrink ${styles.headStart}`}>{start}</span>
      <span className={`cut ${styles.headEnd}`}>{end}</span>
    </>
  );
}
