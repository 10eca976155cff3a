import { useEffect, useRef } from 'react';
import {
  parseSeriesId,
  type SeriesChoice,
  type SeriesId,
  seriesId,
} from '../../service/datasets/series-choice.ts';
import type { View } from '../../service/view/types.ts';
import { usePreference, usePreferencesKnown } from '../api/index.ts';

const MOST_RECENT = 12;

/** @returns the list with the shown series in front, each once, cut to `MOST_RECENT`. */
export function withRecent(before: readonly SeriesId[], shown: readonly SeriesId[]): SeriesId[] {
  return [...new Set([...shown, ...before])].slice(0, MOST_RECENT);
}

export function usePinned() {
  const [ids, keep] = usePreference('pinned_series');
  return {
    choices: keptChoices(ids),
    isPinned: (choice: SeriesChoice) => ids.includes(seriesId(choice)),
    toggle: (choice: SeriesChoice) => {
      const id = seriesId(choice);
      keep(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    },
  };
}

/** Returns the last shown series, newest first, and stores the series of this view among them. */
export function useRecent(view: View): SeriesChoice[] {
  const [ids, keep] = usePreference('recent_series');
  const isKnown = usePreferencesKnown();
  const latest = useRef(ids);
  latest.current = ids;
  const shown = view.series.map(({ choice }) => seriesId(choice)).join(',');
  useEffect(() => {
    if (shown === '' || !isKnown) return;
    const next = withRecent(latest.current, shown.split(',').reverse());
    if (next.join() !== latest.current.join()) keep(next);
  }, [shown, isKnown, keep]);
  return keptChoices(ids);
}

/** @returns the series of a list, except those that the catalogue no longer has. */
export function keptChoices(ids: readonly SeriesId[]): SeriesChoice[] {
  return ids.flatMap((id) => parseSeriesId(id) ?? []);
}
