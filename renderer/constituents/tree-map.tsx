import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { neighbourOf } from '../../service/series-math/treemap.ts';
import { ExplainableSentence } from '../explain/index.ts';
import styles from './constituents.module.css';
import { type MapMember, type ShownLists, weightChangeText } from './members.ts';
import { cutName, legendOf, levelOf, tileColour, treemapLayout } from './tile-layout.ts';

const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The members as tiles under their sectors: one tab stop. Arrows move, Enter or a click explains one. */
export function TreeMap(props: {
  shown: ShownLists;
  /** Gets the element that has the size of the map. */
  place: RefObject<HTMLElement | null>;
}) {
  const { rows, isEqual, chosen, difference, keys, explain } = props.shown;
  const { ref, tiles, heads } = useTreemap(rows, isEqual);
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
  const left = difference?.left ?? [];
  return (
    <>
      <section
        ref={useMergedRef(ref, props.place)}
        className={`fill low ${styles.map}`}
        aria-label={`Map of ${chosen.index.code}: ${countOf(rows.length, 'member')} in ${countOf(heads.length, 'sector')}`}
        onKeyDown={onKeyDown}
      >
        {heads.map(({ sector, x, y, width, members }) => (
          <span key={sector} className="overlay medium fine cut one-line" style={{ left: x, top: y, width }}>
            {sector} <span className="quiet">{members}</span>
          </span>
        ))}
        {tiles.map(({ row, label, ...rect }, i) => (
          <button
            key={row.key}
            type="button"
            data-tile={i}
            data-new={row.was === 'new' || undefined}
            className={`plain ${styles.tile}`}
            style={{
              left: rect.x,
              top: rect.y,
              width: rect.width - 1,
              height: rect.height - 1,
              ...tileColour(levelOf(row)),
              fontSize: label?.size,
            }}
            tabIndex={i === here ? 0 : -1}
            title={tileText(row)}
            onFocus={() => setCurrent(i)}
            onClick={() => explain(row.key)}
          >
            {label && (
              <span className="medium" aria-hidden>
                {label.text}
              </span>
            )}
            {label?.hasWeight && <span aria-hidden>{groupDigits(row.member.weight)}</span>}
            <span className="unseen">{tileText(row)}</span>
          </button>
        ))}
      </section>
      {rows.length === 0 && <p className="quiet">No member matches.</p>}
      {props.shown.hasWeights && rows.length > 0 && (
        <ul
          className="list row wrap fixed gap-8-12 fine quiet"
          aria-label="Colours"
          style={{ paddingTop: 4 }}
        >
          {legendOf(difference !== undefined).map(({ level, text }) => {
            const { background } = tileColour(level);
            return (
              <li key={level} className="row gap-4">
                <span
                  aria-hidden
                  className="rounded"
                  style={{ width: 14, height: 10, background, forcedColorAdjust: 'none' }}
                />
                {text}
              </li>
            );
          })}
        </ul>
      )}
      {left.length > 0 && (
        <p className="fine scrolls fixed" style={{ maxHeight: '4.5rem', paddingTop: '0.375rem' }}>
          <strong>{left.length} left:</strong>{' '}
          <ExplainableSentence
            parts={left.flatMap((member, i) => [
              ...(i === 0 ? [] : [', ']),
              { text: member.ticker, explain: `was:${keys.get(member)}` },
            ])}
            onExplain={explain}
          />
        </p>
      )}
    </>
  );
}

function useTreemap(rows: readonly MapMember[], isEqual: boolean) {
  const { ref, width, height } = useElementSize();
  const layout = useMemo(
    () => treemapLayout(rows, { width, height }, isEqual),
    [rows, width, height, isEqual],
  );
  return { ref, width, height, ...layout };
}

/** @returns 'AAPL, Apple Inc, Information Technology, 7.10 %; +0.22 points' */
function tileText(row: MapMember): string {
  const { ticker, name, weight } = row.member;
  const change = weightChangeText(row);
  return `${ticker}, ${name}, ${row.sector}${weight && `, ${groupDigits(weight)} %`}${change && `; ${change}`}`;
}

/** A map without interaction, for a tile of a board. */
export function MapDrawing({ rows, isEqual }: { rows: readonly MapMember[]; isEqual: boolean }) {
  const { ref, width, height, tiles, heads } = useTreemap(rows, isEqual);
  return (
    <div ref={ref} className="fill low" style={{ overflow: 'hidden' }} data-map>
      <svg
        width={width}
        height={height}
        fontSize={11}
        fill="var(--mantine-color-text)"
        className="block"
        aria-hidden="true"
      >
        {heads.map(({ sector, x, y, width: wide }) => (
          <text key={sector} x={x + 1} y={y + 13} fontSize={11} fontWeight={550}>
            {cutName(sector, wide / LETTER)}
          </text>
        ))}
        {tiles.map(({ row, label, x, y, width: wide, height: tall }) => {
          const { background, color } = tileColour(levelOf(row));
          return (
            <g key={row.key}>
              <rect
                x={x}
                y={y}
                width={Math.max(0, wide - 1)}
                height={Math.max(0, tall - 1)}
                rx={1.5}
                fill={background}
                {...(row.was === 'new' && { stroke: 'var(--accent-text)', strokeWidth: 1.5 })}
              />
              {label && (
                <text
                  x={x + wide / 2}
                  y={y + tall / 2 + 4}
                  textAnchor="middle"
                  fontSize={label.size}
                  fontWeight={550}
                  fill={color}
                >
                  {label.text}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Most pixels that a letter of a sector's name takes. */
const LETTER = 7;
