import { maskSecrets } from '../../service/process/mask.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { openRotatingFile } from './rotating-file.ts';

export type LogOptions = {
  file: string;
  now: () => Date;
  /** Gets every line too, as it was given but masked: the terminal. */
  echo: (line: string) => void;
  environment?: Readonly<Record<string, string | undefined>>;
  maxBytes?: number;
  generations?: number;
};

export type Log = {
  /** What the host has to say. */
  host: (text: string) => void;
  /** A line that the service printed. */
  service: (text: string) => void;
  /** From now on this key is masked wherever it stands. */
  learn: (secret: string) => void;
  file: string;
  close(): void;
};

const MAX_BYTES = 1_000_000;
const GENERATIONS = 4;
const LONGEST_LINE = 4000;
/** So much of a line is looked through; what is behind it is left out with all that it may hold. */
const LONGEST_READ = 16 * LONGEST_LINE;
/** The service begins a line about a request with the id that the answer carries (`X-Request-Id`). */
const REQUEST_ID = /^([0-9a-f]{6}-[0-9a-z]+) (.*)$/s;

/**
 * The log of host and service: `TIME SOURCE REQUEST-ID TEXT`, the time in UTC, '-' where there is no request. Keys are masked
 * by what they look like and, for those of the environment and of the vault, by what they are. A disk that takes nothing stops no work.
 */
export function openLog(options: LogOptions): Log {
  const { file, now, echo, environment = process.env } = options;
  const { maxBytes = MAX_BYTES, generations = GENERATIONS } = options;
  const written = openRotatingFile({ file, maxBytes, generations });
  const secrets = createKnownSecrets(environment);
  let lastServiceId = '-';
  let canWrite = true;

  function clean(text: string): string {
    // Masked first and cut after: a key that is cut in half looks like none.
    const masked = maskSecrets(secrets.hide(text).slice(0, LONGEST_READ));
    return masked.length > LONGEST_LINE ? `${masked.slice(0, LONGEST_LINE)}…` : masked;
  }

  function write(source: 'host' | 'service', id: string, line: string): void {
    if (!canWrite) return;
    try {
      // A control character could forge a line or colour a terminal.
      written.append(`${now().toISOString()} ${source} ${id} ${line.replace(/\p{Cc}/gu, ' ')}\n`);
    } catch (error) {
      canWrite = false;
      echo(`The log ${file} cannot be written (${error instanceof Error ? error.message : String(error)}).`);
    }
  }

  return {
    host(text) {
      for (const line of text.trimEnd().split('\n').map(clean)) {
        write('host', '-', line);
        echo(line);
      }
    },
    service(text) {
      const line = clean(text);
      const [, id, rest = line] = REQUEST_ID.exec(line) ?? [];
      // The lines of a stack are indented, and belong to the request of the line above.
      if (id !== undefined || !/^\s/.test(line)) lastServiceId = id ?? '-';
      write('service', lastServiceId, rest);
      echo(line);
    },
    learn: secrets.learn,
    file,
    close: () => written.close(),
  };
}
