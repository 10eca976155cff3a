import { inDateStyle } from '../../service/calendar/dates.ts';
import { latestDayText } from '../../service/calendar/today.ts';
import {
  type BoardContent,
  type BoardTile,
  EMPTY_BOARD,
  type FiledItem,
  LAYOUT,
  type SavedItem,
  type SaveItemRequest,
} from '../../service/contract/saved.ts';
import { pickViewSearch, type RangeChoice, rangeSearch, readRangeWords } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { newId, usePreference } from '../api/index.ts';
import { rangeWords } from '../range/index.ts';
import { keptAddress, parseView } from '../view/index.ts';
import { freePlace, MOST_TILES, USUAL_TILE } from './places.ts';

export type Board = SavedItem & { kind: 'board' };

/** @returns the boards that are not in the bin, last changed first; none until loaded. */
export function boardsOf(items: readonly SavedItem[] = []): Board[] {
  return items.filter((item): item is Board => item.kind === 'board' && item.deleted_at === null);
}

export function newBoard(
  name: string,
  content: BoardContent,
  note = '',
): SaveItemRequest & { kind: 'board' } {
  return { kind: 'board', id: newId(), revision: 0, name, note, folder: '', content, is_deleted: false };
}

/** '5Y · 6 tiles' */
export function boardSummary({ range, tiles }: BoardContent): string {
  const choice = rangeOfText(range);
  const count = `${tiles.length} ${tiles.length === 1 ? 'tile' : 'tiles'}`;
  return choice === undefined ? count : `${inDateStyle(rangeWords(choice))} · ${count}`;
}

/** @returns the request that stores a board's new name and content. */
export function changedBoard(
  { id, revision, note, folder }: Board,
  name: string,
  content: BoardContent,
): SaveItemRequest & { kind: 'board' } {
  return { kind: 'board', id, revision, name, note, folder, content, is_deleted: false };
}

/** @returns the content with one more tile, at the highest free place; `undefined` if the board is full. */
export function withTile(content: BoardContent, title: string, address: string): BoardContent | undefined {
  const { tiles } = content;
  if (tiles.length >= MOST_TILES) return undefined;
  const place = freePlace(tiles, USUAL_TILE);
  const tile: BoardTile = {
    ...{ id: newId(), title: title.slice(0, 200), address: keptAddress(address) },
    ...{ ...USUAL_TILE, ...place, range: null },
  };
  return { ...content, tiles: [...tiles, tile] };
}

/** @param now the time of writing, ISO 8601, UTC @returns the text of a file with these items */
export function savedFileText(items: readonly FiledItem[], now: string): string {
  return `${JSON.stringify({ almanac_file: LAYOUT, written_at: now, items }, null, 2)}\n`;
}

/** @returns a file name for these items: 'Claims vs 2019.almanac.json', '3 saved items.almanac.json' */
export function savedFileName(items: readonly Pick<SavedItem, 'name'>[]): string {
  const [only] = items;
  const name = items.length === 1 && only ? only.name : `${items.length} saved items`;
  return `${name.replaceAll(/[^\p{L}\p{N} ,;()&'+=-]+/gu, '-').trim() || 'Saved'}.almanac.json`;
}

/** @returns a range as boards and tiles store it: 'range=5Y', 'range=Max', 'from=2020-01-01&to=2024-12-31' */
export function tileRangeText(choice: RangeChoice): string {
  const text = String(new URLSearchParams(rangeSearch(choice)));
  return text === '' ? 'range=Max' : text;
}

/** @returns the range stored in a board's text; `undefined` if there is none or it is invalid. */
export function rangeOfText(text: string | null): RangeChoice | undefined {
  const { range, from, to } = Object.fromEntries(new URLSearchParams(text ?? ''));
  if (range === undefined && from === undefined) return undefined;
  const read = readRangeWords(
    { ...(range && { range }), ...(from && { from }), ...(to && { to }) },
    latestDayText(),
  );
  return 'choice' in read ? read.choice : undefined;
}

/** A tile with a chart: its view over the board's days, or its own. */
export type ChartTile = {
  view: View;
  problems: readonly string[];
  /** True if it shows the board's days. */
  follows: boolean;
};

/** @returns the chart of a tile; `undefined` for a tile of another screen than Explore. */
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

export function useEmptyBoard(): BoardContent {
  const [recessions] = usePreference('recessions');
  return { ...EMPTY_BOARD, recessions };
}
