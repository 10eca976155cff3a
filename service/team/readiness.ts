import type { Readiness } from '../contract/readiness.ts';
import type { Engine } from './admission/engine.ts';
import type { CopyStanding } from './types.ts';

/** A copy that is further behind than this gets no requests. */
const MOST_LAG_SECONDS = 5;

/**
 * Whether a balancer may send requests to a node. While the database is away, a copy that was current when it went stays ready: it may
 * still be the newest, and what it has was published.
 * @param nowMs milliseconds since 1970-01-01 UTC by this computer's clock.
 */
export function readinessOf(
  { version, seenAt, problem }: Pick<CopyStanding, 'version' | 'seenAt' | 'problem'>,
  engine: Pick<Engine, 'isAway' | 'awayMs'>,
  nowMs: number,
): Readiness {
  const lag = seenAt === null ? null : Math.max(0, nowMs - seenAt) / 1000;
  const facts = {
    version,
    lag_seconds: lag === null ? null : Math.round(lag * 10) / 10,
    engine: engine.isAway() ? 'away' : 'reachable',
  } as const;
  if (lag !== null && lag - engine.awayMs() / 1000 <= MOST_LAG_SECONDS) return { status: 'ready', ...facts };
  const reason =
    problem ??
    (lag === null
      ? "Its copy was not compared with the team's data yet."
      : `Its copy is not known to have the team's newest data for ${Math.round(lag)} s.`);
  return { status: 'not_ready', reason, ...facts };
}
