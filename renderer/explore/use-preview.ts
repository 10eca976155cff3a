import { useMemo, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { type Observations, useObservations, useStableAsks } from '../api/index.ts';

export type RangePreview = {
  /** The days to draw: those of the preview, or of the view. */
  drawn: DateRange;
  /** The observations to draw. */
  observations: Observations;
  isOn: boolean;
  /** Draws other days without changing the view; `undefined` goes back to the days of the view. */
  show: (range: DateRange | undefined) => void;
};

/**
 * A preview of another range while it is dragged: drawn at once, without changing the URL or the browser's history. It ends by itself
 * when the view's range changes, so that the chart does not jump back between releasing the pointer and the new URL.
 * @param observations of the view's own range, which are drawn until the whole history is loaded.
 */
export function usePreview(
  view: View,
  range: DateRange,
  held: DateRange,
  observations: Observations,
): RangePreview {
  const [tried, setTried] = useState<{ instead: DateRange; range: DateRange } | undefined>();
  const preview = tried?.instead === range ? tried.range : undefined;
  const isOn = preview !== undefined;
  const whole = useObservations(
    useStableAsks(useMemo(() => (isOn ? asksOf(view, held, todayText()) : []), [isOn, view, held])),
  );
  const isWhole = isOn && !whole.isLoading && !whole.isPartial && whole.error === undefined;
  return {
    drawn: preview ?? range,
    observations: isWhole ? whole : observations,
    isOn,
    show: (to) => setTried(to && { instead: range, range: to }),
  };
}
