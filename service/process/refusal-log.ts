/** Logs refused requests at both ports: the API's, and the page's in browser mode. */

/** Number of refusals per status and hour that get a line of their own. */
const LOGGED_SINGLY = 20;
const HOUR_MS = 3_600_000;

/** Logs one refusal. @param line describes the refused request. */
export type RefusalLog = (status: number, line: string) => void;

/**
 * Limits repeated refusals, so that they cannot push everything else out of the log: after the first 20 of
 * a status within an hour, logs only the 40th, 80th, 160th … with that number.
 */
export function createRefusalLog(log: (line: string) => void, now: () => Date): RefusalLog {
  const seen = new Map<number, { count: number; endsMs: number }>();
  return (status, line) => {
    const ms = now().getTime();
    let hour = seen.get(status);
    // If the clock was set back, a new hour begins too.
    if (!hour || ms >= hour.endsMs || ms < hour.endsMs - HOUR_MS) {
      hour = { count: 0, endsMs: ms + HOUR_MS };
      seen.set(status, hour);
    }
    hour.count += 1;
    if (hour.count <= LOGGED_SINGLY) log(line);
    else if (isDoubling(hour.count)) log(`${line} (${hour.count} of ${status} within the hour)`);
  };
}

function isDoubling(count: number): boolean {
  const times = count / LOGGED_SINGLY;
  return Number.isInteger(times) && Number.isInteger(Math.log2(times));
}
