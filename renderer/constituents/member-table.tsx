import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useRowHeight } from '../api/index.ts';
import { Columns } from '../frame/index.ts';
import styles from './constituents.module.css';
import { type MapMember, weightChangeText } from './members.ts';
import type { ListState, MemberSort } from './search.ts';

const ROW_HEIGHT = 28;

type MemberColumn = {
  sort: MemberSort;
  title: string;
  isNumber?: boolean;
  width?: string;
  text: (row: MapMember) => string;
};

/** The members as a table: any column sorts, a press on a company says what is known of it. Only the rows in sight are made. */
export function MemberTable(props: {
  rows: readonly MapMember[];
  state: ListState;
  hasWeights: boolean;
  hasEarlier: boolean;
  label: string;
  onSort: (sort: MemberSort) => void;
  onExplain: (word: string) => void;
}) {
  const { rows, state, hasWeights, hasEarlier } = props;
  const box = useRef<HTMLElement>(null);
  const rowHeight = useRowHeight(ROW_HEIGHT);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another height all places are computed anew
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const columns: MemberColumn[] = [
    { sort: 'ticker', title: 'Ticker', width: '7.5rem', text: ({ member }) => member.ticker },
    { sort: 'name', title: 'Name', text: ({ member }) => member.name },
    { sort: 'sector', title: 'Sector', width: '30%', text: ({ sector }) => sector },
    ...(hasWeights
      ? [
          {
            sort: 'weight' as const,
            title: 'Weight, %',
            isNumber: true,
            width: '7.5rem',
            text: ({ member }: MapMember) => groupDigits(member.weight),
          },
        ]
      : []),
    ...(hasEarlier
      ? [
          {
            sort: 'change' as const,
            title: 'Since the earlier list',
            isNumber: true,
            width: '11rem',
            text: weightChangeText,
          },
        ]
      : []),
  ];
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section ref={box} className="scrolls slides fill low" tabIndex={0} aria-label={props.label}>
      <table className={`data-table full-width ${styles.table}`} aria-rowcount={rows.length + 1}>
        <Columns widths={columns.map(({ width }) => width)} />
        <thead>
          <tr>
            {columns.map(({ sort, title, isNumber }) => (
              <th
                key={sort}
                scope="col"
                aria-sort={ariaSort(sort, state)}
                className={isNumber ? 'to-right' : ''}
              >
                <button type="button" className="plain hovers rounded" onClick={() => props.onSort(sort)}>
                  {title}
                  {sort === state.sort && <span aria-hidden> {isDescending(state) ? '↓' : '↑'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden />}
          {items.map(({ index }) => {
            const row = rows[index] as MapMember;
            return (
              <tr key={row.key} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                {columns.map(({ sort, isNumber, text }) =>
                  sort === 'ticker' ? (
                    <th key={sort} scope="row">
                      <button
                        type="button"
                        className="plain hovers rounded"
                        style={{ minWidth: '4rem' }}
                        onClick={() => props.onExplain(row.key)}
                      >
                        {text(row)}
                      </button>
                    </th>
                  ) : (
                    <td key={sort} className={isNumber ? 'to-right' : 'cut'}>
                      {isNumber && text(row) !== '' ? (
                        // The ticker is the row's tab stop; by keyboard it leads to the same explanation.
                        <button
                          type="button"
                          tabIndex={-1}
                          className="plain hovers rounded"
                          aria-label={`${text(row)}, explain ${row.member.ticker}`}
                          onClick={() => props.onExplain(sort === 'change' ? `change:${row.key}` : row.key)}
                        >
                          {text(row)}
                        </button>
                      ) : (
                        text(row)
                      )}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="quiet">No member matches.</p>}
    </section>
  );
}

/** Weights and changes come largest first as is usual, texts from A. */
function isDescending({ sort, isTurned }: ListState): boolean {
  return (sort === 'weight' || sort === 'change') !== isTurned;
}

function ariaSort(sort: MemberSort, state: ListState): 'ascending' | 'descending' | undefined {
  if (sort !== state.sort) return undefined;
  return isDescending(state) ? 'descending' : 'ascending';
}
