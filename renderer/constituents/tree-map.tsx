import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { neighbourOf } from '../../service/series-math/treemap.ts';
import { Told } from '../explain/index.ts';
import styles from './constituents.module.css';
import { legendOf, levelColour, levelOf, tileColour } from './level.ts';
import { type MapMember, weightChangeText } from './members.ts';
import { treemapLayout } from './tile-layout.ts';

const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The members as tiles under their sectors: one tab stop, arrows go to the neighbour, Enter or a click says what is known. */
export function TreeMap(props: {
  rows: readonly MapMember[];
  /** Tiles of one size. */
  isEqual: boolean;
  /** Members of the earlier list that are gone. */
  left: readonly Constituent[];
  /** What identifies each of them. */
  keys: ReadonlyMap<Constituent, string>;
  /** Whether the colours say how the weights changed. */
  isCompared: boolean;
  /** Whether they say anything: a list without weights has one colour. */
  hasColours: boolean;
  label: string;
  /** Gets the element that has the size of the map. */
  place: RefObject<HTMLElement | null>;
  onExplain: (word: string) => void;
}) {
  const { rows, isEqual, left } = props;
  const { ref, width, height } = useElementSize();
  const { tiles, heads } = useMemo(
    () => treemapLayout(rows, { width, height }, isEqual),
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
        ref={useMergedRef(ref, props.place)}
        className={`fill low ${styles.map}`}
        aria-label={`Map of ${props.label}: ${countOf(rows.length, 'member')} in ${countOf(heads.length, 'sector')}`}
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
        {tiles.map((tile, i) => {
          const { row, label, ...rect } = tile;
          const { weight } = row.member;
          return (
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
              onClick={() => props.onExplain(row.key)}
            >
              {label && (
                <span className="medium" aria-hidden>
                  {label.text}
                </span>
              )}
              {label?.hasWeight && <span aria-hidden>{groupDigits(weight)}</span>}
              <span className="unseen">{tileText(row)}</span>
            </button>
          );
        })}
      </section>
      {rows.length === 0 && <p className="quiet">No member matches.</p>}
      {props.hasColours && rows.length > 0 && (
        <ul
          className="list row wrap fixed gap-8-12 fine quiet"
          aria-label="Colours"
          style={{ paddingTop: 4 }}
        >
          {legendOf(props.isCompared).map(({ level, text }) => (
            <li key={level} className="row gap-4">
              <span
                aria-hidden
                className="rounded"
                style={{ width: 14, height: 10, background: levelColour(level), forcedColorAdjust: 'none' }}
              />
              {text}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <p className="fine scrolls fixed" style={{ maxHeight: '4.5rem', paddingTop: '0.375rem' }}>
          <strong>{left.length} left:</strong>{' '}
          <Told
            parts={left.flatMap((member, i) => [
              ...(i === 0 ? [] : [', ']),
              { text: member.ticker, explain: `was:${props.keys.get(member)}` },
            ])}
            onExplain={props.onExplain}
          />
        </p>
      )}
    </>
  );
}

/** @returns 'AAPL, Apple Inc, Information Technology, 7.10 %; +0.22 points' */
function tileText(row: MapMember): string {
  const { ticker, name, weight } = row.member;
  const change = weightChangeText(row);
  return `${ticker}, ${name}, ${row.sector}${weight === '' ? '' : `, ${groupDigits(weight)} %`}${change === '' ? '' : `; ${change}`}`;
}
