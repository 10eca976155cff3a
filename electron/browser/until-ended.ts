import { createInterface, type Interface } from 'node:readline';

/** From now until the end of the program: by a signal, or by `end`. */
export type Ending = {
  ended: Promise<void>;
  end: () => void;
  /** Calls back each time Enter is pressed in the terminal. */
  onEnter(call: () => void): void;
};

/** SIGHUP comes where the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function untilEnded(): Ending {
  let input: Interface | undefined;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => {
      input?.close();
      process.stdin.destroy();
      resolve();
    };
  });
  for (const signal of SIGNALS) process.once(signal, end);
  return {
    ended,
    end,
    onEnter(call) {
      input = createInterface({ input: process.stdin });
      input.on('line', call);
    },
  };
}
