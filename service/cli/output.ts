import { Failure } from '../contract/failure.ts';
import { APP_NAME } from '../contract/names.ts';
import { maskSecrets } from '../process/mask.ts';

/** Writes a line that is the answer of a command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes the answer of `--json`. @param indent of its lines; 0: all on one line. */
export function printJson(value: unknown, indent: 0 | 1 = 1): void {
  print(JSON.stringify(value, null, indent));
}

/** @returns the message of a failure on one line, with keys masked: output is often saved in files. */
export function plainLine({ message }: Failure): string {
  return maskSecrets(message).replaceAll(/\s*\n\s*/g, ' ');
}

/** Writes a line for the user to standard error, since it is not part of the answer. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * A line of progress, which each text overwrites. Does nothing if standard error is not a terminal.
 * @returns functions that show a text and clear the line.
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

/** @returns a signal that Ctrl-C or SIGTERM aborts. A second one ends the process at once. */
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
