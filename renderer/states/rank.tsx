import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { StateCode } from '../../service/datasets/states.ts';
import { AREAS, type AreaTable } from '../../service/series-math/areas/area-table.ts';
import { type AreaMeasure, measureAreas } from '../../service/series-math/areas/measures.ts';
import { signedText } from '../../service/series-math/decimal-text.ts';
import type { MapState } from './map-state.ts';
import styles from './states.module.css';
import { areaName, cellText, changeOnWeek, orderAreas } from './words.ts';

/** Weeks of the small lines: half a year. */
const WEEKS = 26;
const WIDTH = 46;
const HEIGHT = 16;

/** The areas in order: rank, value, the last half year, and the change on the week before. Both numbers explain themselves. */
export function AreaRank(props: {
  measured: AreaMeasure;
  claims: AreaTable;
  row: number;
  sort: MapState['sort'];
  areas: readonly StateCode[];
  onSort: (sort: MapState['sort']) => void;
  onExplain: (area: StateCode, part?: 'change') => void;
  onSelect: (area: StateCode, isMore: boolean) => void;
}) {
  const { measured, claims, row, sort, areas } = props;
  const order = useMemo(() => orderAreas(measured, row, sort), [measured, row, sort]);
  const hasChange = measured.kind === 'level';
  // Ranks jump from week to week: the claims themselves tell more.
  const numbers = useMemo(
    () =>
      (measured.kind === 'rank' ? measureAreas('persons', { claims, reportAfter: 0 }) : measured)?.numbers,
    [measured, claims],
  );
  return (
    <>
      <SegmentedControl
        aria-label="Order of the areas"
        size="xs"
        fullWidth
        className="fixed"
        mb={6}
        value={sort}
        onChange={(value) => props.onSort(value as MapState['sort'])}
        data={[
          { value: 'high', label: 'Highest' },
          { value: 'low', label: 'Lowest' },
          { value: 'name', label: 'Name' },
        ]}
      />
      <ol className={`list scrolls low fill ${styles.rank}`}>
        {order.map((area, i) => {
          const code = AREAS[area] as StateCode;
          const change = hasChange ? changeOnWeek(measured, area, row) : undefined;
          return (
            <li key={code} className="rounded hovers" data-selected={areas.includes(code) || undefined}>
              <span className="quiet small to-right">{sort === 'name' ? '' : i + 1}</span>
              <button
                type="button"
                title={areaName(area)}
                className={`plain cut one-line ${styles.number}`}
                aria-pressed={areas.includes(code)}
                onClick={(event) => props.onSelect(code, event.ctrlKey || event.metaKey || event.shiftKey)}
              >
                {areaName(area)}
              </button>
              <SmallLine numbers={numbers} area={area} row={row} />
              <button
                type="button"
                className={`plain rounded hovers to-right medium ${styles.number}`}
                aria-label={`${cellText(measured, claims, area, row)}, explain ${areaName(area)}`}
                onClick={() => props.onExplain(code)}
              >
                {cellText(measured, claims, area, row)}
              </button>
              {change !== undefined && (
                <button
                  type="button"
                  className={`plain rounded hovers to-right quiet small ${styles.number}`}
                  aria-label={`${signedText(change)}, explain the change of ${areaName(area)}`}
                  onClick={() => props.onExplain(code, 'change')}
                >
                  {signedText(change)}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {order.length === 0 && <p className="quiet">No area has a value in this week.</p>}
    </>
  );
}

function SmallLine({ numbers, area, row }: { numbers: Float64Array | undefined; area: number; row: number }) {
  const from = Math.max(0, row - WEEKS + 1);
  const values = Array.from(
    { length: row - from + 1 },
    (_, i) => numbers?.[(from + i) * AREAS.length + area] ?? Number.NaN,
  );
  const known = values.filter((value) => !Number.isNaN(value));
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const points = values.flatMap((value, i) => {
    if (Number.isNaN(value)) return [];
    const x = WIDTH - 1 - ((values.length - 1 - i) / (WEEKS - 1)) * (WIDTH - 2);
    const y = HEIGHT - 2 - ((value - least) / (most - least || 1)) * (HEIGHT - 4);
    return [`${x.toFixed(1)} ${y.toFixed(1)}`];
  });
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden>
      {points.length > 1 && (
        <path d={`M${points.join('L')}`} fill="none" stroke="var(--accent-text)" strokeWidth={1.25} />
      )}
    </svg>
  );
}
