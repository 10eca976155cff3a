import type { ApiKeyLine } from '../../service/contract/access.ts';
import { LABEL_LENGTH } from '../../service/contract/names.ts';
import { daysSince } from './times.ts';

/** The state of a key. 'idle': not used for 90 days, so it may not be needed any more. */
export type KeyState = 'active' | 'unused' | 'idle' | 'revoked';

const IDLE_DAYS = 90;

/** @returns 'alm_…x7Qa': how a key is shown, except where it can be copied. A key for FRED's clients has no beginning of ours. */
export function maskedKey({ last4, is_for_fred }: Pick<ApiKeyLine, 'last4' | 'is_for_fred'>): string {
  return is_for_fred ? `…${last4}` : `alm_…${last4}`;
}

/** @param now milliseconds since 1970-01-01 UTC */
export function keyState(key: Pick<ApiKeyLine, 'last_used_at' | 'revoked_at'>, now: number): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.last_used_at === null) return 'unused';
  return daysSince(key.last_used_at, now) >= IDLE_DAYS ? 'idle' : 'active';
}

/** @returns valid keys before revoked ones; each with the latest use (else creation) or revocation first. */
export function sortKeys(keys: readonly ApiKeyLine[]): ApiKeyLine[] {
  const moment = (key: ApiKeyLine): string => key.revoked_at ?? key.last_used_at ?? key.created_at;
  return keys.toSorted(
    (a, b) =>
      Number(a.revoked_at !== null) - Number(b.revoked_at !== null) ||
      moment(b).localeCompare(moment(a)) ||
      a.id.localeCompare(b.id),
  );
}

/** What looks like a key: its prefix, or so many of its characters that it is hardly anything else. */
const KEY_LIKE = /alm_([\w-]*)|[\w-]{20,}/;

/**
 * @returns the text for the search field. A pasted key becomes '…' and its last four characters, so that the key is neither shown nor
 * kept.
 */
export function withoutKey(text: string): string {
  const found = KEY_LIKE.exec(text);
  if (!found) return text;
  const characters = found[1] ?? found[0];
  return characters.length > 4 ? `…${characters.slice(-4)}` : text;
}

/** @returns the keys that end in the typed text, or whose label contains it; all keys where nothing is typed. */
export function findKeys(keys: readonly ApiKeyLine[], typed: string): readonly ApiKeyLine[] {
  const text = withoutKey(typed).trim();
  if (text === '') return keys;
  const fragment = text.replace(/^(alm_)?…?/, '');
  const isEnd = text !== fragment || fragment.length <= 4;
  const byEnd = isEnd && fragment !== '' ? keys.filter(({ last4 }) => last4.endsWith(fragment)) : [];
  if (byEnd.length > 0 || text !== fragment) return byEnd;
  return keys.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

/** @returns a sentence about what the search found, for screen readers too; '' where nothing is typed. */
export function foundText(found: readonly ApiKeyLine[], typed: string): string {
  const text = withoutKey(typed).trim();
  if (text === '') return '';
  const [first] = found;
  if (!first)
    return `No key ends in, or is called, “${text}”. Almanac knows only the last four characters of a key.`;
  if (found.length > 1) return `${found.length} keys fit.`;
  return `${maskedKey(first)} is “${first.label}”${first.revoked_at === null ? '' : ', which is revoked'}.`;
}

/** @returns a label for the key that replaces another: 'Excel (2)', then 'Excel (3)'. No key has it yet. @param taken labels of all keys */
export function successorLabel(label: string, taken: readonly string[]): string {
  const base = label.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const next = `${base.slice(0, LABEL_LENGTH - ending.length)}${ending}`;
    if (!taken.includes(next)) return next;
  }
}
