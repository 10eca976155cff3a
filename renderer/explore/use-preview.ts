import { useMemo, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf } from '../../service/view/index.ts';
import { type DateRange, type Observations, useObservations, useStableAsks } from '../api/index.ts';
import type { View } from '../view/index.ts';

export type Preview = {
  /** The days to be drawn: those of the preview, or of the view. */
  drawn: DateRange;
  /** What there is to draw of them. */
  observations: Observations;
  isOn: boolean;
  /** Shows other days without going there; `undefined` goes back to those of the view. */
  show: (range: DateRange | undefined) => void;
};

/**
 * A range that is tried out: drawn at once, while URL and history stay as they are. It ends by itself when the view's range
 * changes, so that between letting go and the new URL nothing jumps back.
 * @param observations of the view's own range, which do until all history is there.
 */
export function usePreview(
  view: View,
  range: DateRange,
  held: DateRange,
  observations: Observations,
): Preview {
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
