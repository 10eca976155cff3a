import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import {
  type AddRoutes,
  answers,
  countedCaller,
  type DataFacts,
  expectValid,
  headerKeys,
  invalid,
  KEY_ANYWHERE,
  noteRows,
  queryCompiler,
  querySchema,
  RawBody,
  type RawQuery,
  Refusal,
  refusals,
  type Site,
  sendUnchangedData,
  weakEtag,
} from '../api/index.ts';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
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
  answered: Parameters<typeof answers>[1] & { description: string };
  /** Parameters of FRED that the path does not have, each with what to do instead. Without it the path ignores other parameters. */
  missing?: Readonly<Record<string, string>>;
};

/** The setting that closes FRED's paths. */
export const FRED_SETTING = 'fred_clients';
const CSV = 'text/csv; charset=utf-8; header=present';

/** @returns what adds a path of FRED. It needs a key, as `api_key` or in the header, and counts as a request of economic data. */
export function fredRoute<Query extends TObject>(
  { path, query, id, summary, description, missing, answered }: FredPath<Query>,
  answer: AnswerFredPath<Static<Query>>,
): AddRoutes {
  const schema = {
    operationId: id,
    tags: ['FRED’s clients' as const],
    summary,
    description,
    security: KEY_ANYWHERE,
    querystring: querySchema(query.properties, {
      takesKey: true,
      ...(missing && { misplaced: () => 'leave it out.' }),
    }),
    response: {
      200: answers(answered.description, answered),
      ...refusals({ 400: 'FredError', 429: 'FredLimit' }),
    },
  };
  return (app, site) => {
    app.get<{ Querystring: Static<Query> }>(
      path,
      {
        schema,
        attachValidation: true,
        config: { closable: FRED_SETTING },
        // Each path knows its own names alone: those of the API, and of other paths of FRED, are ignored.
        validatorCompiler(part) {
          const read = queryCompiler(site.now)(part);
          return (raw: RawQuery) => missingName(raw, missing) ?? read(raw);
        },
      },
      async (request, reply) => {
        try {
          await countedCaller(site, request, reply);
          expectValid(request);
          const data = site.data(request);
          const fileType = fileTypeIn(request);
          const found = await answer(request.query as Static<Query>, {
            site,
            data,
            now: site.now(),
            fileType,
          });
          const rows = await sendAnswer(found, fileType, data, request, reply);
          noteRows(site, request, reply, path, rows);
        } catch (error) {
          throw fredRefusal(error, request, answered.csv ? undefined : fileTypeIn(request));
        }
        return reply;
      },
    );
  };
}

export function fileTypeIn({ query }: Pick<FastifyRequest, 'query'>): FileType {
  return fileTypeOf((query as RawQuery).file_type);
}

/** @returns Refusal 422 for a parameter of FRED that the path does not have. */
function missingName(raw: RawQuery, missing: FredPath<TObject>['missing'] = {}) {
  const [name, instead] = Object.entries(missing).find(([one]) => raw[one] !== undefined) ?? [];
  if (name === undefined) return undefined;
  return { error: invalid(name, `Almanac does not take ${name}.  ${instead}`) };
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
  if ('csv' in found) reply.header('Content-Disposition', `attachment; filename="${found.fileName}"`);
  const about = { etag, origin: originOf(found.datasets, data), vary: 'Origin' };
  if (!sendUnchangedData(request, reply, about))
    reply.header('Content-Type', 'csv' in found ? CSV : mediaType).send(text);
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
