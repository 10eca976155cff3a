import { DAY_LIMIT, MINUTE_LIMIT, type Quota } from '../keys/index.ts';
import { whenThere } from '../process/later.ts';
import { noteCount } from './asked.ts';
import type { Admit, Context } from './context.ts';
import { activeCaller, economicCredential, INTERNAL } from './credentials.ts';
import { limitExceeded } from './refusal.ts';

/** `draft-ietf-httpapi-ratelimit-headers`: quota `q` in a window of `w` seconds; `r` left, resets in `t` seconds. */
export const RATE_LIMIT_POLICY = `"minute";q=${MINUTE_LIMIT};w=60,"day";q=${DAY_LIMIT};w=86400`;

/**
 * @returns a function that lets a request of the economic-data group in: it authenticates the key, counts the request against its
 * limits, and sets headers that say what is left. It throws Refusal 401, 429 (which is not counted) and 503.
 */
export function openAdmission(context: Pick<Context, 'keys' | 'isInternal'>): Admit {
  const { keys } = context;
  const saveCounts = keys.saveCounts && saveTogether(() => keys.saveCounts?.());
  return (request, reply, readToken, go) => {
    const credential = economicCredential(context, request, readToken);
    if (!credential) return go(INTERNAL);
    return whenThere(keys.admit(credential, request.headers['user-agent']), (found) => {
      const { keyId, quota, takeBack } = activeCaller(request, found);
      reply.header('RateLimit-Policy', RATE_LIMIT_POLICY).header('RateLimit', leftOf(quota));
      if (quota.exceeded) throw limitExceeded(quota);
      if (takeBack)
        noteCount(request, () => {
          takeBack();
          reply.header('RateLimit', leftOf(quota, 1));
        });
      const caller = { kind: 'key', id: keyId } as const;
      return saveCounts ? saveCounts().then(() => go(caller)) : go(caller);
    });
  };
}

/** @param more requests that are left, beside those of the quota. */
function leftOf({ minuteRemaining, minuteReset, dayRemaining, dayReset }: Quota, more = 0): string {
  return `"minute";r=${minuteRemaining + more};t=${minuteReset},"day";r=${dayRemaining + more};t=${dayReset}`;
}

/** Requests that arrive together share one write: a write for each would cost a third of the speed. */
function saveTogether(save: () => void): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () =>
    (next ??= new Promise((resolve, reject) => {
      // Runs right after Node has read the connections that were ready.
      setImmediate(() => {
        next = undefined;
        try {
          save();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    }));
}
