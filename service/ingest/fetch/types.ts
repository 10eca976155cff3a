/** The input of a refresh, and the events that it emits. */

import type { FailureCode } from '../../contract/failure.ts';
import type { KeyedPublisher } from '../../sources/ways.ts';
import type { RunResult } from '../../store/index.ts';

/** @returns the user's key, if there is one. It is sent to the publisher and nowhere else. */
export type KeyFor = (publisher: KeyedPublisher) => Promise<string | undefined>;

/** Time and chance; tests pass their own. */
export type FetchClock = {
  now(): Date;
  /** @throws the signal's reason for the abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A random number in [0, 1). */
  random(): number;
};

/** Time limits for one request to a publisher, in milliseconds. */
export type TimeLimits = {
  connectMs: number;
  /** The longest wait for the first byte of an answer. The Treasury has taken 17 s. */
  headersMs: number;
  /** The longest wait between two pieces of a body. */
  idleMs: number;
  /** The longest time for one request with its whole body. */
  totalMs: number;
};

export type FetchSettings = {
  /** An address or page where the user can be reached; part of the User-Agent. */
  contact?: string | undefined;
  /** Base address of a mirror of the publishers (`BASE/host/path`); absent for the publishers themselves. */
  mirror?: string | undefined;
  /** True if the user allows FRED as a fallback. */
  allowFred?: boolean;
  /** Accepts a publisher's file that lacks many stored days between its own days. Stored days stay. */
  allowShrink?: boolean;
  /** Accepts a file with implausible values. */
  allowJumps?: boolean;
  keyFor?: KeyFor;
  limits?: Partial<TimeLimits>;
};

export type RefreshProgress = {
  t: 'progress';
  id: string;
  dataset: string;
  source: string;
  phase: 'waiting' | 'fetching' | 'reading' | 'storing';
  bytes: number;
  /** `undefined` if the publisher does not say. */
  totalBytes: number | undefined;
  rows: number;
};

/** The outcome for one source. `refused`: code and sentence of its Failure. */
export type RefreshOutcome = {
  dataset: string;
  source: string;
  state: 'stored' | 'unchanged' | 'failed' | 'cancelled';
  runs: readonly RunResult[];
  refused?: { code: FailureCode; message: string };
};

export type RefreshEvent =
  | RefreshProgress
  /** A file was imported. `notes`: facts that the user should know although nothing is wrong. */
  | {
      t: 'stored';
      id: string;
      dataset: string;
      source: string;
      runs: readonly RunResult[];
      notes: readonly string[];
    }
  | { t: 'unchanged'; id: string; dataset: string; source: string }
  /** A way did not work and the next one is tried. */
  | { t: 'note'; id: string; dataset: string; source: string; text: string }
  | ({ t: 'outcome'; id: string } & RefreshOutcome)
  | { t: 'done'; id: string; outcomes: readonly RefreshOutcome[] };

/** A server's names for one version of a file (RFC 9110, 8.8). */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined };
