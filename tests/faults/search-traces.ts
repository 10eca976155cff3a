import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Secret values that must not be found, by their kind. */
export type Canaries = ReadonlyMap<string, string>;

/** @returns `NAME in PLACE` for each canary in the bytes: plain, or as UTF-16, hexadecimal or base64. */
export function tracesIn(place: string, bytes: Buffer, canaries: Canaries): string[] {
  return [...canaries].flatMap(([name, value]) => {
    const ways = [
      Buffer.from(value),
      Buffer.from(value, 'utf16le'),
      Buffer.from(Buffer.from(value).toString('hex')),
      ...[0, 1, 2].map((shift) => base64Middle(value, shift)),
    ];
    return ways.some((way) => bytes.includes(way)) ? [`${name} in ${place}`] : [];
  });
}

/** @returns the same for printed texts, named by their number and first words, because many begin alike. */
export function tracesInTexts(kind: string, texts: readonly string[], canaries: Canaries): string[] {
  return texts.flatMap((text, index) =>
    tracesIn(`${kind} ${index + 1}, ${text.slice(0, 60)}`, Buffer.from(text), canaries),
  );
}

/** @returns the part of a value's base64 that its neighbours do not change, for one of three alignments. */
function base64Middle(value: string, shift: number): Buffer {
  const text = Buffer.from('x'.repeat(shift) + value).toString('base64');
  return Buffer.from(text.slice(shift === 0 ? 0 : 4, -4));
}

/** Searches every file below a folder: logs, databases with their write-ahead logs, drafts. */
export function tracesBelow(folder: string, canaries: Canaries): { files: string[]; traces: string[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    const name = path.relative(folder, file);
    found.push(...tracesIn(`the name ${name}`, Buffer.from(name), canaries));
    found.push(...tracesIn(name, readIfThere(file), canaries));
  }
  return { files: files.map((file) => path.relative(folder, file)), traces: found };
}

/** Searches the command lines of processes and, except for those in `mayKnow`, their environments. */
export function tracesInProcesses(
  pids: readonly number[],
  canaries: Canaries,
  mayKnow: readonly number[] = [],
): string[] {
  return pids.flatMap((pid) => {
    const line = readIfThere(`/proc/${pid}/cmdline`);
    const environment = mayKnow.includes(pid) ? Buffer.alloc(0) : readIfThere(`/proc/${pid}/environ`);
    const name = line
      .toString()
      .split('\0')
      .slice(1, 2)
      .map((word) => path.basename(word))
      .join('');
    return [
      ...tracesIn(`the command line of ${name}`, line, canaries),
      ...tracesIn(`the environment of ${name}`, environment, canaries),
    ];
  });
}

/** Reads a file; empty if it or its process is gone, because running programs are searched, too. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || file.startsWith('/proc/')) return Buffer.alloc(0);
    throw error;
  }
}
