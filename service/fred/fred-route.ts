import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { DAY_LIMIT, MINUTE_LIMIT, ORIGIN_HEADER } from '../contract/names.ts';
import {
  type ApiRoute,
  type DataFacts,
  type EconomicQuestion,
  economicHandler,
  type Handler,
  headerKeys,
  invalid,
  isHeld,
  openQuery,
  RawBody,
  type RawQuery,
  Refusal,
  type Site,
  weakEtag,
} from '../http/index.ts';
import { FILE_TYPES, type FileType, type FredList, fileTypeOf } from './written.ts';

/** What a path answers, and the datasets that it is of. */
type FredAnswer = { datasets: readonly string[] } & (FredList | FredCsv);
/** A CSV with its header. */
type FredCsv = { csv: string; rows: number; fileName: string };

/** Answers a checked question. It may throw a Refusal 422 (`invalid`), which is sent in FRED's form. */
type AnswerFredPath<Values> = (
  values: Values,
  about: { site: Site; data: DataFacts; now: Date; fileType: FileType },
) => Promise<FredAnswer>;

type FredPath<Query extends TObject> = {
  path: string;
  query: Query;
  id: string;
  summary: string;
  description: string;
  answered: NonNullable<ApiRoute['operation']>['answer'];
  /** Parameters of FRED that the path does not have, each with what to do instead. A path without any takes whatever else is sent. */
  missing?: Readonly<Record<string, string>>;
};

/** The setting that closes FRED's paths. */
export const FRED_DOOR = 'fred_clients';
const CSV = 'text/csv; charset=utf-8; header=present';
const SECURITY = ['keyInQuery', 'keyInHeader'] as const;

/**
 * @returns a path of FRED. It needs a key, as `api_key` or in the header, and counts as a request of economic data.
 */
export function fredRoute<Query extends TObject>(
  of: FredPath<Query>,
  answer: AnswerFredPath<Static<Query>>,
): ApiRoute {
  const { path, query, id, summary, description, answered } = of;
  const refusals = { '400': 'FredError', '429': 'FredLimit' } as const;
  return {
    path,
    query,
    door: FRED_DOOR,
    security: SECURITY,
    operation: { id, tag: 'FRED’s clients', summary, description, answer: answered, refusals },
    open: (site) => handlerOf(site, of, answer),
  };
}

function handlerOf<Query extends TObject>(
  site: Site,
  { path, query, missing, answered }: FredPath<Query>,
  answer: AnswerFredPath<Static<Query>>,
): Handler {
  const checked = { query, security: SECURITY, ...(missing && { misplaced: () => 'leave it out.' }) };
  const read = openQuery(query, checked, [checked]);
  const handle = economicHandler<EconomicQuestion & { values: Static<Query>; now: Date }>(
    site,
    { name: path, path },
    (raw, _, now) => {
      expectNone(raw, missing);
      return { values: read(raw), now, canonical: '', token: undefined };
    },
    async ({ values, now }, data, request, reply) => {
      const fileType = fileTypeIn(request);
      const found = await answer(values, { site, data, now, fileType });
      return sendAnswer(found, fileType, data, request, reply);
    },
  );
  return async (request, reply) => {
    try {
      await handle(request, reply);
    } catch (error) {
      throw fredRefusal(error, request, answered.csv ? undefined : fileTypeIn(request));
    }
    return reply;
  };
}

function fileTypeIn({ query }: Pick<FastifyRequest, 'query'>): FileType {
  return fileTypeOf((query as RawQuery).file_type);
}

/** @throws Refusal 422 for a parameter of FRED that the path does not have. */
function expectNone(raw: RawQuery, missing: FredPath<TObject>['missing'] = {}): void {
  for (const [name, instead] of Object.entries(missing))
    if (raw[name] !== undefined) throw invalid(name, `Almanac does not take ${name}.  ${instead}`);
}

/** @returns how many rows or items the answer has. */
async function sendAnswer(
  found: FredAnswer,
  fileType: FileType,
  data: DataFacts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const { mediaType, write } = FILE_TYPES[fileType];
  const text = 'csv' in found ? found.csv : await inTurns(write(found));
  const etag = weakEtag(text);
  reply.header('Cache-Control', 'private, no-cache').header('ETag', etag).header('Vary', 'Origin');
  const origin = originOf(found.datasets, data);
  if (origin !== undefined) reply.header(ORIGIN_HEADER, origin);
  if ('csv' in found) reply.header('Content-Disposition', `attachment; filename="${found.fileName}"`);
  if (isHeld(request, etag)) reply.code(304).send();
  else reply.header('Content-Type', 'csv' in found ? CSV : mediaType).send(text);
  return 'csv' in found ? found.rows : found.items.length;
}

/** @returns the whole text; other requests have their turn after each piece. */
async function inTurns(pieces: Iterable<string>): Promise<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    await turn();
  }
  return text;
}

/** @returns the origin of all datasets; 'mixed' where they are of several. */
function originOf(datasets: readonly string[], data: DataFacts): string | undefined {
  const origins = new Set(datasets.flatMap((id) => data.origin(id) ?? []));
  return origins.size > 1 ? 'mixed' : [...origins][0];
}

/**
 * Writes a refusal of the API as FRED does: with status 400 where the key or a parameter is wrong, and its `error_code` and `error_message`,
 * which clients show to people.
 * @param fileType of the answer; `undefined` for a table, which has one line instead and keeps 401.
 * @returns the refusal to throw; anything but a refusal is returned unchanged.
 */
export function fredRefusal(
  error: unknown,
  request: FastifyRequest,
  fileType: FileType | undefined,
): unknown {
  if (!(error instanceof Refusal)) return error;
  const message = messageOf(error, request);
  const { isGuess } = error;
  if (fileType === undefined) {
    const status = error.status === 422 ? 400 : error.status;
    return new Refusal(status, new RawBody('text/plain; charset=utf-8', `${message}\n`), error.headers, {
      isGuess,
    });
  }
  const status = error.status === 401 || error.status === 422 ? 400 : error.status;
  // A challenge belongs to 401 alone.
  const { 'WWW-Authenticate': _, ...headers } = error.headers;
  const { mediaType, refuse } = FILE_TYPES[fileType];
  return new Refusal(status, new RawBody(mediaType, refuse(status, message)), headers, { isGuess });
}

const HOW = 'Make a key in Almanac under API access; one for FRED has 32 hexadecimal digits.';

function messageOf({ status, body }: Refusal, request: FastifyRequest): string {
  const { detail } = body as { detail: string | { message?: string; revoked?: boolean } };
  const told = typeof detail === 'string' ? { message: detail } : detail;
  switch (status) {
    case 401:
      if (told.revoked)
        return 'Bad Request.  The value for variable api_key is not registered.  The key is revoked.';
      return isKeySent(request)
        ? `Bad Request.  The value for variable api_key is not registered.  ${HOW}`
        : `Bad Request.  Variable api_key is not set.  ${HOW}`;
    case 422:
      return `Bad Request.  ${told.message}`;
    case 429:
      return `Too Many Requests.  Exceeded Rate Limit.  A key may make ${MINUTE_LIMIT} requests a minute and ${DAY_LIMIT} a day.`;
    default:
      return `${told.message}.`;
  }
}

function isKeySent(request: FastifyRequest): boolean {
  return (request.query as { api_key?: unknown }).api_key !== undefined || headerKeys(request).length > 0;
}
