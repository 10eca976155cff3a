import { API_PREFIX } from '../../contract/names.ts';
import type { Position } from '../../store/index.ts';
import { weakEtag } from './answer.ts';
import type { Caller, Site } from './context.ts';
import { TOKEN_LIFE_SECONDS } from './paging-token.ts';

/** The rows of a page, as they were read. */
type PageRows = {
  count: number;
  /** The last row, after which the next page begins; `undefined` on the last page. */
  next: Position | undefined;
  /** @returns the rows as JSON between other text. */
  bytes: (before: string, after: string) => Buffer;
};

/**
 * An answer with a page of rows. It may hold a token, so it is for one caller and for one second. It is kept whole: put together for each
 * request, 5,000 rows that were asked before would come to 0.72 of a ready Buffer, where the goal is 0.80.
 */
type PageAnswer = Pick<PageRows, 'count' | 'next'> & {
  second: number;
  callerId: string;
  body: Buffer;
  /** Where the rows begin in the body; they end before `END`. */
  rowsAt: number;
  etag: string;
  /** The header `Link` (RFC 8288), where a page follows. */
  link: string | undefined;
};

const END = ']}';

/**
 * @param of the question: a name for tokens, the path, and the parameters as in `EconomicQuestion`.
 * @param key of the page in the cache.
 * @param head makes the JSON before `pagination`: an object that is still open.
 * @returns the answer with the rows of the cache, else with those that `read` gives. Tokens issued within the same second are equal, so an
 *   answer is used again for a second.
 */
export function pageAnswer(
  { tokens, pages, now }: Site,
  of: { name: string; path: string; canonical: string },
  key: string,
  head: () => string,
  caller: Caller,
  read: () => PageRows,
): PageAnswer {
  const second = Math.floor(now().getTime() / 1000);
  const known = pages.get<PageAnswer>(key);
  if (known?.second === second && known.callerId === caller.id) return known;
  const rows = known ?? read();
  const { count, next } = rows;
  const token = next && tokens.issue(caller.id, `${of.name}?${of.canonical}`, next);
  // Codes, dates, base64url and text that is escaped already: nothing needs escaping, neither for a URL nor for JSON.
  const url = `${of.path}?${of.canonical}&token_id=${token}`;
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

/** The ETag depends on the caller and changes twice in a token's life: no client keeps a page with another's or an expired token. */
function pageEtag(now: Date, etag: string, caller: Caller): string {
  const period = Math.floor(now.getTime() / (TOKEN_LIFE_SECONDS * 500));
  return `${etag.slice(0, -1)}.${caller.id}.${period.toString(36)}"`;
}
