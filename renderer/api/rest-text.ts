import { countOf } from '../../service/series-math/decimal-text.ts';
import type { LineColumn } from '../../service/view/types.ts';

/**
 * @returns what to say of lines that are not loaded completely: 'still loading, 5,000 observations so far'; `undefined` where
 * all of them are.
 */
export function restText(columns: readonly Pick<LineColumn, 'rest' | 'days'>[]): string | undefined {
  const isComing = columns.some(({ rest }) => rest === 'coming');
  if (!isComing && columns.every(({ rest }) => rest === undefined)) return undefined;
  const count = countOf(
    columns.reduce((sum, { days }) => sum + days.length, 0),
    'observation',
  );
  return isComing ? `still loading, ${count} so far` : `not all is loaded, ${count} only`;
}
