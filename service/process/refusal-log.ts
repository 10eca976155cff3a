/** What the two ports write down of requests that they refuse: that of the API, and that of the page in browser mode. */

/** So many refusals of each status are written down in an hour, each with its line. */
const WRITTEN = 20;
const HOUR_MS = 3_600_000;

/** @param line of the refusal, or that it is one of so many */
export type RefusalLog = (status: number, line: string) => void;

/**
 * Writes refused requests down without letting anybody who repeats them push everything else out of the log: after the first of
 * an hour only the 40th, 80th, 160th … of its status, with that number.
 */
export function createRefusalLog(log: (line: string) => void, now: () => Date): RefusalLog {
  const seen = new Map<number, { count: number; endsMs: number }>();
  return (status, line) => {
    const ms = now().getTime();
    let hour = seen.get(status);
    // A clock that was set back begins anew too.
    if (!hour || ms >= hour.endsMs || ms < hour.endsMs - HOUR_MS) {
      hour = { count: 0, endsMs: ms + HOUR_MS };
      seen.set(status, hour);
    }
    hour.count += 1;
    if (hour.count <= WRITTEN) log(line);
    else if (isDoubling(hour.count)) log(`${line} (${hour.count} of ${status} within the hour)`);
  };
}

/** @returns whether a count is WRITTEN times a power of two. */
function isDoubling(count: number): boolean {
  const times = count / WRITTEN;
  return Number.isInteger(times) && Number.isInteger(Math.log2(times));
}
