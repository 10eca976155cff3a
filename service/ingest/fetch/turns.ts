import type { FetchClock } from './types.ts';

/** One request at a time to each host, with a pause after it, so as not to burden the publishers. */
export type Turns = ReturnType<typeof createTurns>;

export const USUAL_PAUSE_MS = 250;

export function createTurns(clock: FetchClock) {
  const last = new Map<string, { done: Promise<void>; endedAt: number | undefined }>();
  return {
    /** Waits until nobody else fetches from the host. @returns a function to call once the answer has been read or has failed. */
    async take(host: string, pauseMs: number, signal: AbortSignal): Promise<() => void> {
      const before = last.get(host);
      let release: () => void = () => undefined;
      const mine = {
        done: new Promise<void>((resolve) => {
          release = resolve;
        }),
        endedAt: undefined as number | undefined,
      };
      last.set(host, mine);
      const end = () => {
        mine.endedAt = clock.now().getTime();
        release();
      };
      try {
        await before?.done;
        const since = clock.now().getTime() - (before?.endedAt ?? Number.NEGATIVE_INFINITY);
        if (since < pauseMs) await clock.sleep(pauseMs - since, signal);
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
  };
}
