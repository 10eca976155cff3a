import type { RefreshOutcome, RefreshProgress } from '../ingest/fetch/types.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { countOf, rangeText } from './counts.ts';

/** @returns what a refresh does at the moment: `BEA national accounts: fetching 12.4 of 36.7 MB`. */
export function progressText({ source, phase, bytes, totalBytes, rows }: RefreshProgress): string {
  switch (phase) {
    case 'waiting':
      return `${source}: waiting to try again`;
    case 'fetching':
      return `${source}: fetching${bytes > 0 ? ` ${megabytes(bytes)}${totalBytes ? ` of ${megabytes(totalBytes)}` : ''} MB` : ''}`;
    case 'reading':
      return `${source}: reading, ${countOf(rows, 'row')}`;
    case 'storing':
      return `${source}: storing, ${countOf(rows, 'row')}`;
  }
}

const RESULTS: Record<RefreshOutcome['state'], string> = {
  stored: 'stored',
  unchanged: 'nothing new',
  failed: 'FAILED',
  cancelled: 'stopped',
};

/** @returns the cells of a source in the summary: dataset, source, result, added, revised, unchanged, dates. */
export function outcomeRow({ dataset, source, state, runs }: RefreshOutcome): string[] {
  if (runs.length === 0) return [dataset, source, RESULTS[state]];
  const sum = (of: 'added' | 'revised' | 'unchanged') =>
    groupDigits(String(runs.reduce((before, run) => before + run[of], 0)));
  const days = runs.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
  const dates = days.length > 0 ? rangeText(Math.min(...days), Math.max(...days)) : '';
  return [dataset, source, RESULTS[state], sum('added'), sum('revised'), sum('unchanged'), dates];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
