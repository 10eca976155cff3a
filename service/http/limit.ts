import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_LIMIT, MINUTE_LIMIT } from '../keys/index.ts';
import type { Context } from './context.ts';
import type { Caller } from './credentials.ts';
import { limitExceeded } from './refusal.ts';

/** `draft-ietf-httpapi-ratelimit-headers`: quota `q` in a window of `w` seconds; `r` left, resets in `t` seconds. */
export const RATE_LIMIT_POLICY = `"minute";q=${MINUTE_LIMIT};w=60,"day";q=${DAY_LIMIT};w=86400`;

/**
 * Counts the request against the limits of its key, and says in headers what is left.
 * @throws Refusal 429, which is not counted.
 */
export function takeFromLimits(
  { keys }: Context,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (caller.kind === 'internal') return;
  const quota = keys.take(caller.id, request.headers['user-agent']);
  reply.header('RateLimit-Policy', RATE_LIMIT_POLICY);
  reply.header(
    'RateLimit',
    `"minute";r=${quota.minuteRemaining};t=${quota.minuteReset},"day";r=${quota.dayRemaining};t=${quota.dayReset}`,
  );
  if (quota.exceeded) throw limitExceeded(quota);
}
