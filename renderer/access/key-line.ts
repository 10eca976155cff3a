import { shownDayOf } from '../../service/calendar/dates.ts';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';

/** A key unused for this long may no longer be needed. */
const IDLE_DAYS = 90;

/** @returns 'alm_…x7Qa', a key's form on the screen. A key for FRED's clients has no 'alm_' prefix. */
export function maskedKey({ last4, is_for_fred }: Pick<ApiKeyLine, 'last4' | 'is_for_fred'>): string {
  return is_for_fred ? `…${last4}` : `alm_…${last4}`;
}

/** @returns what would stop working if the key were revoked. @param now milliseconds since 1970-01-01 UTC */
export function whatBreaks(
  key: Pick<ApiKeyLine, 'label' | 'created_at' | 'last_used_at' | 'last_client' | 'today'>,
  now: number,
): string {
  const { label, last_used_at: last, today } = key;
  if (last === null)
    return `“${label}” was made ${relativeText(key.created_at, now)} and has never been used. Revoking it stops nothing.`;
  // Only requests for economic data are counted, so a key used today may have a count of 0.
  const counted = `, with ${groupDigits(String(today))} counted ${today === 1 ? 'request' : 'requests'} today`;
  return `“${label}” was last used ${relativeText(last, now)} (${utcText(last)}) ${byClient(key.last_client)}${today === 0 ? '' : counted}. Tools that use it stop working at their next request.`;
}

/** @param now milliseconds since 1970-01-01 UTC */
export function keyState(key: Pick<ApiKeyLine, 'last_used_at' | 'revoked_at'>, now: number) {
  if (key.revoked_at !== null) return 'revoked';
  if (key.last_used_at === null) return 'unused';
  return daysSince(key.last_used_at, now) >= IDLE_DAYS ? 'idle' : 'active';
}

/** Among valid keys with one label (after a rotation), the last one made is 'newer', the others 'older'. */
export type KeyAge = 'newer' | 'older';

/** @returns a key's age among valid keys with its label; `undefined` if no other valid key has the label. */
export function keyAge(key: ApiKeyLine, keys: readonly ApiKeyLine[]): KeyAge | undefined {
  const others = keys.filter(({ id, label }) => label === key.label && id !== key.id).filter(isValid);
  if (!isValid(key) || others.length === 0) return undefined;
  return others.every((other) => creationKey(other) < creationKey(key)) ? 'newer' : 'older';
}

const isValid = (key: ApiKeyLine): boolean => key.revoked_at === null;
const creationKey = (key: ApiKeyLine): string => `${key.created_at} ${key.id}`;

/** @returns '“Excel at work”', or '“Excel at work” (older)' if several valid keys have that label. */
export const keyName = ({ label }: Pick<ApiKeyLine, 'label'>, age: KeyAge | undefined): string =>
  age === undefined ? `“${label}”` : `“${label}” (${age})`;

/** @returns valid keys by last use or creation, grouped by label, newest first; then revoked ones. */
export function sortKeys(keys: readonly ApiKeyLine[]): ApiKeyLine[] {
  const lastActivity = (key: ApiKeyLine): string => key.revoked_at ?? key.last_used_at ?? key.created_at;
  const latest = new Map<string, string>();
  for (const key of keys.filter(isValid))
    latest.set(key.label, [latest.get(key.label) ?? '', lastActivity(key)].sort().at(-1) as string);
  const place = (key: ApiKeyLine): string =>
    isValid(key) ? `${latest.get(key.label)} ${key.label} ${creationKey(key)}` : lastActivity(key);
  return keys.toSorted(
    (a, b) =>
      Number(isValid(b)) - Number(isValid(a)) || place(b).localeCompare(place(a)) || a.id.localeCompare(b.id),
  );
}

/** Matches a key's prefix, or a run of 20 or more characters, which is hardly anything but a key. */
const KEY_LIKE = /alm_([\w-]*)|[\w-]{20,}/;

/** @returns the text for the search field. A pasted key is reduced to '…' and its last four characters. */
export function withoutKey(text: string): string {
  const found = KEY_LIKE.exec(text);
  if (!found) return text;
  const characters = found[1] ?? found[0];
  return characters.length > 4 ? `…${characters.slice(-4)}` : text;
}

/** @returns the keys that end in the typed text or have it in their label; all keys for an empty text. */
export function findKeys(keys: readonly ApiKeyLine[], typed: string): readonly ApiKeyLine[] {
  const text = withoutKey(typed).trim();
  if (text === '') return keys;
  const fragment = text.replace(/^(alm_)?…?/, '');
  const isEnd = text !== fragment || fragment.length <= 4;
  const byEnd = isEnd && fragment !== '' ? keys.filter(({ last4 }) => last4.endsWith(fragment)) : [];
  if (byEnd.length > 0 || text !== fragment) return byEnd;
  return keys.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

/** @returns a sentence about the search result, also for screen readers; '' for an empty text. */
export function foundText(found: readonly ApiKeyLine[], typed: string): string {
  const text = withoutKey(typed).trim();
  if (text === '') return '';
  const [first] = found;
  if (!first)
    return `No key has the label or ending “${text}”. Almanac knows only the last four characters of a key.`;
  if (found.length > 1) return `${found.length} keys match.`;
  return `${maskedKey(first)} is “${first.label}”${first.revoked_at === null ? '' : ', which is revoked'}.`;
}

// Times are in UTC, because key limits count UTC days. `iso` is ISO 8601 in UTC, `now` in ms since 1970.

/** @returns '2026-11-21 08:00:05 UTC'. */
export const utcText = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** @returns '08:00:05', the time of day in UTC. */
export const clockText = (iso: string): string => new Date(iso).toISOString().slice(11, 19);

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** @returns 'just now', '12 seconds ago', '3 days ago'; after 60 days the date, '2026-07-04'. */
export function relativeText(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  // The clocks of page and service may differ a little.
  if (age < 2_000) return 'just now';
  if (age >= 60 * 86_400_000) return shownDayOf(new Date(iso).toISOString());
  for (const [unit, size] of STEPS) if (age >= size) return RELATIVE.format(-Math.floor(age / size), unit);
  return 'just now';
}

export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / 86_400_000));
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Version', 'Safari'],
] as const;
const LONGEST = 40;

/** @returns a short name for a User-Agent: its first product, or a browser's name and major version. */
export function clientName(userAgent: string): string {
  // Excel and Power BI send this.
  if (/Microsoft\.(Data\.)?Mashup/i.test(userAgent)) return 'Power Query';
  const first = userAgent.trim().split(/\s/)[0] ?? '';
  if (first.startsWith('Mozilla/')) {
    for (const [token, name] of BROWSERS) {
      const version = new RegExp(`${token}/(\\d+)`).exec(userAgent)?.[1];
      if (version !== undefined) return `${name} ${version}`;
    }
  }
  return first.length <= LONGEST ? first : `${first.slice(0, LONGEST - 1)}…`;
}

/** @returns 'by python-requests/2.32.3', or 'by a program that did not say its name'. */
export function byClient(userAgent: string | null): string {
  return userAgent === null || userAgent.trim() === ''
    ? 'by a program that did not say its name'
    : `by ${clientName(userAgent)}`;
}
