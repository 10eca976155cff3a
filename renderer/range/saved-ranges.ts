import { useLocalStorage } from '@mantine/hooks';
import { type RangeSearch, rangeSearch } from '../../service/view/index.ts';
import type { RangeChoice } from '../../service/view/types.ts';
import { backWords, PRESET_NAMES, readRange } from './presets.ts';

/** A range that someone gave a name. */
type SavedRange = { name: string; range: RangeSearch };

/** More would not fit into the menu. */
export const MOST_SAVED = 20;
/** In characters. */
export const LONGEST_NAME = 40;

/**
 * @param text of the browser's storage.
 * @returns the saved ranges in it. Invalid ones are left out; a text that is not a list gives none.
 */
export function readSaved(text: string | undefined): SavedRange[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (!Array.isArray(kept)) return [];
  return kept
    .filter(isSaved)
    .filter(({ range }) => {
      const problems: string[] = [];
      readRange(range, problems);
      return problems.length === 0;
    })
    .slice(0, MOST_SAVED);
}

/** @returns the list with this range at its end, or in place of the one with the same name. */
export function withSaved(before: readonly SavedRange[], name: string, choice: RangeChoice): SavedRange[] {
  const added = { name: name.trim().slice(0, LONGEST_NAME), range: rangeSearch(choice) };
  const at = before.findIndex((one) => one.name === added.name);
  return at < 0 ? [...before, added].slice(-MOST_SAVED) : before.with(at, added);
}

/** @returns a range in words, which also is the name offered for it: 'Last 18 months'. */
export function rangeWords(choice: RangeChoice): string {
  if ('preset' in choice) return PRESET_NAMES[choice.preset];
  if ('back' in choice) return `Last ${backWords(choice.back)}`;
  if ('since' in choice) return `Since ${choice.since}`;
  return `${choice.from} to ${choice.to}`;
}

/** The saved ranges, kept in local storage, and functions to save and remove one. */
export function useSavedRanges() {
  const [saved, setSaved] = useLocalStorage<SavedRange[]>({
    key: 'almanac-ranges',
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readSaved,
  });
  return {
    saved,
    save: (name: string, choice: RangeChoice) => setSaved((before) => withSaved(before, name, choice)),
    remove: (name: string) => setSaved((before) => before.filter((one) => one.name !== name)),
  };
}

function isSaved(one: unknown): one is SavedRange {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('range' in one)) return false;
  const { name, range } = one;
  if (typeof name !== 'string' || name === '' || typeof range !== 'object' || range === null) return false;
  return Object.values(range).every((text) => typeof text === 'string');
}
