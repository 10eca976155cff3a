import type { StartupMarks } from '../service/contract/host.ts';

declare const MARKS: readonly ['evaluated', 'ready', 'listening', 'first_paint', 'data_visible'];
/**
 * `evaluated`: the entry's own code has run; `ready`: a window or a page can be opened; `listening`: the service answers;
 * `first_paint` and `data_visible`: as the page tells them.
 */
export type StartupMark = (typeof MARKS)[number];
export type Startup = {
  /** Notes that it happened now; only the first time counts. */
  mark(name: Exclude<StartupMark, 'first_paint' | 'data_visible'>): void;
  /** What the first page tells; moments since 1970. */
  fromPage(marks: StartupMarks): void;
  /** Milliseconds from the start of this process to each mark that is known. */
  marks(): Partial<Record<StartupMark, number>>;
  /** Resolves when the report is written as far as it goes. */
  written(): Promise<void>;
};
export type StartupOptions = {
  mode: 'desktop' | 'browser';
  version: string;
  /** File of the report, which is whole at any time; undefined writes none. */
  report: string | undefined;
  log: (line: string) => void;
  /** When this process started, milliseconds since 1970. */
  origin?: number;
  /** Milliseconds since then. */
  sinceOrigin?: () => number;
};
/** Keeps the marks of this start, and writes them as JSON where a report is wanted. */
export declare function createStartup(options: StartupOptions): Startup;
/**
 * @param words arguments of the program, with whatever else stands among them
 * @returns where `--startup-report FILE` or ALMANAC_STARTUP_REPORT wants the report, or undefined
 */
export declare function reportPath(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined;
