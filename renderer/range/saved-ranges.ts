import { type RangeSearch, rangeSearch } from '../../service/view/index.ts';
import type { RangeChoice } from '../../service/view/types.ts';
import { usePreference } from '../api/index.ts';
import { backWords, PRESET_NAMES, readRange } from './presets.ts';

/** A range that someone gave a name. */
type SavedRange = { name: string; range: RangeSearch };

/** More would not fit into the menu. */
export const MOST_SAVED = 20;
/** In characters. */
export const LONGEST_RANGE_NAME = 40;

/** @returns the saved ranges that are still understood. */
export function readSaved(kept: readonly SavedRange[]): SavedRange[] {
  return kept
    .filter(({ range }) => {
      const problems: string[] = [];
      readRange(range, problems);
      return problems.length === 0;
    })
    .slice(0, MOST_SAVED);
}

/** @returns the list with this range at its end, or in place of the one with the same name. */
export function withSaved(before: readonly SavedRange[], name: string, choice: RangeChoice): SavedRange[] {
  const added = { name: name.trim().slice(0, LONGEST_RANGE_NAME), range: rangeSearch(choice) };
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

/** The saved ranges, and functions to save and remove one. */
export function useSavedRanges() {
  const [kept, keep] = usePreference('saved_ranges');
  const saved = readSaved(kept);
  return {
    saved,
    save: (name: string, choice: RangeChoice) => keep(withSaved(saved, name, choice)),
    remove: (name: string) => keep(saved.filter((one) => one.name !== name)),
  };
}
