import { useMemo } from 'react';
import type { StateCode } from '../../service/datasets/states.ts';
import { AREAS, type AreaTable, movedAreas } from '../../service/series-math/areas/area-table.ts';
import { signedText } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import { type ExplainedArea, NATION } from './map-state.ts';
import styles from './states.module.css';
import { areaName, movedText, namedAreas } from './words.ts';

/** Who moved the nation: a bar for each area's change, which add up exactly to the nation's. */
export function MovedAreas(props: {
  claims: AreaTable;
  row: number;
  /** Weeks back: 1 or 52. */
  back: number;
  onExplain: (explained: ExplainedArea) => void;
}) {
  const { claims, row, back } = props;
  const moved = useMemo(() => movedAreas(claims, row, back), [claims, row, back]);
  const measure = back === 1 ? 'week' : 'year';
  const { changes, sum, isWhole } = moved;
  const { named, others } = namedAreas(moved);
  const rest = others.reduce((total, { change }) => total + change, 0);
  const most = Math.max(...named.map(({ change }) => Math.abs(change)), Math.abs(rest), 1);
  const text = (change: number) => signedText(scaledText(claims, change));
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
            onExplain={() => props.onExplain({ area: AREAS[area] as StateCode, measure })}
          />
        ))}
        {others.length > 0 && (
          <Bar
            name={`${others.length} others`}
            share={rest / most}
            text={text(rest)}
            isQuiet
            onExplain={() => props.onExplain({ area: NATION, measure, part: 'others' })}
          />
        )}
        {changes.length > 0 && (
          <Bar
            name={isWhole ? 'Nation' : `${changes.length} areas`}
            text={text(sum)}
            onExplain={() => props.onExplain({ area: NATION, measure })}
          />
        )}
      </ul>
    </>
  );
}

/** @param props.share of the longest bar, −1 to 1; absent: a line of the sum, without a bar */
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
