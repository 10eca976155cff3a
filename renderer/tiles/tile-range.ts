import { latestDayText } from '../../service/calendar/today.ts';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import { pickViewSearch, type RangeChoice, rangeSearch, readRangeWords } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { parseView } from '../view/index.ts';

/** @returns a range as boards and tiles have it: 'range=5Y', 'from=2020-01-01&to=2024-12-31', 'range=Max'. */
export function tileRangeText(choice: RangeChoice): string {
  const text = String(new URLSearchParams(rangeSearch(choice)));
  return text === '' ? 'range=Max' : text;
}

/** @returns the range that a text of a board says; `undefined` for none, and for one that means nothing. */
export function rangeOfText(text: string | null): RangeChoice | undefined {
  const { range, from, to } = Object.fromEntries(new URLSearchParams(text ?? ''));
  if (range === undefined && from === undefined) return undefined;
  const read = readRangeWords(
    { ...(range && { range }), ...(from && { from }), ...(to && { to }) },
    latestDayText(),
  );
  return 'choice' in read ? read.choice : undefined;
}

/** A tile that is a chart: its view over the days of the board, or of its own. */
export type ChartTile = {
  view: View;
  /** What its address says that cannot be shown. */
  problems: readonly string[];
  /** Whether it shows the days of the board. */
  follows: boolean;
};

/** @returns the view of a tile; `undefined` for one of another screen than Explore. */
export function chartTile(
  { address, range }: Pick<BoardTile, 'address' | 'range'>,
  board: Pick<BoardContent, 'range' | 'recessions'>,
): ChartTile | undefined {
  const url = URL.parse(address, 'http://almanac.invalid');
  if (url?.pathname !== '/explore') return undefined;
  const { view, problems } = parseView(pickViewSearch(Object.fromEntries(url.searchParams)));
  const own = rangeOfText(range);
  const shared = own ? undefined : rangeOfText(board.range);
  return {
    view: {
      ...view,
      range: own ?? shared ?? view.range,
      hasRecessions: board.recessions,
      details: undefined,
      explained: undefined,
    },
    problems,
    follows: shared !== undefined,
  };
}
