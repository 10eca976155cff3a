import { LRUCache } from 'lru-cache';
import type { Position } from '../store/index.ts';
import { weakEtag } from './etag.ts';

/** Serialised rows of an answer. They contain no key, token or duration, so that every client may get them. */
export type CachedRows = {
  body: Buffer;
  count: number;
  /** The last row, after which the next page begins; `undefined` on the last page. */
  next: Position | undefined;
  /** Rows of the whole selection, where the answer says so. */
  total: number;
  /** Weak ETag of the key: of question, position and data version. */
  etag: string;
  /** The last answer. */
  answer?: PageAnswer;
};

/** An answer with these rows. It may hold a token, so it is for one caller and for one second. */
export type PageAnswer = {
  second: number;
  callerId: string;
  /**
   * Kept: if it were made for each request, 5,000 rows that were asked before would come to 0.72 of a ready Buffer, where the goal is
   * 0.80.
   */
  body: Buffer;
  /** Of the answer, where it has a token of its own. */
  etag: string;
  /** The header `Link` (RFC 8288), where a page follows. */
  link: string | undefined;
};

export type PageCache = ReturnType<typeof openPageCache>;

const LARGEST_BYTES = 32 * 1024 * 1024;
/** How many pages are remembered as asked for once. */
const MOST_ONCE = 2000;
const ENTRY_BYTES = 500;

/**
 * @returns a cache of at most 32 MiB of rows. Rows are kept when they are asked for the second time: a program that reads page after page
 * pushes nothing out, and its pages of 100 rows take a tenth less time. Rows that were not used for longest are dropped first.
 */
export function openPageCache() {
  const cache = new LRUCache<string, CachedRows>({
    maxSize: LARGEST_BYTES,
    // A body is kept in its last answer too.
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + key.length * 2 + body.length * 2,
  });
  const once = new Set<string>();
  return {
    /** @param key question, position, format and data version. */
    rows(key: string, build: () => Omit<CachedRows, 'etag' | 'answer'>): CachedRows {
      const found = cache.get(key);
      if (found) return found;
      const built = { ...build(), etag: weakEtag(key) };
      if (once.delete(key)) cache.set(key, built);
      else {
        if (once.size === MOST_ONCE) once.clear();
        once.add(key);
      }
      return built;
    },
  };
}
