import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { API_PREFIX } from '../contract/names.ts';
import type { Position } from '../store/index.ts';
import { noteCall } from './asked.ts';
import type { Caller, Handler, Site } from './context.ts';
import type { DataFacts } from './data-state.ts';
import { weakEtag } from './etag.ts';
import { countedCaller } from './limit.ts';
import { type ReadToken, TOKEN_LIFE_SECONDS } from './paging-token.ts';
import type { RawQuery } from './query.ts';
import { invalid, Refusal, unavailable } from './refusal.ts';

/** The checked question of a request to the economic-data group. */
export type EconomicQuestion = {
  /** The parameters in one form and order, without key and token; `next_url` repeats them and a token is bound to them. */
  canonical: string;
  /** The paging token, not checked yet. */
  token: string | undefined;
};

/** @throws Refusal 422 naming the parameter. */
export type ReadQuestion<Question> = (raw: RawQuery, accept: string | undefined, now: Date) => Question;

/** What to send: the question, where its page begins, and who asks. */
export type PageQuestion<Question> = Question & { after: Position | undefined; caller: Caller };

/**
 * @param name of what the path answers; paging tokens are bound to it.
 * @param path under which the list of a key's recent calls shows the request.
 * @param read checks the query.
 * @param send answers it. It returns how many rows the answer has.
 * @returns the handler of a path whose requests need a key and count against its limits. It refuses in the order
 *   401, 429, 422 (`service/api/README.md`, 'Order of checks').
 */
export function economicHandler<Question extends EconomicQuestion>(
  site: Site,
  { name, path }: { name: string; path: string },
  read: ReadQuestion<Question>,
  send: (
    asked: PageQuestion<Question>,
    data: DataFacts,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<number>,
): Handler {
  const question = rememberQuestions(read);
  const { tokens } = site;
  return async (request, reply) => {
    const raw = request.query as RawQuery;
    const asked = attempt(() => question(request.url, raw, request.headers.accept, site.now()));
    const binding = asked instanceof Refusal ? undefined : `${name}?${asked.canonical}`;
    const readToken = () =>
      typeof raw.token_id === 'string' && binding !== undefined
        ? tokens.read(raw.token_id, binding)
        : undefined;
    const caller = await countedCaller(site, request, reply, readToken);
    if (asked instanceof Refusal) throw asked;
    const from = position(site, asked.token, caller, `${name}?${asked.canonical}`);
    if (from?.version !== undefined && (await site.copyHas?.(from.version)) === false) throw unavailable();
    const rows = await send({ ...asked, after: from?.after, caller }, site.data(request), request, reply);
    const { statusCode } = reply;
    noteCall(site, request, path, statusCode, statusCode === 200 ? rows : null);
    return reply;
  };
}

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @returns where the page begins, and the data that it was issued with. @throws Refusal 422 where the token is not this caller's for this question. */
function position(
  { tokens }: Site,
  text: string | undefined,
  caller: Caller,
  binding: string,
): Extract<ReadToken, { state: 'valid' }> | undefined {
  if (text === undefined) return undefined;
  const token = tokens.read(text, binding);
  if (token.state === 'invalid' || token.callerId !== caller.id) {
    throw invalid(
      'token_id',
      'token_id does not belong to this key and these parameters. Request next_url as it was given, or start again without token_id.',
      'invalid_token',
    );
  }
  if (token.state === 'expired') {
    throw invalid(
      'token_id',
      'token_id is older than 24 hours. Start again without token_id.',
      'expired_token',
    );
  }
  return token;
}

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

/** How many questions are remembered for each path. With URLs of at most `LONGEST` characters they take about 1 MB in all. */
const MOST = 50;
const LONGEST = 1000;
const MINUTE_MS = 60_000;

/**
 * Programs ask the same question again and again: if it were checked each time, 100 rows that were asked before would come to 0.75 of a
 * ready Buffer, where the goal is 0.9.
 * @returns `read`, which remembers questions by URL and `Accept`. The check depends on today's date, so nothing is remembered for
 * longer than a clock minute: in every time zone a day begins with one. URLs with a key are not remembered: keys must not stay in memory.
 */
function rememberQuestions<Question extends EconomicQuestion>(
  read: ReadQuestion<Question>,
): (url: string, ...question: Parameters<ReadQuestion<Question>>) => Question {
  const known = new LRUCache<string, { accept: string | undefined; minute: number; asked: Question }>({
    max: MOST,
  });
  return (url, raw, accept, now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const found = known.get(url);
    if (found && found.minute === minute && found.accept === accept) return found.asked;
    const asked = read(raw, accept, now);
    if (raw.api_key === undefined && url.length <= LONGEST) known.set(url, { accept, minute, asked });
    return asked;
  };
}
