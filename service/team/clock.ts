import { Failure } from '../contract/failure.ts';
import type { TeamDatabase } from './connect.ts';

/** Limits, leases and nodes go by the database's clock; sessions, tokens and 'today' by that of each node. */

/** A difference that is worth a line: a clock that is kept right is far below it. */
const WORTH_SAYING_MS = 2000;
/** From here on a node does not start: a day would begin, and a session end, at another time than at the others. */
const MOST_MS = 60_000;
const QUESTIONS = 3;

const NOW = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms';

/** @returns how many ms this computer's clock is ahead; negative: behind. Known to half the time of an answer. */
export async function clockAhead(database: TeamDatabase, now: () => Date): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const begun = performance.now();
    const [row] = await database.query<{ ms: number }>(NOW);
    const tookMs = performance.now() - begun;
    if (row && tookMs < best.tookMs) best = { tookMs, aheadMs: now().getTime() - tookMs / 2 - row.ms };
  }
  return Math.round(best.aheadMs);
}

/** @returns `undefined` where the clocks agree. */
export function clockLine(aheadMs: number, database: string): string | undefined {
  if (Math.abs(aheadMs) <= WORTH_SAYING_MS) return undefined;
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this computer is ${seconds} s ${side} that of the team's database ${database}. Let both be kept right by NTP (chrony).`;
}

/** Call it before a node joins. @throws Failure 'team_refused' where the clocks differ by more than a minute. */
export async function expectClock(
  database: TeamDatabase,
  now: () => Date,
  log: (line: string) => void,
): Promise<void> {
  const aheadMs = await clockAhead(database, now);
  const line = clockLine(aheadMs, database.name);
  if (line === undefined) return;
  if (Math.abs(aheadMs) > MOST_MS)
    throw new Failure('team_refused', `${line} A node starts only where they differ by less than a minute.`);
  log(line);
}
