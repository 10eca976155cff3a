import { Failure } from '../contract/failure.ts';
import type { RunResult } from '../store/index.ts';

/** The types with which a dataset's `source.ts` describes a publisher's file and the way to get it. */

/** Publishers that give keys to people who register. All of them answer without a key too. */
export const KEYED_PUBLISHERS = ['BLS', 'BEA', 'Census', 'FRED'] as const;
export type KeyedPublisher = (typeof KEYED_PUBLISHERS)[number];
/** One request to a publisher, and the rules for its answer. */
export type Publication = {
  /** The publisher and its file, for people: 'US Treasury par yields 2024'. */
  source: string;
  /** Has no key in it, because it is stored with the run. */
  url: string;
  /** Name of the copy while it is imported. */
  fileName: string;
  content: 'csv' | 'text' | 'json' | 'xml' | 'zip';
  /** Limit after decoding, above the size of any such file. A larger answer is refused. */
  largestBytes: number;
  /** Sent by POST, as a form or as JSON; if both are absent, the request is a GET. */
  form?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  /** The field of `json` that takes a publisher's key. */
  key?: { publisher: KeyedPublisher; field: string };
  /** Hosts to which the publisher may redirect, besides its own. */
  redirectsTo?: readonly string[];
  /** True if an empty body is a good answer. */
  mayBeEmpty?: boolean;
  /** True for a part of a whole that is imported at once. Parts are not kept, so they are always fetched. */
  isPart?: boolean;
  /** Milliseconds between the end of one request to the host and the next. */
  pauseMs?: number;
  /** @returns the fault of an answer, if it has one: the rest of a sentence that begins with the source. */
  check?(body: Buffer): string | undefined;
  /** The page or file to open in a browser if the publisher refuses programs. */
  byHand: string;
};

/** A fetched copy; none if `isUnchanged`: the publisher still has the file that was imported last. */
type FetchedCopy =
  | { isUnchanged: false; path: string; bytes: number; sha256: string }
  | { isUnchanged: true };

/** One file to import, wholly or not at all. */
export type Delivery = {
  source: string;
  /** Absent if the publisher has nothing newer than the last import. */
  path?: string;
  /** The address of the data, which is stored with the run. */
  location: string;
  /** Called after storing. @returns the blocks that the publisher gave whole; they are not fetched again. */
  wholeBlocks?(runs: readonly RunResult[]): readonly string[];
};

/** The tools for a way of fetching. */
export type FetchSession = {
  now(): Date;
  hasKey(publisher: KeyedPublisher): Promise<boolean>;
  /** First and last stored day of the dataset or a series; `undefined` if not fetched from publishers. */
  held(code?: string, area?: string): { first: number; last: number } | undefined;
  /** The blocks of the dataset's history that `Delivery.wholeBlocks` has named. */
  whole(): ReadonlySet<string>;
  /** @throws Failure 'publisher_unreachable' or 'cancelled'. */
  get(publication: Publication): Promise<FetchedCopy>;
  /** Writes a file made from several answers. @returns its path. */
  write(fileName: string, text: string): Promise<string>;
};

/** One way to get the data of a source, in its publisher's files. */
export type FetchWay = {
  /** Name for people: 'FiscalData Debt to the Penny'. */
  title: string;
  /** When the publisher releases new data, as text. */
  every: string;
  /** The history that the files have, as text. */
  history: string;
  /** The only hosts that this way may contact; a request to any other is a bug. */
  hosts: readonly string[];
  /** True if the way needs the user's permission to use FRED. */
  isFred?: true;
  fetch(session: FetchSession): AsyncGenerator<Delivery, void>;
};

/** A source, which a refresh fetches by the first of its ways that works. */
export type SourceWays = {
  /** In order of preference. */
  ways: readonly [FetchWay, ...FetchWay[]];
  /** Fetches what a publisher's own way does not have yet, after that way worked. */
  completedBy?: FetchWay;
};

/** @returns a way to one file that always has the whole history. It is fetched only if it has changed. */
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

/** A failure to fetch a publisher's file. The refresh itself reports what it stored before. */
export class PublisherFailure extends Failure {
  /** The file and what went wrong, without a full stop. */
  readonly reason: string;
  /** The user's next step, as the rest of a sentence. */
  readonly advice: string;
  /** True if there was no connection to the publisher: its other files cannot be fetched now either. */
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
