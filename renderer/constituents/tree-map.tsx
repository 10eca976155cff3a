import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Member } from '../../service/series-math/members.ts';
import { neighbourOf } from '../../service/series-math/treemap.ts';
import styles from './constituents.module.css';
import { colourOf } from './level.ts';
import { changeText } from './member-card.tsx';
import type { Row } from './members.ts';
import type { ListState } from './search.ts';
import { tileLayout } from './tile-layout.ts';

const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Pixels that a ticker, and a weight below it, need. */
const TICKER = { width: 8.4, height: 14 };
const WEIGHT_HEIGHT = 32;

/** The members as tiles under their sectors: one tab stop, arrows go to the neighbour, Enter or a click says what is known. */
export function TreeMap(props: {
  rows: readonly Row[];
  state: ListState;
  /** Members of the earlier list that are gone. */
  left: readonly Member[];
  label: string;
  onOpen: (row: Row) => void;
}) {
  const { rows, state, left } = props;
  const { ref, width, height } = useElementSize();
  const isEqual = state.size === 'equal' || rows.every(({ member }) => member.weight === '');
  const { tiles, heads } = useMemo(
    () => tileLayout(rows, { width, height }, isEqual),
    [rows, width, height, isEqual],
  );
  const [current, setCurrent] = useState(0);
  const here = Math.min(current, tiles.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const to = step && neighbourOf(tiles, here, ...step);
    if (step) event.preventDefault();
    if (to === undefined) return;
    setCurrent(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-tile="${to}"]`)?.focus();
  };
  return (
    <>
      <section
        ref={ref}
        className={`fill low ${styles.map}`}
        aria-label={`Map of ${props.label}: ${rows.length} members in ${heads.length} sectors`}
        onKeyDown={onKeyDown}
      >
        {heads.map(({ sector, x, y, width: wide, members }) => (
          <span
            key={sector}
            className="overlay medium fine cut one-line"
            style={{ left: x, top: y, width: wide }}
          >
            {sector} <span className="quiet">{members}</span>
          </span>
        ))}
        {tiles.map(({ row, ...rect }, i) => {
          const { ticker, weight } = row.member;
          const hasTicker = rect.width > ticker.length * TICKER.width + 4 && rect.height > TICKER.height;
          return (
            <button
              key={`${ticker} ${row.member.name}`}
              type="button"
              data-tile={i}
              data-new={row.was === 'new' || undefined}
              className={`plain ${styles.tile}`}
              style={{
                left: rect.x,
                top: rect.y,
                width: rect.width - 1,
                height: rect.height - 1,
                background: colourOf(row),
              }}
              tabIndex={i === here ? 0 : -1}
              title={tileText(row)}
              onFocus={() => setCurrent(i)}
              onClick={() => props.onOpen(row)}
            >
              {hasTicker && (
                <span className="medium" aria-hidden>
                  {ticker}
                </span>
              )}
              {hasTicker && weight !== '' && rect.height > WEIGHT_HEIGHT && rect.width > 44 && (
                <span aria-hidden>{weight}</span>
              )}
              <span className="unseen">{tileText(row)}</span>
            </button>
          );
        })}
      </section>
      {rows.length === 0 && <p className="quiet">No member matches.</p>}
      {left.length > 0 && (
        <p className="fine scrolls" style={{ maxHeight: '4.5rem', paddingTop: '0.375rem' }}>
          <strong>{left.length} left:</strong> {left.map(({ ticker }) => ticker).join(', ')}
        </p>
      )}
    </>
  );
}

/** @returns 'AAPL, Apple Inc, Information Technology, 7.10 %; +0.22 points' */
function tileText(row: Row): string {
  const { ticker, name, weight } = row.member;
  const change = changeText(row);
  return `${ticker}, ${name}, ${row.sector}${weight === '' ? '' : `, ${weight} %`}${change === '' ? '' : `; ${change}`}`;
}
