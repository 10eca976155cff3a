/** Requests for one file, the first included. */
export const ATTEMPTS = 4;
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** A server that asks for more is not waited for: the user is told instead. */
export const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * How long to wait after the nth failed attempt: exponential with full jitter (a random share of 1, 2, 4 … s, at most 30 s), so that
 * many clients do not come back together; not less than the server asks for.
 * @param failed 1 after the first attempt.
 * @param random in [0, 1).
 */
export function backOffMs(failed: number, random: number, retryAfterMs = 0): number {
  return Math.max(Math.floor(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failed - 1))), retryAfterMs);
}

/**
 * @param text the `Retry-After` field: seconds, or an HTTP date (RFC 9110, 10.2.3).
 * @returns ms from now, not below 0; `undefined` where the text is neither.
 */
export function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
