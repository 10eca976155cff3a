import { Failure } from '../contract/failure.ts';
import type { RunResult } from '../store/types.ts';

/** What a publisher's file is and how to get it: the words in which a dataset's `source.ts` says where its data come from. */

/** Publishers that give a key to who registers; all of them answer without one too. */
export const KEYED_PUBLISHERS = ['BLS', 'BEA', 'Census', 'FRED'] as const;
export type KeyedPublisher = (typeof KEYED_PUBLISHERS)[number];
/** One request to a publisher, and what its answer must be like. */
export type Publication = {
  /** The publisher and its file, for people: 'US Treasury par yields 2024'. */
  source: string;
  /** Without any key: it is kept with the run. */
  url: string;
  /** Name of the copy while it is imported. */
  fileName: string;
  content: 'csv' | 'text' | 'json' | 'xml' | 'zip';
  /** More than any such file has, after decoding: what is larger is refused. */
  largestBytes: number;
  /** Sent by POST, as a form or as JSON; GET where both are absent. */
  form?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  /** The field of `json` that takes the key of a publisher. */
  key?: { publisher: KeyedPublisher; field: string };
  /** Hosts to which the publisher may redirect, beside its own. */
  redirectsTo?: readonly string[];
  /** Whether an empty body is an answer, not a fault. */
  mayBeEmpty?: boolean;
  /** A part of a whole that is imported at once; kept for an hour, so that an interrupted refresh goes on with the next. */
  isBlock?: boolean;
  /** Pause between the end of one request to the host and the next, ms. */
  pauseMs?: number;
  /** @returns what is wrong with an answer, the rest of a sentence that begins with the publisher; `undefined` for nothing. */
  check?(body: Buffer): string | undefined;
  /** The page or file to open in a browser where the publisher refuses programs. */
  byHand: string;
};

/** A fetched copy. `isUnchanged`: the publisher says that it is the file that was imported last; then there is no copy. */
export type Fetched =
  | { isUnchanged: false; path: string; bytes: number; sha256: string }
  | { isUnchanged: true };

/** One file to import: all or nothing. */
export type Delivery = {
  source: string;
  /** Absent: the publisher has nothing newer than what was imported last. */
  path?: string;
  /** Kept with the run. */
  location: string;
  /**
   * Once it is stored: which blocks of the history it has brought whole, by the way's own names. They are not asked for again,
   * so that only what the publisher itself gave may be named, never what other files or FRED happen to have brought.
   */
  wholeBlocks?(runs: readonly RunResult[]): readonly string[];
};

/** What a way of fetching may ask for and do. */
export type Session = {
  now(): Date;
  hasKey(publisher: KeyedPublisher): Promise<boolean>;
  /** First and last day held of the dataset, or of one of its series, where it was fetched from publishers; else `undefined`. */
  held(code?: string, area?: string): { first: number; last: number } | undefined;
  /** Blocks of the dataset's history that `Delivery.wholeBlocks` has named. */
  whole(): ReadonlySet<string>;
  /** @throws Failure 'publisher_unreachable' or 'cancelled'. */
  get(publication: Publication): Promise<Fetched>;
  /** Writes a file that was put together from several. @returns its path. */
  write(fileName: string, text: string): Promise<string>;
};

/** One way to get the data of a source, in its publisher's files. */
export type Way = {
  /** For people: 'FiscalData Debt to the Penny'. */
  title: string;
  /** When the publisher brings out new data, or how often to look. */
  every: string;
  /** What the files hold. */
  history: string;
  /** Only where the user allows FRED. */
  isFred?: true;
  fetch(session: Session): AsyncGenerator<Delivery, void>;
};

/** What a refresh takes in: the first of its ways that works. */
export type Source = {
  /** In order of preference. */
  ways: readonly [Way, ...Way[]];
  /** After a way of the publisher has worked: brings what that way does not hold yet. */
  completedBy?: Way;
};

/** @returns a way that is one file at one address, whole at every release; fetched only when the publisher has a newer one. */
export function oneFile(publication: Publication, { every, history }: Pick<Way, 'every' | 'history'>): Way {
  const { source, url } = publication;
  return {
    title: source,
    every,
    history,
    async *fetch(session) {
      const got = await session.get(publication);
      yield got.isUnchanged ? { source, location: url } : { source, location: url, path: got.path };
    },
  };
}

/** A file that a publisher did not give. What became of the rest of a refresh is for its end to say. */
export class PublisherFailure extends Failure {
  /** The file and what went wrong, without a full stop. */
  readonly reason: string;
  /** What the user can do, the rest of a sentence. */
  readonly advice: string;

  constructor(reason: string, advice: string, cause?: unknown) {
    super('publisher_unreachable', `${reason}. Nothing was changed; ${advice}`, {}, { cause });
    this.reason = reason;
    this.advice = advice;
  }
}
