import { DAY_LIMIT, MINUTE_LIMIT } from '../keys/index.ts';
import type { Context, TakeFromLimits } from './context.ts';
import { limitExceeded } from './refusal.ts';

/** `draft-ietf-httpapi-ratelimit-headers`: quota `q` in a window of `w` seconds; `r` left, resets in `t` seconds. */
export const RATE_LIMIT_POLICY = `"minute";q=${MINUTE_LIMIT};w=60,"day";q=${DAY_LIMIT};w=86400`;

/**
 * @returns a function that counts a request against the limits of its key and sets headers that say what is left. It throws
 * Refusal 429, which is not counted.
 */
export function openLimits({ keys }: Pick<Context, 'keys'>): TakeFromLimits {
  const saveCounts = saveTogether(() => keys.saveCounts());
  return (caller, request, reply) => {
    if (caller.kind === 'internal') return undefined;
    const quota = keys.take(caller.id, request.headers['user-agent']);
    reply.header('RateLimit-Policy', RATE_LIMIT_POLICY);
    reply.header(
      'RateLimit',
      `"minute";r=${quota.minuteRemaining};t=${quota.minuteReset},"day";r=${quota.dayRemaining};t=${quota.dayReset}`,
    );
    if (quota.exceeded) throw limitExceeded(quota);
    return saveCounts();
  };
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
