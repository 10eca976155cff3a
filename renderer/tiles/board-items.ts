import { inDateStyle } from '../../service/calendar/dates.ts';
import type { BoardContent, BoardTile, SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { newId } from '../api/index.ts';
import { rangeWords } from '../range/index.ts';
import { keptAddress } from '../view/index.ts';
import { freePlace, MOST_TILES, USUAL_TILE } from './places.ts';
import { rangeOfText } from './tile-range.ts';

/** A saved board. */
export type Board = SavedItem & { kind: 'board' };

/** @returns the boards that are not in the bin, the last changed first; none while they are not loaded. */
export function boardsOf(items: readonly SavedItem[] = []): Board[] {
  return items.filter((item): item is Board => item.kind === 'board' && item.deleted_at === null);
}

/** @returns what stores a new board. */
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

/** @returns the request that stores another content (and name) of a board. */
export function changedBoard(
  { id, revision, note, folder }: Board,
  name: string,
  content: BoardContent,
): SaveItemRequest & { kind: 'board' } {
  return { kind: 'board', id, revision, name, note, folder, content, is_deleted: false };
}

/** @returns the content with one more tile, at the highest free place; `undefined` where a board has no room for more. */
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
