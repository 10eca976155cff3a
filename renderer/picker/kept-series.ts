import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import {
  parseSeriesId,
  type SeriesChoice,
  type SeriesId,
  seriesId,
} from '../../service/datasets/series-choice.ts';

import type { View } from '../view/index.ts';

/** How many recently shown series are remembered. */
const MOST_RECENT = 12;

/** A list of series in local storage. Series that the catalogue no longer has are left out. */
function useKept(key: string) {
  return useLocalStorage<SeriesId[]>({
    key,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => readIds(text),
  });
}

/** @param text of the browser's storage. @returns the ids of series in it; none where the text is not a list. */
export function readIds(text: string | undefined): SeriesId[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((id) => typeof id === 'string' && parseSeriesId(id) !== undefined);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** @returns the list with the shown series in front, each once, cut to `MOST_RECENT`. */
export function withRecent(before: readonly SeriesId[], shown: readonly SeriesId[]): SeriesId[] {
  return [...new Set([...shown, ...before])].slice(0, MOST_RECENT);
}

/** The pinned series, and a function to pin or unpin one. */
export function usePinned() {
  const [ids, setIds] = useKept('almanac-pinned-series');
  return {
    choices: choicesOf(ids),
    isPinned: (choice: SeriesChoice) => ids.includes(seriesId(choice)),
    toggle: (choice: SeriesChoice) => {
      const id = seriesId(choice);
      setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
    },
  };
}

/** The series that were shown last, newest first. Also remembers what the view shows now. */
export function useRecent(view: View): SeriesChoice[] {
  const [ids, setIds] = useKept('almanac-recent-series');
  const shown = view.series.map(({ choice }) => seriesId(choice)).join(',');
  useEffect(() => {
    if (shown !== '') setIds((before) => withRecent(before, shown.split(',').reverse()));
  }, [shown, setIds]);
  return choicesOf(ids);
}

function choicesOf(ids: readonly SeriesId[]): SeriesChoice[] {
  return ids.flatMap((id) => parseSeriesId(id) ?? []);
}
