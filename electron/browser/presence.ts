/** Which pages of the app are open: each tells that it is there every few seconds, and when it goes. */
export type Presence = {
  /** @param client what a page calls itself, new with each load. */
  note(client: string, isLeaving: boolean): void;
  /** Pages that are there now. */
  count(): number;
  /** Whether any page ever was. */
  hasBeenVisited(): boolean;
};

/** A page in the background is let speak once a minute by browsers; one that is frozen or crashed says nothing any more. */
const GONE_AFTER_MS = 150_000;
/** More than any person opens; what is beyond is not counted. */
const MOST = 1_000;

export function createPresence(nowMs: () => number, goneAfterMs = GONE_AFTER_MS): Presence {
  const heardMs = new Map<string, number>();
  let isVisited = false;
  return {
    note(client, isLeaving) {
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
