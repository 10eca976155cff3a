/** A queue of events: one side pushes them, the other reads them as an async iterable. */
export type EventStream<Event> = {
  /** @param replaces whether this event may replace `last`, the newest that has not been read; for progress. */
  push(event: Event, replaces?: (last: Event) => boolean): void;
  /** Ends the stream. The reader gets an error after the last event. */
  end(error?: unknown): void;
  events: AsyncGenerator<Event, void>;
};

export function createEventStream<Event>(): EventStream<Event> {
  const waiting: Event[] = [];
  let ended: { error: unknown } | undefined;
  let wake: () => void = () => undefined;

  async function* read(): AsyncGenerator<Event, void> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (ended) {
        if (ended.error !== undefined) throw ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    push(event, replaces) {
      const last = waiting.at(-1);
      if (last !== undefined && replaces?.(last)) waiting.pop();
      waiting.push(event);
      wake();
    },
    end(error) {
      ended = { error };
      wake();
    },
    events: read(),
  };
}
