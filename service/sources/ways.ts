import { Failure } from '../contract/failure.ts';
import type { RunResult } from '../store/index.ts';

/** What a publisher's file is and how to get it: the types with which a dataset's `source.ts` says where its data come from. */

/** Publishers that give keys to people who register. All of them answer without a key too. */
export const KEYED_PUBLISHERS = ['BLS', 'BEA', 'Census', 'FRED'] as const;
export type KeyedPublisher = (typeof KEYED_PUBLISHERS)[number];
/** One request to a publisher, and what its answer must be like. */
export type Publication = {
  /** The publisher and its file, for people: 'US Treasury par yields 2024'. */
  source: string;
  /** Without any key, because it is stored with the run. */
  url: string;
  /** Name of the copy while it is imported. */
  fileName: string;
  content: 'csv' | 'text' | 'json' | 'xml' | 'zip';
  /** After decoding; more than any such file has. A larger answer is refused. */
  largestBytes: number;
  /** Sent by POST, as a form or as JSON; GET where both are absent. */
  form?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  /** The field of `json` that takes the key of a publisher. */
  key?: { publisher: KeyedPublisher; field: string };
  /** Hosts to which the publisher may redirect, besides its own. */
  redirectsTo?: readonly string[];
  /** Whether an empty body is a good answer. */
  mayBeEmpty?: boolean;
  /** A part of a whole that is imported at once: it is always fetched, because nothing is kept of the parts. */
  isPart?: boolean;
  /** Milliseconds between the end of one request to the host and the next. */
  pauseMs?: number;
  /** @returns what is wrong with an answer, the rest of a sentence that begins with the publisher; `undefined` for nothing. */
  check?(body: Buffer): string | undefined;
  /** The page or file to open in a browser where the publisher refuses programs. */
  byHand: string;
};

/** A fetched copy. `isUnchanged`: the publisher says that its file is still the one that was imported last, so there is no copy. */
type FetchedCopy =
  | { isUnchanged: false; path: string; bytes: number; sha256: string }
  | { isUnchanged: true };

/** One file to import: all or nothing. */
export type Delivery = {
  source: string;
  /** Absent where the publisher has nothing newer than what was imported last. */
  path?: string;
  /** Stored with the run. */
  location: string;
  /** Called once it is stored. @returns the blocks that it had whole: not fetched again, so only what the publisher itself gave. */
  wholeBlocks?(runs: readonly RunResult[]): readonly string[];
};

/** What a way of fetching can use. */
export type FetchSession = {
  now(): Date;
  hasKey(publisher: KeyedPublisher): Promise<boolean>;
  /** First and last day that is held of the dataset, or of one of its series; `undefined` where it was not fetched from publishers. */
  held(code?: string, area?: string): { first: number; last: number } | undefined;
  /** The blocks of the dataset's history that `Delivery.wholeBlocks` has named. */
  whole(): ReadonlySet<string>;
  /** @throws Failure 'publisher_unreachable' or 'cancelled'. */
  get(publication: Publication): Promise<FetchedCopy>;
  /** Writes a file that was made from several answers. @returns its path. */
  write(fileName: string, text: string): Promise<string>;
};

/** One way to get the data of a source, in its publisher's files. */
export type FetchWay = {
  /** For people: 'FiscalData Debt to the Penny'. */
  title: string;
  /** When the publisher releases new data, as text. */
  every: string;
  /** What the files hold. */
  history: string;
  /** Whom it asks: only these hosts count as publishers, and a request to any other is a bug. */
  hosts: readonly string[];
  /** Only where the user allows FRED. */
  isFred?: true;
  fetch(session: FetchSession): AsyncGenerator<Delivery, void>;
};

/** What a refresh fetches, by the first of its ways that works. */
export type SourceWays = {
  /** In order of preference. */
  ways: readonly [FetchWay, ...FetchWay[]];
  /** Fetches what a publisher's own way does not have yet, after that way has worked. */
  completedBy?: FetchWay;
};

/** @returns a way with one file at one address that always has the whole history. It is fetched only when it has changed. */
export function oneFile(
  publication: Publication,
  { every, history }: Pick<FetchWay, 'every' | 'history'>,
): FetchWay {
  const { source, url } = publication;
  return {
    title: source,
    every,
    history,
    hosts: [new URL(url).host, ...(publication.redirectsTo ?? [])],
    async *fetch(session) {
      const got = await session.get(publication);
      yield got.isUnchanged ? { source, location: url } : { source, location: url, path: got.path };
    },
  };
}

/** A publisher's file could not be fetched. The end of the refresh says what became of the rest of it. */
export class PublisherFailure extends Failure {
  /** The file and what went wrong, without a full stop. */
  readonly reason: string;
  /** What the user can do, the rest of a sentence. */
  readonly advice: string;
  /** Whether there was no connection to the publisher: its other files cannot be fetched now either. */
  readonly isUnreached: boolean;

  constructor(
    reason: string,
    advice: string,
    { isUnreached = false, cause }: { isUnreached?: boolean; cause?: unknown } = {},
  ) {
    super('publisher_unreachable', `${reason}. Nothing was changed; ${advice}`, {}, { cause });
    this.reason = reason;
    this.advice = advice;
    this.isUnreached = isUnreached;
  }
}
