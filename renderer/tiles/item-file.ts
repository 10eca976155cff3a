import type { SavedItem } from '../../service/contract/saved.ts';
import { type FiledItem, LAYOUT } from '../../service/contract/saved.ts';

/** Writes the file with which saved items are handed on. */

/** @param now time of writing, ISO 8601, UTC. @returns the text of a file with these items. */
export function savedFileText(items: readonly FiledItem[], now: string): string {
  return `${JSON.stringify({ almanac_file: LAYOUT, written_at: now, items }, null, 2)}\n`;
}

/** @returns the name of a file of these items: 'Claims vs 2019.almanac.json', '3 saved items.almanac.json' */
export function savedFileName(items: readonly Pick<SavedItem, 'name'>[]): string {
  const [only] = items;
  const name = items.length === 1 && only ? only.name : `${items.length} saved items`;
  return `${name.replaceAll(/[^\p{L}\p{N} ,;()&'+=-]+/gu, '-').trim() || 'Saved'}.almanac.json`;
}
