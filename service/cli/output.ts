import { Failure } from '../contract/failure.ts';
import { APP_NAME } from '../contract/names.ts';
import { maskSecrets } from '../process/mask.ts';

/** Writes a line that is the answer of a command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns what a failure says, on one line; a key that was typed where none belongs is not repeated: output ends up in files. */
export function plainLine({ message }: Failure): string {
  return maskSecrets(message).replaceAll(/\s*\n\s*/g, ' ');
}

/** Writes a line for the person at the terminal, which is not part of the answer. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * A line that is written over by the next one, for progress; nothing at all where standard error is not a terminal.
 * @returns what shows a text, and what takes the line away.
 */
export function progressLine(): { show: (text: string) => void; clear: () => void } {
  const { isTTY, columns } = process.stderr;
  if (!isTTY) return { show: () => undefined, clear: () => undefined };
  const over = '\r\u001b[2K';
  return {
    show: (text) => process.stderr.write(`${over}${text.slice(0, (columns || 80) - 1)}`),
    clear: () => process.stderr.write(over),
  };
}

/** @returns a signal that Ctrl-C or a request to end aborts; the second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    controller.abort(new Failure('cancelled', `${APP_NAME} was stopped before it was done.`));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}
