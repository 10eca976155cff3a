import { fits } from '../../service/contract/fits.ts';
import { FiledItem, LAYOUT } from '../../service/contract/saved-file.ts';

/** Reads the file with which saved items are handed on. */

/** @returns the items of a file. @throws Error with a sentence for the user where it is none, or where an item is not right. */
export function readSavedFile(text: string): FiledItem[] {
  const file = parsed(text);
  if (!isObject(file) || !('almanac_file' in file))
    throw new Error(
      'This is no file of saved items: it lacks "almanac_file". Almanac writes such files with Export file, as NAME.almanac.json.',
    );
  if (typeof file.almanac_file !== 'number' || file.almanac_file > LAYOUT)
    throw new Error(
      `This file has layout ${String(file.almanac_file)}, and this Almanac reads up to ${LAYOUT}. A newer Almanac wrote it: update this one first.`,
    );
  if (!Array.isArray(file.items) || file.items.length === 0)
    throw new Error('This file has no saved items in it.');
  const ids = new Set<string>();
  return file.items.map((filed: unknown, i: number) => {
    if (!fits(FiledItem, filed))
      throw new Error(`${whichItem(filed, i)} is not as Almanac writes it, so nothing was imported.`);
    if (ids.has(filed.item.id))
      throw new Error(`${whichItem(filed, i)} has the same id as one before it, so nothing was imported.`);
    ids.add(filed.item.id);
    return filed;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error('This file is no JSON, so it holds no saved items.');
  }
}

/** 'Item 2 (Claims vs 2019)' */
function whichItem(filed: unknown, at: number): string {
  const name = isObject(filed) && isObject(filed.item) ? filed.item.name : undefined;
  return `Item ${at + 1}${typeof name === 'string' ? ` (${name.slice(0, 60)})` : ''}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the enclosed data of a frozen view are those whose hash it names; 'absent': none are enclosed. */
export async function proofOf({ item, lines }: FiledItem): Promise<'right' | 'wrong' | 'absent'> {
  if (lines === undefined || item.kind !== 'view' || item.content.frozen === null) return 'absent';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === item.content.frozen.sha256 ? 'right' : 'wrong';
}
