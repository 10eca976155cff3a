import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { API_PREFIX } from '../../contract/names.ts';
import type { Position } from '../../store/index.ts';
import { weakEtag } from './answer.ts';

/**
 * Paging tokens: `base64url(payload ‖ HMAC-SHA-256(secret, payload ‖ binding))`, bound to the dataset and all
 * parameters. The payload has form (1 byte), time of issue (uint32, Unix seconds), day (int32), series id
 * (uint32) and the caller's id. Form 2, of a team's node, has the team's data version (6 bytes) before the
 * caller.
 */

export const TOKEN_LIFE_SECONDS = 24 * 60 * 60;
/** Values of the first byte. */
const PLAIN_FORM = 1;
const TEAM_FORM = 2;
const HEAD_BYTES = 13;
const VERSION_BYTES = 6;
const MAC_BYTES = 32;
const LONGEST = 256;

export type ReadToken =
  /** `version`: the team's data version when the token was issued; undefined on one computer. */
  | { state: 'valid'; callerId: string; after: Position; version?: number }
  | { state: 'expired'; callerId: string }
  | { state: 'invalid' };

export type PagingTokens = ReturnType<typeof pagingTokens>;

/** @param version the team's data version, on a team's node */
export function pagingTokens(secret: Buffer, now: () => Date, version?: () => number) {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const form = version ? TEAM_FORM : PLAIN_FORM;
  const head = version ? HEAD_BYTES + VERSION_BYTES : HEAD_BYTES;
  const key = createSecretKey(secret);
  const mac = (payload: Buffer, binding: string) =>
    createHmac('sha256', key).update(payload).update('\0').update(binding).digest();
  return {
    /** @param binding dataset and query, as one canonical text */
    issue(callerId: string, binding: string, after: Position): string {
      const payload = Buffer.alloc(head + Buffer.byteLength(callerId));
      payload.writeUInt8(form, 0);
      payload.writeUInt32BE(seconds(), 1);
      payload.writeInt32BE(after.day, 5);
      payload.writeUInt32BE(after.seriesId, 9);
      if (version) payload.writeUIntBE(version(), HEAD_BYTES, VERSION_BYTES);
      payload.write(callerId, head);
      return Buffer.concat([payload, mac(payload, binding)]).toString('base64url');
    },
    read(token: string, binding: string): ReadToken {
      if (token.length > LONGEST) return { state: 'invalid' };
      const bytes = Buffer.from(token, 'base64url');
      // Accept only one text for a token: base64 decoders ignore stray characters and unused last bits.
      if (bytes.length < head + MAC_BYTES || bytes.toString('base64url') !== token) {
        return { state: 'invalid' };
      }
      const payload = bytes.subarray(0, -MAC_BYTES);
      if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(payload, binding)) || payload[0] !== form) {
        return { state: 'invalid' };
      }
      const callerId = payload.toString('utf8', head);
      const age = seconds() - payload.readUInt32BE(1);
      if (age >= TOKEN_LIFE_SECONDS) return { state: 'expired', callerId };
      const after = { day: payload.readInt32BE(5), seriesId: payload.readUInt32BE(9) };
      if (!version) return { state: 'valid', callerId, after };
      return { state: 'valid', callerId, after, version: payload.readUIntBE(HEAD_BYTES, VERSION_BYTES) };
    },
  };
}

export type PageCache = ReturnType<typeof openPageCache>;

const LARGEST_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 500;
const MOST_ONCE = 2000;

/**
 * @returns a cache of at most 32 MiB for pages that are requested twice. Without it, a repeated page of 100
 * rows would reach half of the speed of a ready Buffer (goal: 0.9).
 */
export function openPageCache() {
  const cache = new LRUCache<string, { body: Buffer }>({
    maxSize: LARGEST_BYTES,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + key.length * 2 + body.length,
  });
  const once = new Set<string>();
  return {
    /** @param key query, position, format and data version: a key always has the same type of page. */
    get<Page extends { body: Buffer }>(key: string): Page | undefined {
      return cache.get(key) as Page | undefined;
    },
    keep(key: string, page: { body: Buffer }): void {
      if (once.delete(key) || cache.has(key)) cache.set(key, page);
      else {
        if (once.size === MOST_ONCE) once.clear();
        once.add(key);
      }
    },
  };
}

type PageRows = {
  count: number;
  /** The last row, after which the next page begins; `undefined` on the last page. */
  next: Position | undefined;
  /** @returns the rows as JSON, between two other texts. */
  bytes: (before: string, after: string) => Buffer;
};

/**
 * A page of rows for one caller and one second, since it may hold a token. Assembled for each request, a
 * repeated page of 5,000 rows would reach 0.72 of the speed of a ready Buffer (goal: 0.80).
 */
type PageAnswer = Pick<PageRows, 'count' | 'next'> & {
  second: number;
  callerId: string;
  body: Buffer;
  /** The rows' offset in the body; they end before `END`. */
  rowsAt: number;
  etag: string;
  link: string | undefined;
};

const END = ']}';

/** @param head makes the JSON before `pagination`. @returns the page cached under `key`, or a new one. */
export function pageAnswer(
  { tokens, pages, now }: { tokens: PagingTokens; pages: PageCache; now: () => Date },
  request: { name: string; path: string; canonical: string },
  key: string,
  head: () => string,
  caller: { id: string },
  read: () => PageRows,
): PageAnswer {
  const second = Math.floor(now().getTime() / 1000);
  const known = pages.get<PageAnswer>(key);
  if (known?.second === second && known.callerId === caller.id) return known;
  const rows = known ?? read();
  const { count, next } = rows;
  const token = next && tokens.issue(caller.id, `${request.name}?${request.canonical}`, next);
  // Nothing needs escaping for a URL or JSON: codes, dates, base64url, and text escaped already.
  const url = `${request.path}?${request.canonical}&token_id=${token}`;
  const nextUrl = token === undefined ? 'null' : `"${url.slice(API_PREFIX.length)}"`;
  const start = `${head()}"pagination":{"count":"${count}","next_url":${nextUrl}},"data":[`;
  const etag = weakEtag(key);
  const answer = {
    ...{ second, callerId: caller.id, count, next },
    body:
      'bytes' in rows
        ? rows.bytes(start, END)
        : Buffer.concat([Buffer.from(start), rows.body.subarray(rows.rowsAt)]),
    rowsAt: Buffer.byteLength(start),
    etag: next ? pageEtag(now(), etag, caller) : etag,
    link: token === undefined || url.length > LONGEST_LINK ? undefined : `<${url}>; rel="next"`,
  };
  pages.keep(key, answer);
  return answer;
}

/** Proxies refuse answers whose headers take more than 4 KB in all. A longer link is in the body alone. */
const LONGEST_LINK = 2000;

/** Depends on the caller and changes twice in a token's life: no kept page has a bad or expired token. */
function pageEtag(now: Date, etag: string, caller: { id: string }): string {
  const period = Math.floor(now.getTime() / (TOKEN_LIFE_SECONDS * 500));
  return `${etag.slice(0, -1)}.${caller.id}.${period.toString(36)}"`;
}
