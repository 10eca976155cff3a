import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { BoardContent } from '../../service/contract/saved.ts';
import { type Held, type RangeChoice, rangeOfHeld, resolveRange } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { heldSeries } from '../range/index.ts';
import { chartTile, rangeOfText } from '../tiles/index.ts';

/** The range of a board, and the days that it stands for: the same on all tiles that follow it, so that their axes agree. */
export type BoardDays = {
  /** `undefined`: each tile has its own. */
  choice: RangeChoice | undefined;
  range: DateRange;
  /** First and last day of all that the tiles show. */
  held: Held;
};

/** @returns the days of a board. A range that ends with the data ends with the newest observation of any tile. */
export function boardDays(content: BoardContent, catalog: Catalog | undefined): BoardDays {
  const charts = content.tiles.flatMap((tile) => chartTile(tile, content) ?? []);
  const following = charts.filter(({ follows }) => follows);
  // A series without data has no last day, and must not move that of the others.
  const ends = (following.length > 0 ? following : charts).flatMap(({ view }) => heldSeries(view, catalog));
  const held = rangeOfHeld(ends, todayText());
  const choice = rangeOfText(content.range);
  return { choice, range: resolveRange(choice ?? { preset: 'Max' }, held), held };
}

/** @returns the ids of the datasets of a board's charts, each once. */
export function datasetsOf(content: BoardContent): string[] {
  const all = content.tiles.flatMap((tile) => chartTile(tile, content)?.view.series ?? []);
  return [...new Set(all.map(({ choice }) => choice.dataset))];
}
