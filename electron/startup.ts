import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { StartupMarks } from '../service/contract/host.ts';
import { writeWholeFile } from '../service/process/whole-file.ts';

const MARKS = ['evaluated', 'ready', 'listening', 'first_paint', 'data_visible'] as const;
/**
 * `evaluated`: the code of the entry has run; `ready`: a window or a page can be opened; `listening`: the service answers;
 * `first_paint` and `data_visible` come from the page.
 */
export type StartupMark = (typeof MARKS)[number];

export type Startup = {
  /** Records that this happens now; only the first time counts. */
  mark(name: Exclude<StartupMark, 'first_paint' | 'data_visible'>): void;
  /** Takes the marks of the first page, in milliseconds since 1970. */
  fromPage(marks: StartupMarks): void;
  /** Milliseconds from the start of this process to each known mark. */
  marks(): Partial<Record<StartupMark, number>>;
  /** Resolves when all known marks are in the report. */
  written(): Promise<void>;
};

export type StartupOptions = {
  mode: 'desktop' | 'browser';
  version: string;
  /** File of the report; undefined writes none. */
  report: string | undefined;
  log: (line: string) => void;
  /** When this process started, milliseconds since 1970. */
  origin?: number;
  /** Milliseconds since then. */
  sinceOrigin?: () => number;
};

/** Measures the start: how long it took until the first data were visible. Writes the marks as JSON where a report is wanted. */
export function createStartup(options: StartupOptions): Startup {
  const { origin = performance.timeOrigin, sinceOrigin = () => performance.now() } = options;
  const known = new Map<StartupMark, number>();
  let writing: Promise<void> = Promise.resolve();

  function note(name: StartupMark, atMs: number): void {
    if (known.has(name)) return;
    known.set(name, Math.round(atMs * 10) / 10);
    const { report } = options;
    if (report === undefined) return;
    writing = writing
      .then(() => write(report))
      .catch((error: unknown) => {
        options.log(
          `The start-up report could not be written: ${error instanceof Error ? error.message : error}`,
        );
      });
  }

  function marks(): Partial<Record<StartupMark, number>> {
    return Object.fromEntries(MARKS.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));
  }

  async function write(report: string): Promise<void> {
    const { mode, version } = options;
    const text = `${JSON.stringify({ mode, version, unit: 'ms since the process started', marks: marks() }, null, 2)}\n`;
    await mkdir(path.dirname(report), { recursive: true });
    writeWholeFile(report, text, { mode: 0o666, isLasting: false });
  }

  return {
    mark: (name) => note(name, sinceOrigin()),
    fromPage({ first_paint, data_visible }) {
      note('first_paint', first_paint - origin);
      note('data_visible', data_visible - origin);
    },
    marks,
    written: () => writing,
  };
}

/**
 * @param words all arguments of the program
 * @returns the file that `--startup-report FILE` or ALMANAC_STARTUP_REPORT names, or undefined
 */
export function reportPath(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const at = words.findIndex((word) => word === '--startup-report' || word.startsWith('--startup-report='));
  const word = words[at];
  const given = word?.includes('=') ? word.slice(word.indexOf('=') + 1) : word && words[at + 1];
  const file = given || environment.ALMANAC_STARTUP_REPORT;
  return file ? path.resolve(file) : undefined;
}
