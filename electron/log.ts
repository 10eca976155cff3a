import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { stackOf } from '../service/contract/failure.ts';
import { maskSecrets } from '../service/process/mask.ts';
import { createKnownSecrets } from '../service/vault/index.ts';
import { logFileOf } from './start-settings.ts';

export type LogOptions = {
  file: string;
  now: () => Date;
  /** Also gets every line, masked but without time and source, for the terminal. */
  echo: (line: string) => void;
  environment?: Readonly<Record<string, string | undefined>>;
  maxBytes?: number;
  generations?: number;
};

export type Log = ReturnType<typeof openLog>;

const MAX_BYTES = 1_000_000;
const GENERATIONS = 4;
const LONGEST_LINE = 4000;
/** Only this much of a line is searched for secrets. The rest is dropped, because it may hold one. */
const LONGEST_READ = 16 * LONGEST_LINE;
/** The service begins a line about a request with the id that the answer carries (`X-Request-Id`). */
const REQUEST_ID = /^([0-9a-f]{6}-[0-9a-z]+) (.*)$/s;

/**
 * The log of shell and service, in lines of `TIME SOURCE REQUEST-ID TEXT` ('-' for no request). Keys are
 * masked by their pattern; keys from the environment and the keychain also by their value. If the disk cannot
 * be written, the app continues.
 */
export function openLog(options: LogOptions) {
  const { file, now, echo, environment = process.env } = options;
  const { maxBytes = MAX_BYTES, generations = GENERATIONS } = options;
  const written = openRotatingFile({ file, maxBytes, generations });
  const secrets = createKnownSecrets(environment);
  let lastServiceId = '-';
  let canWrite = true;

  function clean(text: string): string {
    // Mask before cutting: half a key would not be recognised.
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
    /** Writes a message of the shell, one or more lines. */
    host(text: string): void {
      for (const line of text.trimEnd().split('\n').map(clean)) {
        write('host', '-', line);
        echo(line);
      }
    },
    /** Writes a line that the service printed. */
    service(text: string): void {
      const line = clean(text);
      const [, id, rest = line] = REQUEST_ID.exec(line) ?? [];
      // The lines of a stack trace are indented, and belong to the request of the line above.
      if (id !== undefined || !/^\s/.test(line)) lastServiceId = id ?? '-';
      write('service', lastServiceId, rest);
      echo(line);
    },
    /** Masks this key in all later lines. */
    learn: secrets.learn,
    file,
    close: (): void => written.close(),
  };
}

/** Opens the log of a shell and of all processes that it starts. `echo` prints on the terminal. */
export function openShellLog(dataDir: string, echo: (line: string) => void): Log {
  return openLog({ file: logFileOf(dataDir), now: () => new Date(), echo });
}

/** Logs uncaught errors. After an unhandled rejection the desktop app continues and browser mode ends. */
export function noteFailures(mode: 'desktop' | 'browser', log: Log['host']): () => void {
  const noteCrash = (error: unknown): void => log(`An error that nobody caught: ${stackOf(error)}`);
  const noteRejection = (reason: unknown): void =>
    log(`A failure that nobody waited for; the app continues: ${stackOf(reason)}`);
  process.on('uncaughtExceptionMonitor', noteCrash);
  if (mode === 'desktop') process.on('unhandledRejection', noteRejection);
  return () => {
    process.off('uncaughtExceptionMonitor', noteCrash);
    process.off('unhandledRejection', noteRejection);
  };
}

/** A file that is renamed `FILE.1` before it exceeds `maxBytes`; `FILE.1` becomes `FILE.2`, and so on. */
type RotatingFile = { file: string; maxBytes: number; generations: number };

/** A private file of limited size. `append` writes at once: the last lines before a crash matter most. */
function openRotatingFile({ file, maxBytes, generations }: RotatingFile) {
  let open: { handle: number; bytes: number } | undefined;

  function opened(): { handle: number; bytes: number } {
    if (open) return open;
    makeFolder(path.dirname(file));
    const handle = openSync(file, 'a', 0o600);
    fchmodSync(handle, 0o600);
    open = { handle, bytes: fstatSync(handle).size };
    return open;
  }

  function close(): void {
    if (open) closeSync(open.handle);
    open = undefined;
  }

  function rotate(): void {
    close();
    for (let age = generations - 1; age > 0; age -= 1) {
      const younger = age === 1 ? file : `${file}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${file}.${age}`);
    }
  }

  return {
    /** @throws the file system's error. */
    append(text: string): void {
      const bytes = Buffer.byteLength(text);
      const { bytes: held } = opened();
      if (held > 0 && held + bytes > maxBytes) rotate();
      const current = opened();
      writeSync(current.handle, text);
      current.bytes += bytes;
    },
    close,
  };
}

/** Makes a folder and its parents. On some systems `recursive` never returns for a refused folder. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(folder, { mode: 0o700 });
}
