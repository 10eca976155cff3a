/** Which pages of the app are open: each page reports every few seconds, and when it closes. */
export type Presence = {
  /** @param client the id of a page, new with each load. */
  report(client: string, isLeaving: boolean): void;
  /** How many pages are open now. */
  count(): number;
  /** Whether any page ever was. */
  hasBeenVisited(): boolean;
};

/** Browsers let a page in the background report once a minute; one that is frozen or crashed reports no more. */
const GONE_AFTER_MS = 150_000;
/** More pages than any person opens; more are not counted. */
const MOST = 1_000;

export function createPresence(nowMs: () => number, goneAfterMs = GONE_AFTER_MS): Presence {
  const heardMs = new Map<string, number>();
  let isVisited = false;
  return {
    report(client, isLeaving) {
      isVisited = true;
      if (isLeaving) heardMs.delete(client);
      else if (heardMs.size < MOST) heardMs.set(client, nowMs());
    },
    count() {
      for (const [client, atMs] of heardMs) if (nowMs() - atMs >= goneAfterMs) heardMs.delete(client);
      return heardMs.size;
    },
    hasBeenVisited: () => isVisited,
  };
}
