import type { ApiKeyLine } from '../../service/contract/access.ts';
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

/** Of several valid keys with one label, as after a rotation, the one that was made last is the newer one. */
export type KeyAge = 'newer' | 'older';

/** @returns the age of a key among the valid keys with its label; `undefined` where it is the only one. */
export function keyAge(key: ApiKeyLine, keys: readonly ApiKeyLine[]): KeyAge | undefined {
  const others = keys.filter(({ id, label }) => label === key.label && id !== key.id).filter(isValid);
  if (!isValid(key) || others.length === 0) return undefined;
  return others.every((other) => order(other) < order(key)) ? 'newer' : 'older';
}

const isValid = ({ revoked_at: revokedAt }: ApiKeyLine): boolean => revokedAt === null;
const order = ({ created_at: createdAt, id }: ApiKeyLine): string => `${createdAt} ${id}`;

/** @returns '“Excel at work”', or '“Excel at work” (older)' where several valid keys have that label. */
export const keyName = ({ label }: Pick<ApiKeyLine, 'label'>, age: KeyAge | undefined): string =>
  age === undefined ? `“${label}”` : `“${label}” (${age})`;

/**
 * @returns valid keys before revoked ones; each with the latest use (else creation) or revocation first. Valid keys with one label stand
 * together, the newest first.
 */
export function sortKeys(keys: readonly ApiKeyLine[]): ApiKeyLine[] {
  const moment = (key: ApiKeyLine): string => key.revoked_at ?? key.last_used_at ?? key.created_at;
  const latest = new Map<string, string>();
  for (const key of keys.filter(isValid))
    latest.set(key.label, [latest.get(key.label) ?? '', moment(key)].sort().at(-1) as string);
  const place = (key: ApiKeyLine): string =>
    isValid(key) ? `${latest.get(key.label)} ${key.label} ${order(key)}` : moment(key);
  return keys.toSorted(
    (a, b) =>
      Number(isValid(b)) - Number(isValid(a)) || place(b).localeCompare(place(a)) || a.id.localeCompare(b.id),
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
