import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { useRowHeight } from '../api/index.ts';
import { Columns } from '../frame/index.ts';
import { OneListNotice } from './changes.tsx';
import styles from './constituents.module.css';
import { barOf, type MapMember, type ShownLists, staysText, weightChangeText } from './members.ts';
import type { ListState, MemberSort } from './search.ts';
import { BAR_COLOUR } from './tile-layout.ts';

const ROW_HEIGHT = 28;

type MemberColumn = {
  sort: MemberSort;
  title: string;
  isNumber?: boolean;
  width?: string;
  text: (row: MapMember) => string;
};

/** A table of the members. Any column sorts, a press on a company explains it. Renders only rows in sight. */
export function MemberTable({ shown }: { shown: ShownLists }) {
  const { rows, state, chosen, change, explain } = shown;
  const box = useRef<HTMLElement>(null);
  const { rowHeight, inSight } = useRowsInSight(box, rows.length);
  const columns: MemberColumn[] = [
    { sort: 'ticker', title: 'Ticker', width: '7.5rem', text: ({ member }) => member.ticker },
    { sort: 'name', title: 'Name', text: ({ member }) => member.name },
    { sort: 'sector', title: 'Sector', width: '30%', text: ({ sector }) => sector },
  ];
  if (shown.hasWeights)
    columns.push({
      ...{ sort: 'weight', title: 'Weight, %', isNumber: true, width: '7.5rem' },
      text: ({ member }) => groupDigits(member.weight),
    });
  if (shown.difference)
    columns.push({
      ...{ sort: 'change', title: 'Since the earlier list', isNumber: true, width: '11rem' },
      text: weightChangeText,
    });
  const order = isDescending(state) ? 'descending' : 'ascending';
  return (
    <section
      ref={box}
      className="scrolls slides fill low"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
      tabIndex={0}
      aria-label={`Members of ${chosen.index.code} on ${shownDate(chosen.list.as_of)}`}
    >
      <table className={`data-table full-width ${styles.table}`} aria-rowcount={rows.length + 1}>
        <Columns widths={columns.map(({ width }) => width)} />
        <thead>
          <tr>
            {columns.map(({ sort, title, isNumber }) => (
              <th
                key={sort}
                scope="col"
                aria-sort={sort === state.sort ? order : undefined}
                className={isNumber ? 'to-right' : ''}
              >
                <button
                  type="button"
                  className="plain hovers rounded"
                  onClick={() => change({ sort, isTurned: sort === state.sort && !state.isTurned })}
                >
                  {title}
                  {sort === state.sort && <span aria-hidden> {order === 'descending' ? '↓' : '↑'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inSight((index) => {
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
                        onClick={() => explain(row.key)}
                      >
                        {text(row)}
                      </button>
                    </th>
                  ) : (
                    <td key={sort} className={isNumber ? 'to-right' : 'cut'}>
                      {isNumber && text(row) !== '' ? (
                        // The ticker is the row's tab stop and leads to the same explanation.
                        <button
                          type="button"
                          tabIndex={-1}
                          className="plain hovers rounded"
                          aria-label={`${text(row)}, explain ${row.member.ticker}`}
                          onClick={() => explain(sort === 'change' ? `change:${row.key}` : row.key)}
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
        </tbody>
      </table>
      {rows.length === 0 && <p className="quiet">No member matches.</p>}
    </section>
  );
}

/** Weights and changes start with the largest, texts with A, unless the user turns the order. */
function isDescending({ sort, isTurned }: ListState): boolean {
  return (sort === 'weight' || sort === 'change') !== isTurned;
}

/** Renders the rows of a long table that are in sight, between spacers for the other rows. */
function useRowsInSight(box: { readonly current: HTMLElement | null }, count: number) {
  const rowHeight = useRowHeight(ROW_HEIGHT);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height moves all rows
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return {
    rowHeight,
    scrollTo: (index: number) => virtual.scrollToIndex(index),
    inSight: (row: (index: number) => ReactNode) => (
      <>
        {above > 0 && <tr style={{ height: above }} aria-hidden />}
        {items.map(({ index }) => row(index))}
        {below > 0 && <tr style={{ height: below }} aria-hidden />}
      </>
    ),
  };
}

const PAGE = 15;

/** Every company over all stored lists: a bar across the lists, hatched if joining or leaving is undated. */
export function ListLedger(props: {
  shown: ShownLists;
  companies: readonly LedgerCompany[];
  /** Dates of the lists, oldest first. */
  dates: readonly string[];
}) {
  const { shown, companies, dates } = props;
  const { code, lists } = shown.chosen.index;
  const box = useRef<HTMLElement>(null);
  const { rowHeight, scrollTo, inSight } = useRowsInSight(box, companies.length);
  const [current, setCurrent] = useState(0);
  const here = Math.max(0, Math.min(current, companies.length - 1));
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    box.current?.querySelector<HTMLElement>(`[data-company="${here}"]`)?.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const last = companies.length - 1;
    const wanted = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + PAGE,
      PageUp: here - PAGE,
      Home: 0,
      End: last,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(last, wanted));
    scrollTo(to);
    isMoving.current = true;
    setCurrent(to);
  };
  if (dates.length < 2) return <OneListNotice />;
  return (
    <section ref={box} className="scrolls slides fill low" aria-label={`Ledger of ${code}`}>
      <table
        className={`data-table full-width ${styles.table}`}
        aria-rowcount={companies.length + 1}
        onKeyDown={onKeyDown}
      >
        <Columns widths={['8.5rem', undefined, '22%', '40%']} />
        <thead>
          <tr>
            <th scope="col">Ticker</th>
            <th scope="col">Company</th>
            <th scope="col">In the lists</th>
            <th scope="col">
              <span className="row spread">
                <span>{shownDate(dates[0] ?? '')}</span>
                <span className="quiet">
                  {dates.length < lists.length
                    ? `${dates.length} of ${lists.length} lists`
                    : countOf(dates.length, 'list')}
                </span>
                <span>{shownDate(dates.at(-1) ?? '')}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {inSight((index) => {
            const company = companies[index] as LedgerCompany;
            const [ticker, ...earlier] = company.tickers;
            return (
              <tr key={company.key} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                <th scope="row">
                  <button
                    type="button"
                    className="plain hovers rounded"
                    style={{ minWidth: '4rem' }}
                    data-company={index}
                    tabIndex={index === here ? 0 : -1}
                    onFocus={() => setCurrent(index)}
                    onClick={() => shown.explain(`company:${company.key}`)}
                  >
                    {ticker}
                    {earlier.length > 0 && <span className="quiet"> ({earlier.join(', ')})</span>}
                  </button>
                </th>
                <td className="cut">{company.name}</td>
                <td className="quiet fine cut">{staysText(company, dates)}</td>
                <td aria-hidden>
                  <Bar company={company} dates={dates} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {companies.length === 0 && <p className="quiet">No company matches.</p>}
    </section>
  );
}

const HATCH = `repeating-linear-gradient(135deg, ${BAR_COLOUR} 0 2px, transparent 2px 6px)`;

/** Least width of a bar, in pixels: a company in a single list would otherwise be invisible. */
const LEAST = 6;

function Bar({ company, dates }: { company: LedgerCompany; dates: readonly string[] }) {
  return (
    <div style={{ position: 'relative', height: 10, marginInline: LEAST }}>
      {barOf(company, dates).map(({ from, to, isSure }) => (
        <span
          key={`${from} ${to} ${isSure}`}
          className="overlay"
          style={{
            top: 0,
            left: isSure ? `calc(${from * 100}% - ${LEAST / 2}px)` : `${from * 100}%`,
            width: isSure ? `calc(${(to - from) * 100}% + ${LEAST}px)` : `${(to - from) * 100}%`,
            height: 10,
            background: isSure ? BAR_COLOUR : HATCH,
          }}
        />
      ))}
    </div>
  );
}
