import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { useRowHeight } from '../api/index.ts';
import { Columns } from '../frame/index.ts';
import styles from './constituents.module.css';
import { barOf, staysText } from './ledger-rows.ts';
import { BAR_COLOUR } from './level.ts';
import { OneListNotice } from './one-list-notice.tsx';

const ROW_HEIGHT = 28;
const PAGE = 15;

/** Every company over all lists that are held: a bar from list to list, hatched where it is not known when it joined or left. */
export function ListLedger(props: {
  code: string;
  companies: readonly LedgerCompany[];
  /** Of the lists, the oldest first. */
  dates: readonly string[];
  /** How many lists are held. */
  held: number;
  onExplain: (word: string) => void;
}) {
  const { companies, dates } = props;
  const box = useRef<HTMLElement>(null);
  const rowHeight = useRowHeight(ROW_HEIGHT);
  const virtual = useVirtualizer({
    count: companies.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another height all places are computed anew
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const [current, setCurrent] = useState(0);
  const here = Math.max(0, Math.min(current, companies.length - 1));
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    box.current?.querySelector<HTMLElement>(`[data-company="${here}"]`)?.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = movedTo(event.key, here, companies.length);
    if (to === undefined) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    isMoving.current = true;
    setCurrent(to);
  };
  if (dates.length < 2) return <OneListNotice />;
  const items = virtual.getVirtualItems();
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)];
  return (
    <section ref={box} className="scrolls slides fill low" aria-label={`Ledger of ${props.code}`}>
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
                  {dates.length < props.held
                    ? `${dates.length} of ${props.held} lists`
                    : countOf(dates.length, 'list')}
                </span>
                <span>{shownDate(dates.at(-1) ?? '')}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden />}
          {items.map(({ index }) => {
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
                    onClick={() => props.onExplain(`company:${company.key}`)}
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
          {below > 0 && <tr style={{ height: below }} aria-hidden />}
        </tbody>
      </table>
      {companies.length === 0 && <p className="quiet">No company matches.</p>}
    </section>
  );
}

function movedTo(key: string, from: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

const HATCH = `repeating-linear-gradient(135deg, ${BAR_COLOUR} 0 2px, transparent 2px 6px)`;

/** One list alone is a point in time, which still needs a width to be seen. */
const LEAST = 6;

function Bar({ company, dates }: { company: LedgerCompany; dates: readonly string[] }) {
  return (
    <div style={{ position: 'relative', height: 10, marginInline: LEAST }}>
      {barOf(company, dates).map(({ from, to, isSure }) => {
        const style: CSSProperties = {
          top: 0,
          left: isSure ? `calc(${from * 100}% - ${LEAST / 2}px)` : `${from * 100}%`,
          width: isSure ? `calc(${(to - from) * 100}% + ${LEAST}px)` : `${(to - from) * 100}%`,
          height: 10,
          background: isSure ? BAR_COLOUR : HATCH,
        };
        return <span key={`${from} ${to} ${isSure}`} className="overlay" style={style} />;
      })}
    </div>
  );
}
