import { useEffect, useMemo, useState } from 'react';
import { roundAxis } from '../chart/index.ts';
import { comparedDay } from './curves.ts';
import type { Shown } from './shown.ts';

/**
 * The axis of the values: it fits the curves and the band that are chosen, or holds all days of the range. A day that is dragged or
 * played to and has no room on it gets that of the range until it comes to rest, so that no curve leaves the plot and the axis does not
 * change with every day.
 */
export function useValueAxis(of: Shown, height: number) {
  const { scrub, row } = of;
  // Of the day at rest: a drag from another one begins without it.
  const [wideFrom, setWideFrom] = useState<number>();
  const isFixed = of.isWhole && (of.state.y === 'fixed' || wideFrom === row);
  const axis = useMemo(() => valueAxis(of, height, isFixed), [of, height, isFixed]);
  useEffect(
    () =>
      scrub.follow((at) => {
        if (!scrub.isMoving()) setWideFrom((from) => (at === row ? undefined : from));
        else if (!isFixed && hasNoRoom(of, at, axis.domain)) setWideFrom(row);
      }),
    [scrub, of, row, isFixed, axis],
  );
  return axis;
}

function valueAxis(of: Shown, height: number, isFixed: boolean) {
  const { curves, row, rows, compared } = of;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number) => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  const takeDay = (at: number) => {
    for (const { scaled } of curves.columns) take(scaled[at] as number);
  };
  if (isFixed) for (let at = rows.start; at < rows.end; at++) takeDay(at);
  // Of a fixed axis too: days outside the range are seen.
  for (const at of [row, ...compared.flatMap((one) => one.row ?? [])]) takeDay(at);
  for (const [i, ends] of (of.band?.rows ?? []).entries()) {
    if (ends === undefined) continue;
    for (const at of [ends.low, ends.high]) take(curves.columns[i]?.scaled[at] as number);
  }
  if (low > high) return roundAxis(0, 1, 2);
  const unit = 10 ** curves.places;
  const count = Math.max(2, Math.floor(height / 52));
  return roundAxis(low / unit, Math.max(high, low + 1) / unit, count);
}

/** @returns whether a curve of a day, or of those beside it, leaves the axis. */
function hasNoRoom({ curves, state }: Shown, row: number, [low, high]: readonly [number, number]): boolean {
  const unit = 10 ** curves.places;
  const days = [row, ...state.vs.flatMap((word) => comparedDay(curves, row, word).row ?? [])];
  return curves.columns.some(({ scaled }) =>
    days.some((at) => (scaled[at] as number) < low * unit || (scaled[at] as number) > high * unit),
  );
}
