import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { StateCode } from '../../service/datasets/states.ts';
import { AREAS, movedAreas } from '../../service/series-math/areas/area-table.ts';
import { measureAreas, weeksBack } from '../../service/series-math/areas/measures.ts';
import { signedText } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import { type ExplainedArea, type MapState, NATION, selectArea } from './map-state.ts';
import type { ShownMap } from './shown-map.ts';
import styles from './states.module.css';
import { areaName, cellText, changeOnWeek, movedText, namedAreas, orderAreas } from './words.ts';

const WEEKS = 26;
const WIDTH = 46;
const HEIGHT = 16;

/** The areas in order: rank, value, the last half year, the change on the week. A click explains a number. */
export function AreaRank({ shown }: { shown: ShownMap }) {
  const { state, measured, data, row, change } = shown;
  const { claims } = data;
  const { sort, areas } = state;
  const order = useMemo(() => orderAreas(measured, row, sort), [measured, row, sort]);
  // Ranks jump from week to week, so the claims are drawn instead.
  const numbers = useMemo(
    () => (measured.kind === 'rank' ? measureAreas('persons', data) : measured)?.numbers,
    [measured, data],
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
        onChange={(value) => change({ sort: value as MapState['sort'] })}
        data={[
          { value: 'high', label: 'Highest' },
          { value: 'low', label: 'Lowest' },
          { value: 'name', label: 'Name' },
        ]}
      />
      <ol className={`list scrolls low fill ${styles.rank}`}>
        {order.map((area, i) => {
          const code = AREAS[area] as StateCode;
          const text = cellText(measured, claims, area, row);
          const onWeek = measured.kind === 'level' ? changeOnWeek(measured, area, row) : undefined;
          return (
            <li key={code} className="rounded hovers" data-selected={areas.includes(code) || undefined}>
              <span className="quiet small to-right">{sort === 'name' ? '' : i + 1}</span>
              <button
                type="button"
                title={areaName(area)}
                className={`plain cut one-line ${styles.number}`}
                aria-pressed={areas.includes(code)}
                onClick={({ ctrlKey, metaKey, shiftKey }) =>
                  change({ areas: selectArea(areas, code, ctrlKey || metaKey || shiftKey) })
                }
              >
                {areaName(area)}
              </button>
              <SmallLine numbers={numbers} area={area} row={row} />
              <button
                type="button"
                className={`plain rounded hovers to-right medium ${styles.number}`}
                aria-label={`${text}, explain ${areaName(area)}`}
                onClick={() => change({ explain: { area: code } })}
              >
                {text}
              </button>
              {onWeek !== undefined && (
                <button
                  type="button"
                  className={`plain rounded hovers to-right quiet small ${styles.number}`}
                  aria-label={`${signedText(onWeek)}, explain the change of ${areaName(area)}`}
                  onClick={() => change({ explain: { area: code, measure: measured.id, part: 'change' } })}
                >
                  {signedText(onWeek)}
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

/** The areas that moved the nation: one bar per area's change; the bars add up exactly to the nation's. */
export function MovedAreas({ shown }: { shown: ShownMap }) {
  const { row, change: changeState } = shown;
  const { claims } = shown.data;
  const back = weeksBack(shown.measured.id) ?? 1;
  const moved = useMemo(() => movedAreas(claims, row, back), [claims, row, back]);
  const measure = back === 1 ? 'week' : 'year';
  const { changes, sum, isWhole } = moved;
  const { named, others } = namedAreas(moved);
  const rest = others.reduce((total, { change }) => total + change, 0);
  const most = Math.max(...named.map(({ change }) => Math.abs(change)), Math.abs(rest), 1);
  const text = (change: number) => signedText(scaledText(claims, change));
  const explain = (explained: ExplainedArea) => changeState({ explain: explained });
  return (
    <>
      <p className="fine">{movedText(moved, claims, measure)}</p>
      <ul className={`list ${styles.moved}`}>
        {named.map(({ area, change }) => (
          <Bar
            key={area}
            name={areaName(area)}
            share={change / most}
            text={text(change)}
            onExplain={() => explain({ area: AREAS[area] as StateCode, measure })}
          />
        ))}
        {others.length > 0 && (
          <Bar
            name={`${others.length} others`}
            share={rest / most}
            text={text(rest)}
            isQuiet
            onExplain={() => explain({ area: NATION, measure, part: 'others' })}
          />
        )}
        {changes.length > 0 && (
          <Bar
            name={isWhole ? 'Nation' : `${changes.length} areas`}
            text={text(sum)}
            onExplain={() => explain({ area: NATION, measure })}
          />
        )}
      </ul>
    </>
  );
}

/** @param props.share share of the longest bar, −1 to 1; absent for the sum, which has no bar */
function Bar(props: {
  name: string;
  share?: number;
  text: string;
  isQuiet?: boolean;
  onExplain: () => void;
}) {
  const { name, share, text, onExplain } = props;
  return (
    <li className={share === undefined ? 'ruled strong' : ''}>
      <span className={`cut one-line ${props.isQuiet ? 'quiet' : ''}`}>{name}</span>
      <span className={styles.bar} aria-hidden>
        {share !== undefined && (
          <span
            data-way={share < 0 ? 'fall' : 'rise'}
            style={{ width: `${Math.abs(share) * 50}%`, [share < 0 ? 'right' : 'left']: '50%' }}
          />
        )}
      </span>
      <button
        type="button"
        className={`plain rounded hovers to-right ${props.isQuiet ? 'quiet' : 'medium'} ${styles.number}`}
        aria-label={`${text}, explain the change of ${name}`}
        onClick={onExplain}
      >
        {text}
      </button>
    </li>
  );
}
