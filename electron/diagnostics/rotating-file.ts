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

export type RotatingFileOptions = {
  file: string;
  /** A file that would grow larger is renamed `FILE.1`; `FILE.1` becomes `FILE.2`, and so on. */
  maxBytes: number;
  /** How many files there are at most, the current one included. */
  generations: number;
};

export type RotatingFile = {
  /** @throws the file system's error. */
  append(text: string): void;
  close(): void;
};

/**
 * A text file of limited size that only its owner can read. `append` writes before it returns: the last lines before a crash are the
 * most important ones of a log, and log libraries write later. The file is made with the first text.
 */
export function openRotatingFile({ file, maxBytes, generations }: RotatingFileOptions): RotatingFile {
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
    append(text) {
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

/** Not with `recursive`: that never returns on systems that refuse a new folder with the error that its parent is missing. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(folder, { mode: 0o700 });
}
