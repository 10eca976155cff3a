import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import type { Quota } from '../keys/index.ts';
import { noteCount } from './asked.ts';
import type { Caller, Context } from './context.ts';
import { activeCaller, economicCredential, INTERNAL } from './credentials.ts';
import type { ReadToken } from './paging-token.ts';
import { limitExceeded } from './refusal.ts';

/** `draft-ietf-httpapi-ratelimit-headers`: quota `q` in a window of `w` seconds; `r` left, resets in `t` seconds. */
export const RATE_LIMIT_POLICY = `"minute";q=${MINUTE_LIMIT};w=60,"day";q=${DAY_LIMIT};w=86400`;

/**
 * Lets a request of the economic-data group in: authenticates the key, counts the request against its limits, and sets headers that say
 * what is left. The count is stored when the promise resolves: no answer may be sent before.
 * @param readToken reads the request's paging token; `undefined` where it has none or is malformed.
 * @returns who sent the request. @throws Refusal 401, 429 (which is not counted), 503.
 */
export async function countedCaller(
  { keys, isInternal }: Pick<Context, 'keys' | 'isInternal'>,
  request: FastifyRequest,
  reply: FastifyReply,
  readToken: () => ReadToken | undefined = () => undefined,
): Promise<Caller> {
  const credential = economicCredential({ isInternal }, request, readToken);
  if (!credential) return INTERNAL;
  const found = await keys.admit(credential, request.headers['user-agent']);
  const { keyId, quota, takeBack } = activeCaller(request, found);
  reply.header('RateLimit-Policy', RATE_LIMIT_POLICY).header('RateLimit', leftOf(quota));
  if (quota.exceeded) throw limitExceeded(quota);
  if (takeBack)
    noteCount(request, () => {
      takeBack();
      reply.header('RateLimit', leftOf(quota, 1));
    });
  return { kind: 'key', id: keyId };
}

/** @param more requests that are left, beside those of the quota. */
function leftOf({ minuteRemaining, minuteReset, dayRemaining, dayReset }: Quota, more = 0): string {
  return `"minute";r=${minuteRemaining + more};t=${minuteReset},"day";r=${dayRemaining + more};t=${dayReset}`;
}
