import type { EventEmitter } from 'node:events';

/**
 * Slows down who tries keys. All requests come from this computer, whose programs can call from any address of 127.0.0.0/8: one
 * brake is for all of them. It holds back answers to wrong keys only, after they have been looked up: who has a good key never
 * waits, whatever the others try. So whoever gives up waiting can try the next key on a new connection; what a brake cannot do,
 * the 256 random bits of a key do.
 */
export type GuessBrake = {
  /**
   * Calls `send` at once, or when it is its turn; not at all where the client goes away before.
   * @param answer tells 'close' when the client has gone.
   * @param send hears whether too many wait already: then the connection should end with the answer.
   */
  hold(answer: EventEmitter, send: (isCrowded: boolean) => void): void;
  /** Lets all that wait go, and holds nobody back any more: the service ends. */
  release(): void;
};

/** A tool with a wrong key that opens a page's worth of requests is told so at once. */
const AT_ONCE = 20;
const EVERY_MS = 100;
/** A client waits ten seconds before it gives up, or longer; up to here it gets its 401. */
const LONGEST_MS = 10_000;
/** A waiting answer takes some 20 KB. */
const MOST_WAITING = 1000;

/** @returns the brake of one service. */
export function createGuessBrake(): GuessBrake {
  /** When the next answer may go out if none had been saved up. */
  let free = Number.NEGATIVE_INFINITY;
  let isReleased = false;
  const waiting = new Set<() => void>();
  return {
    hold(answer, send) {
      const now = performance.now();
      const due = Math.max(free, now - (AT_ONCE - 1) * EVERY_MS);
      const wait = Math.min(due - now, LONGEST_MS);
      const isCrowded = waiting.size >= MOST_WAITING;
      if (isReleased || isCrowded || wait <= 0) {
        if (wait <= 0) free = due + EVERY_MS;
        send(isCrowded);
        return;
      }
      free = now + wait + EVERY_MS;
      const stop = () => {
        clearTimeout(timer);
        waiting.delete(go);
        answer.off('close', stop);
      };
      const go = () => {
        stop();
        send(false);
      };
      const timer = setTimeout(go, wait);
      waiting.add(go);
      answer.once('close', stop);
    },
    release() {
      isReleased = true;
      for (const go of [...waiting]) go();
    },
  };
}
