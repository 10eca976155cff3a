import { LRUCache } from 'lru-cache';
import type { Position } from '../store/index.ts';
import { deflateMiddle } from './encodings.ts';
import { weakEtag } from './etag.ts';

/** Serialised rows of an answer: no key, token or duration stands in them, so that they can be given to everyone. */
export type CachedRows = {
  body: Buffer;
  /** `body` as deflate blocks, from the first time on that somebody asks for gzip. */
  deflated: Buffer | undefined;
  count: number;
  /** Where the next page goes on; `undefined` on the last one. */
  next: Position | undefined;
  /** Rows of the whole selection, where the answer says so. */
  total: number;
  /** Weak ETag of the key: of question, position and data version. */
  etag: string;
  /** What the last answer began with. */
  start?: AnswerStart;
};

/** What an answer with these rows begins with, while it holds: it may have a token, so it is one caller's. */
export type AnswerStart = {
  second: number;
  callerId: string;
  head: Buffer;
  /** Of the answer, where it has a token of its own. */
  etag: string;
  /** The whole body in one piece, where it is small. */
  whole: Buffer | undefined;
};

/** Up to here one write of a copy is cheaper than several writes without. */
export const COPY_UP_TO = 64 * 1024;

export type PageCache = {
  /** @param key question, position, format and data version. */
  rows(key: string, build: () => Omit<CachedRows, 'deflated' | 'etag' | 'start'>): CachedRows;
  /** The rows compressed; kept with them. */
  deflated(key: string, rows: CachedRows): Buffer;
};

const LARGEST_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 500;

/** @returns a cache that holds at most 32 MiB of rows, plain and compressed together; the longest unused go first. */
export function openPageCache(): PageCache {
  const cache = new LRUCache<string, CachedRows>({
    maxSize: LARGEST_BYTES,
    sizeCalculation: (rows, key) =>
      ENTRY_BYTES +
      key.length * 2 +
      // Small ones are kept as a whole answer too.
      rows.body.length * (rows.body.length <= COPY_UP_TO ? 2 : 1) +
      (rows.deflated?.length ?? 0),
  });
  return {
    rows(key, build) {
      let found = cache.get(key);
      if (!found) {
        found = { ...build(), deflated: undefined, etag: weakEtag(key) };
        cache.set(key, found);
      }
      return found;
    },
    deflated(key, rows) {
      if (!rows.deflated) {
        const deflated = deflateMiddle(rows.body);
        // A new object: the cache counts the size of an entry when it is set.
        cache.set(key, { ...rows, deflated });
        return deflated;
      }
      return rows.deflated;
    },
  };
}
