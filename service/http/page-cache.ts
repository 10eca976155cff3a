import { LRUCache } from 'lru-cache';
import type { Position } from '../store/index.ts';
import { deflateMiddle } from './encodings.ts';
import { weakEtag } from './etag.ts';

/** Serialised rows of an answer. They contain no key, token or duration, so that every client may get them. */
export type CachedRows = {
  body: Buffer;
  /** `body` as deflate blocks, once a client has asked for gzip. */
  deflated: Buffer | undefined;
  count: number;
  /** The last row, after which the next page begins; `undefined` on the last page. */
  next: Position | undefined;
  /** Rows of the whole selection, where the answer says so. */
  total: number;
  /** Weak ETag of the key: of question, position and data version. */
  etag: string;
  /** The beginning of the last answer. */
  start?: AnswerStart;
};

/** The beginning of an answer with these rows. It may hold a token, so it is for one caller and for one second. */
export type AnswerStart = {
  second: number;
  callerId: string;
  head: Buffer;
  /** Of the answer, where it has a token of its own. */
  etag: string;
  /** The header `Link` (RFC 8288), where a page follows. */
  link?: string | undefined;
  /** The whole body in one piece, where it is small. */
  whole: Buffer | undefined;
};

/** Up to this many bytes, one write of a copy is cheaper than several writes without copying. */
export const COPY_UP_TO = 64 * 1024;

export type PageCache = ReturnType<typeof openPageCache>;

const LARGEST_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 500;

/** @returns a cache of at most 32 MiB of rows, plain and compressed. Rows that were not used for longest are dropped first. */
export function openPageCache() {
  const cache = new LRUCache<string, CachedRows>({
    maxSize: LARGEST_BYTES,
    sizeCalculation: (rows, key) =>
      ENTRY_BYTES +
      key.length * 2 +
      // Small answers are kept whole too.
      rows.body.length * (rows.body.length <= COPY_UP_TO ? 2 : 1) +
      (rows.deflated?.length ?? 0),
  });
  return {
    /** @param key question, position, format and data version. */
    rows(key: string, build: () => Omit<CachedRows, 'deflated' | 'etag' | 'start'>): CachedRows {
      let found = cache.get(key);
      if (!found) {
        found = { ...build(), deflated: undefined, etag: weakEtag(key) };
        cache.set(key, found);
      }
      return found;
    },
    /** The rows compressed; kept with them. */
    deflated(key: string, rows: CachedRows): Buffer {
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
