import { useDebouncedValue, useInViewport } from '@mantine/hooks';
import { useMemo } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import type { CatalogSeries } from '../../service/contract/catalog.ts';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { decimate, gapTest } from '../../service/series-math/decimate.ts';
import { shortValue, wholeAmount } from '../../service/series-math/short-value.ts';
import { useRecentValues } from '../api/index.ts';
import styles from './picker.module.css';

const WIDTH = 56;
const HEIGHT = 16;
/** Milliseconds in sight before a row loads its values, so that typing and scrolling load nothing. */
const IN_SIGHT_MS = 250;

/** A sparkline of a series' recent values, with the last value and its date. Keeps its size while loading. */
export function LatestValue({ choice, held }: { choice: SeriesChoice; held: CatalogSeries | undefined }) {
  const { ref, inViewport } = useInViewport();
  const [isWanted] = useDebouncedValue(inViewport, IN_SIGHT_MS);
  const { column } = useRecentValues(choice, held, isWanted);
  const path = useMemo(() => column && sparkPath(column.days, column.numbers, WIDTH, HEIGHT), [column]);
  if (!held?.last_date) return null;
  const { series } = entryOf(choice);
  const value = column?.values.at(-1);
  const day = column?.days.at(-1);
  return (
    <span ref={ref} className={`row gap-6 quiet small one-line ${styles.latest}`}>
      {value !== undefined && day !== undefined && (
        <span className="fixed" title={wholeAmount(value, series)}>
          <strong className="medium ink">{shortValue(value, series.unitShort)}</strong> {shownDay(day)}
        </span>
      )}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <path d={path ?? ''} />
      </svg>
    </span>
  );
}

/** Free pixels around the sparkline, so that its ends and peaks are not cut off. */
const MARGIN = 1.5;

/** @returns an SVG path that fills the box, with holes where data are missing; '' for one value or none. */
export function sparkPath(days: Int32Array, numbers: Float64Array, width: number, height: number): string {
  const kept = [...decimate(days, numbers, 0, days.length, width)];
  const values = kept.map((i) => numbers[i] as number).filter((value) => Number.isFinite(value));
  if (values.length < 2) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = days[0] as number;
  const span = Math.max(1, (days.at(-1) as number) - first);
  const isGap = gapTest(days);
  let isPenDown = false;
  return kept
    .map((i, at) => {
      const value = numbers[i] as number;
      if (!Number.isFinite(value)) {
        isPenDown = false;
        return '';
      }
      for (let k = (kept[at - 1] ?? i) + 1; k <= i; k++)
        if (isGap(days[k - 1] as number, days[k] as number)) isPenDown = false;
      // Halved first: the difference of two very large numbers can overflow.
      const reach = high / 2 - low / 2;
      const share = reach === 0 ? 0.5 : (value / 2 - low / 2) / reach;
      const x = MARGIN + (((days[i] as number) - first) / span) * (width - 2 * MARGIN);
      const y = height - MARGIN - share * (height - 2 * MARGIN);
      const step = `${isPenDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
      isPenDown = true;
      return step;
    })
    .join('');
}
