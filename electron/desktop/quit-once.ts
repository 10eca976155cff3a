/** Electron's event `before-quit`: if it is prevented, the app does not quit. */
type QuitEvent = { preventDefault(): void };

export type QuitOptions = {
  /** Ends everything in order: accepts nothing more, shuts the service down, saves what is not saved. */
  stop: () => Promise<void>;
  /** `app.quit`, which sends `before-quit` again. */
  quit: () => void;
  /** `app.exit`, which sends no event. */
  exit: (status: number) => void;
  log: (line: string) => void;
  deadlineMs?: number;
  after?: (delayMs: number, call: () => void) => () => void;
};

/** @returns the listener of `before-quit`: the first one stops everything and then quits, within a deadline of 5 seconds. */
export function quitOnce(options: QuitOptions): (event: QuitEvent) => void {
  const { deadlineMs = 5_000, after = timer } = options;
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  return (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    const cancel = after(deadlineMs, () => {
      options.log(`The app did not end within ${deadlineMs} ms, so it is ended as it is.`);
      options.exit(1);
    });
    options
      .stop()
      .catch((error: unknown) =>
        options.log(`The app ended with an error: ${error instanceof Error ? error.stack : error}`),
      )
      .finally(() => {
        cancel();
        state = 'stopped';
        options.quit();
      });
  };
}

function timer(delayMs: number, call: () => void): () => void {
  const handle = setTimeout(call, delayMs);
  return () => clearTimeout(handle);
}
