import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import type { CatalogSeries } from '../../service/contract/catalog.ts';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useRecentValues } from '../api/index.ts';
import styles from './picker.module.css';
import { sparkPath } from './spark-path.ts';

const WIDTH = 56;
const HEIGHT = 16;
/** Rows that pass while someone types or scrolls ask for nothing. */
const SETTLED_MS = 250;

/** A small line of a series' last observations, and the last value with its date. Its place is kept before it is loaded. */
export function LatestValue({ choice, held }: { choice: SeriesChoice; held: CatalogSeries | undefined }) {
  const { ref, inViewport } = useInViewport();
  const [isWanted] = useDebouncedValue(inViewport, SETTLED_MS);
  const column = useRecentValues(choice, held, isWanted);
  const path = useMemo(() => column && sparkPath(column.days, column.numbers, WIDTH, HEIGHT), [column]);
  if (!held?.last_date) return null;
  const value = column?.values.at(-1);
  const day = column?.days.at(-1);
  return (
    <span ref={ref} className={`row gap-6 quiet small one-line ${styles.latest}`}>
      {value !== undefined && day !== undefined && (
        <span className="fixed">
          <strong className="medium ink">
            {withUnit(groupDigits(value), entryOf(choice).series.unitShort)}
          </strong>{' '}
          {dateText(day)}
        </span>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path d={path ?? ''} />
      </svg>
    </span>
  );
}

/** @returns '7,281 thousands', '$40,392,701,465,309.64'. */
function withUnit(value: string, unit: string): string {
  return unit === '$' ? value.replace(/^(-?)/, '$1$$') : `${value} ${unit}`;
}
