import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, ECONOMIC_PREFIX } from '../contract/names.ts';
import { DATASETS } from '../datasets/index.ts';
import type { Dataset } from '../datasets/types.ts';
import { type Derivation, derivedPages } from '../derived/index.ts';
import { frequencyName } from '../series-math/frequency.ts';
import type { Position } from '../store/index.ts';
import { noteCall } from './asked.ts';
import type { Context } from './context.ts';
import { type Caller, economicCaller } from './credentials.ts';
import { type DataState, watchData } from './data-state.ts';
import { economicCsv } from './economic-csv.ts';
import type { EconomicQuery } from './economic-query.ts';
import { openLimits, type TakeFromLimits } from './limit.ts';
import type { AnswerStart, CachedRows } from './page-cache.ts';
import { TOKEN_LIFE_SECONDS } from './paging-token.ts';
import type { RawQuery } from './parameters.ts';
import { rememberQuestions } from './question-memory.ts';
import { invalid, Refusal } from './refusal.ts';
import { sendRows } from './send-rows.ts';

/** Adds `GET /api/v1/economic-data/<dataset>` for every dataset of the group. */
export function addEconomicData(app: FastifyInstance, context: Context): void {
  const data = watchData(context.reader);
  const take = openLimits(context);
  for (const dataset of DATASETS.filter(({ group }) => group === 'economic-data')) {
    const question = rememberQuestions(dataset);
    app.get(pathOf(dataset.id), (request, reply) =>
      answer(context, take, data(request), dataset, question, request, reply),
    );
  }
}

/** In the order that the specification's errors have: 401, 429, 422. */
function answer(
  context: Context,
  takeFromLimits: TakeFromLimits,
  data: DataState,
  dataset: Dataset,
  question: ReturnType<typeof rememberQuestions>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const raw = request.query as RawQuery;
  const asked = attempt(() => question(request.url, raw, request.headers.accept, context.now()));
  const binding = asked instanceof Refusal ? undefined : `${dataset.id}?${asked.canonical}`;
  const caller = economicCaller(context, request, () =>
    typeof raw.token_id === 'string' && binding !== undefined
      ? context.tokens.read(raw.token_id, binding)
      : undefined,
  );
  const send = () => {
    if (asked instanceof Refusal) throw asked;
    const after = position(context, asked.token, caller, `${dataset.id}?${asked.canonical}`);
    const rows = asked.isCsv
      ? economicCsv(context, data, dataset, asked, request, reply)
      : sendPage(context, data, dataset, { ...asked, after, caller }, request, reply);
    const note = (count: number) => {
      const { statusCode } = reply.raw;
      noteCall(context, request, pathOf(dataset.id), statusCode, statusCode === 200 ? count : null);
    };
    if (typeof rows !== 'number') return rows.then(note);
    note(rows);
    return undefined;
  };
  const counted = takeFromLimits(caller, request, reply);
  return counted ? counted.then(send) : send();
}

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @returns where the page begins. @throws Refusal 422 where the token is not this caller's for this question. */
function position(
  context: Context,
  text: string | undefined,
  caller: Caller,
  binding: string,
): Position | undefined {
  if (text === undefined) return undefined;
  const token = context.tokens.read(text, binding);
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
  return token.after;
}

const TAIL = Buffer.from(']}');

/** @returns the path of a dataset of the group. */
function pathOf(dataset: string): string {
  return `${ECONOMIC_PREFIX}/${dataset}`;
}

type PageQuery = EconomicQuery & { after: Position | undefined; caller: Caller };

/** @returns how many rows the page has. */
function sendPage(
  context: Context,
  data: DataState,
  dataset: Dataset,
  { selection, derivation, canonical, after, caller }: PageQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): number {
  const { pages, reader, pageSize } = context;
  const at = after ? `${after.day}.${after.place}` : '';
  const key = `${data.version} ${dataset.id}?${canonical} ${at} ${pageSize}`;
  const rows = pages.rows(key, () => {
    const asked = { after, limit: pageSize, format: 'json' } as const;
    const page = derivation
      ? derivedPages(reader, dataset, selection, derivation)(asked)
      : reader.observations(selection, asked);
    return { body: page.body, count: page.count, next: page.more ? page.last : undefined, total: 0 };
  });
  sendRows(pages, request, reply, {
    key,
    rows,
    start: startOf(context, dataset, { canonical, derivation }, rows, caller),
    tail: TAIL,
    origin: data.origin(dataset.id),
  });
  return rows.count;
}

/** What stands before the rows, and the ETag. A token is the same for a second: until then so is all of it. */
function startOf(
  context: Context,
  dataset: Dataset,
  { canonical, derivation }: Pick<EconomicQuery, 'canonical' | 'derivation'>,
  rows: CachedRows,
  caller: Caller,
): AnswerStart {
  const second = Math.floor(context.now().getTime() / 1000);
  const { start } = rows;
  if (start?.second === second && start.callerId === caller.id) return start;
  const token = rows.next && context.tokens.issue(caller.id, `${dataset.id}?${canonical}`, rows.next);
  const nextUrl = token === undefined ? 'null' : `"${nextPath(dataset.id, canonical, token)}"`;
  const head = `${headOf(dataset, derivation)}"pagination":{"count":"${rows.count}","next_url":${nextUrl}},"data":[`;
  rows.start = {
    second,
    callerId: caller.id,
    head: Buffer.from(head),
    etag: rows.next ? pageEtag(context, rows.etag, caller) : rows.etag,
    whole: undefined,
  };
  return rows.start;
}

/** All of it is plain text that needs no escaping, neither in a URL nor in JSON: codes, dates, base64url. */
function nextPath(dataset: string, canonical: string, token: string): string {
  return `${ECONOMIC_PREFIX.slice(API_PREFIX.length)}/${dataset}?${canonical}&token_id=${token}`;
}

/** A page that a client keeps must not keep another's token, nor one that has aged out: its ETag changes twice in a token's life. */
function pageEtag({ now }: Context, etag: string, caller: Caller): string {
  const period = Math.floor(now().getTime() / (TOKEN_LIFE_SECONDS * 500));
  return `${etag.slice(0, -1)}.${caller.id}.${period.toString(36)}"`;
}

/** @returns what stands before the paging; with an aggregation its frequency is that of the records. */
function headOf({ id, frequency, byState }: Dataset, derivation: Derivation | undefined): string {
  const to = derivation?.to?.cadence.frequency;
  const key = `${id} ${to}`;
  let head = HEADS.get(key);
  if (head === undefined) {
    const fields = {
      date: 'string (YYYY-MM-DD)',
      series: 'string',
      ...(byState ? { state: 'string' } : {}),
      value: 'numerical string',
    };
    const meta = { schema_version: '1.0', frequency: to ? frequencyName(to) : frequency, fields };
    const start = { status: 'OK', message: 'Data retrieved successfully', meta };
    head = `${JSON.stringify(start).slice(0, -1)},`;
    HEADS.set(key, head);
  }
  return head;
}

/** By dataset and frequency. */
const HEADS = new Map<string, string>();
