import type { ApiCall, ApiKeyLine } from '../../service/contract/access.ts';
import { byClient } from './client-name.ts';
import { exactText, relativeText } from './times.ts';

/** The rotation of a key: a new one is made and used before the old one is revoked. */

export const STEPS = ['create', 'deploy', 'verify', 'revoke', 'done'] as const;
export type RotationStep = (typeof STEPS)[number];

/** Ids of the keys of a rotation, as in the address; `next` is null until the new key is made. */
export type Rotation = { old: string; next: string | null };

/** @returns the rotation that `rotate=OLD,NEW` (or `rotate=OLD`) names, or undefined. */
export function parseRotation(text: string | undefined): Rotation | undefined {
  const [old = '', next = ''] = text?.split(',') ?? [];
  return old === '' ? undefined : { old, next: next === '' ? null : next };
}

/** @returns the text that `parseRotation` reads back. */
export function rotationText({ old, next }: Rotation): string {
  return next === null ? old : `${old},${next}`;
}

type Old = Pick<ApiKeyLine, 'revoked_at'>;
type Next = Pick<ApiKeyLine, 'last_used_at' | 'revoked_at'>;

/** The last step that the user has finished of those that change nothing on the keys. */
export type Passed = 'deploy' | 'verify' | null;

/**
 * @returns the current step. Except for `passed` it follows from the keys alone, so that a rotation can be left and continued. Once the
 * new key is used, the step 'deploy' is over, unless the key is still shown (`isShown`) and may be copied to more places.
 */
export function rotationStep(
  old: Old,
  next: Next | undefined,
  { passed, isShown }: { passed: Passed; isShown: boolean },
): RotationStep {
  if (old.revoked_at !== null) return 'done';
  if (!next || next.revoked_at !== null) return 'create';
  const isUsed = next.last_used_at !== null;
  if (passed === null && (isShown || !isUsed)) return 'deploy';
  return isUsed && passed === 'verify' ? 'revoke' : 'verify';
}

/** Who has used the old key since the new one was made, as a sentence; `isQuiet`: nobody. */
export type OldUse = { text: string; isQuiet: boolean };

/**
 * @param calls of the old key that the service remembers, newest first
 * @param now milliseconds since 1970-01-01 UTC
 */
export function oldUse(
  old: Pick<ApiKeyLine, 'label' | 'last_used_at' | 'last_client'>,
  calls: readonly Pick<ApiCall, 'at' | 'client'>[],
  next: Pick<ApiKeyLine, 'created_at'>,
  now: number,
): OldUse {
  if (old.last_used_at === null) return { text: `“${old.label}” was never used.`, isQuiet: true };
  if (old.last_used_at <= next.created_at) {
    return {
      text: `“${old.label}” has not been used since the new key was made; before that ${relativeText(old.last_used_at, now)} ${byClient(old.last_client)}.`,
      isQuiet: true,
    };
  }
  const since = calls.filter(({ at }) => at > next.created_at);
  const clients = [...new Set(since.map(({ client }) => byClient(client)))];
  const who = clients.length > 0 ? clients : [byClient(old.last_client)];
  return {
    text: `“${old.label}” is still in use since the new key was made: last ${relativeText(old.last_used_at, now)}, ${who.join(', ')}.`,
    isQuiet: false,
  };
}

/**
 * @param calls of the new key that the service remembers, newest first
 * @returns when the new key was first used and by whom; the last request where the first is not remembered.
 */
export function firstUse(
  next: Pick<ApiKeyLine, 'last_used_at' | 'last_client'>,
  calls: readonly Pick<ApiCall, 'at' | 'client' | 'status'>[],
): string | undefined {
  if (next.last_used_at === null) return undefined;
  const first = calls.length < MOST_CALLS ? calls.at(-1) : undefined;
  if (!first)
    return `Last request with the new key: ${exactText(next.last_used_at)}, ${byClient(next.last_client)}.`;
  return `First request with the new key: ${exactText(first.at)}, ${byClient(first.client)}, answered ${first.status}.`;
}

/** How many calls of a key the service remembers: contract/access `ApiCall`. */
const MOST_CALLS = 50;
