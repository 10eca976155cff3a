import type { EventEmitter } from 'node:events';

/**
 * Slows down programs that try keys. On one computer programs can use any address of 127.0.0.0/8, and on a network many addresses, so
 * one brake serves all of them, at each node of a team. It delays only the answers to wrong keys, after the look-up: a client with a valid key never waits.
 * A program can stop waiting and try the next key on a new connection. The 256 random bits of a key protect against that.
 */
export type GuessBrake = ReturnType<typeof createGuessBrake>;

/** So many are answered at once: a tool with a wrong key that sends several requests together hears about it immediately. */
const AT_ONCE = 20;
const EVERY_MS = 100;
/** Clients wait at least ten seconds before they give up, so they still get their 401. */
const LONGEST_MS = 10_000;
/** A waiting answer takes some 20 KB. */
const MOST_WAITING = 1000;

/** @returns the brake of one service. */
export function createGuessBrake() {
  /** When the next answer may be sent once the immediate ones are used up. */
  let free = Number.NEGATIVE_INFINITY;
  let isReleased = false;
  const waiting = new Set<() => void>();
  return {
    /**
     * Calls `send` at once, or when it is its turn; never if the client goes away first.
     * @param answer emits 'close' when the client has gone.
     * @param send gets whether too many are waiting; the connection should then end with the answer.
     */
    hold(answer: EventEmitter, send: (isCrowded: boolean) => void): void {
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
    /** Sends all waiting answers at once and delays none any more, because the service ends. */
    release(): void {
      isReleased = true;
      for (const go of [...waiting]) go();
    },
  };
}
