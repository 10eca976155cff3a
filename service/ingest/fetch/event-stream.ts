/** Events from one side, an async iterable on the other. */
export type EventStream<Event> = {
  /** @param replaces whether this event may take the place of `last` that nobody has read yet: progress. */
  push(event: Event, replaces?: (last: Event) => boolean): void;
  /** No more events; with an error the reader gets it after the last event. */
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
