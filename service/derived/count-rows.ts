import { setImmediate as turn } from 'node:timers/promises';
import type { Position } from '../store/types.ts';
import type { Page, PageAsked } from './derived-pages.ts';

/** How many rows an answer has, and how to get into its middle. */
export type CountedRows = {
  total: number;
  /** The first `step` rows. */
  first: Page;
  /** After which row the rows `step`, 2 `step`, … begin. */
  stops: readonly Position[];
};

/**
 * Calculates all rows once, only to count them: which of them there are shows in their values alone. Other work gets its turn
 * after every `step` rows.
 * @param isWanted asked before every piece; where nobody waits any more the count is left.
 * @returns `undefined` where it was left.
 */
export async function countRows(
  read: (page: PageAsked) => Page,
  step: number,
  isWanted: () => boolean,
): Promise<CountedRows | undefined> {
  if (!isWanted()) return undefined;
  const first = read({ limit: step });
  const stops: Position[] = [];
  let total = first.count;
  for (let page = first; page.more && page.last; ) {
    stops.push(page.last);
    await turn();
    if (!isWanted()) return undefined;
    page = read({ after: page.last, limit: step });
    total += page.count;
  }
  return { total, first, stops };
}
