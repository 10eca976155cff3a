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
import { DAY_LIMIT, FRED_PREFIX, MINUTE_LIMIT } from '../contract/names.ts';

/** A path's answer, and the datasets it comes from. */
type FredAnswer = { datasets: readonly string[] } & (FredList | FredCsv);
type FredCsv = { csv: string; rows: number; fileName: string };

/** Answers a checked request. May throw a Refusal 422 (`invalid`), which is sent in FRED's form. */
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
  /** FRED's parameters that this path lacks, and what to do instead. If absent, unknown ones are ignored. */
  missing?: Readonly<Record<string, string>>;
};

export const FRED_SETTING = 'fred_clients';
const CSV = 'text/csv; charset=utf-8; header=present';

/** Makes a FRED path, which needs a key (`api_key` or header) and counts as a request of economic data. */
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
        // A path knows only its own parameters. It ignores parameters of the API and of FRED's other paths.
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
          const rows = await sendAnswer(found, fileType, data, reply);
          noteRows(site, reply, path, rows);
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

function missingName(raw: RawQuery, missing: FredPath<TObject>['missing'] = {}) {
  const [name, instead] = Object.entries(missing).find(([one]) => raw[one] !== undefined) ?? [];
  if (name === undefined) return undefined;
  return { error: invalid(name, `Almanac does not take ${name}.  ${instead}`) };
}

async function sendAnswer(
  found: FredAnswer,
  fileType: FileType,
  data: DataFacts,
  reply: FastifyReply,
): Promise<number> {
  const { mediaType, write } = FILE_TYPES[fileType];
  const text = 'csv' in found ? found.csv : await inTurns(write(found));
  const etag = weakEtag(text);
  if ('csv' in found) reply.header('Content-Disposition', `attachment; filename="${found.fileName}"`);
  const about = { etag, origin: originOf(found.datasets, data), vary: 'Origin' };
  if (!sendUnchangedData(reply, about))
    reply.header('Content-Type', 'csv' in found ? CSV : mediaType).send(text);
  return 'csv' in found ? found.rows : found.items.length;
}

async function inTurns(pieces: Iterable<string>): Promise<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    await turn();
  }
  return text;
}

function originOf(datasets: readonly string[], data: DataFacts): string | undefined {
  const origins = new Set(datasets.flatMap((id) => data.origin(id) ?? []));
  return origins.size > 1 ? 'mixed' : [...origins][0];
}

/**
 * Writes a refusal in FRED's form, with status 400 for a wrong key or parameter. Returns other errors
 * unchanged. @param fileType `undefined` for a CSV, which has one line of text and keeps 401
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
  // Only a 401 has a challenge.
  const { 'WWW-Authenticate': _, ...headers } = error.headers;
  const { mediaType, refuse } = FILE_TYPES[fileType];
  return new Refusal(status, new RawBody(mediaType, refuse(status, message)), headers, { isGuess });
}

const KEY_ADVICE = 'Make a key in Almanac under API access; one for FRED has 32 hexadecimal digits.';

function messageOf({ status, body }: Refusal, request: FastifyRequest): string {
  const { detail } = body as { detail: string | { message?: string; revoked?: boolean } };
  const facts = typeof detail === 'string' ? { message: detail } : detail;
  switch (status) {
    case 401:
      if (facts.revoked)
        return 'Bad Request.  The value for variable api_key is not registered.  The key is revoked.';
      return isKeySent(request)
        ? `Bad Request.  The value for variable api_key is not registered.  ${KEY_ADVICE}`
        : `Bad Request.  Variable api_key is not set.  ${KEY_ADVICE}`;
    case 422:
      return `Bad Request.  ${facts.message}`;
    case 429:
      return `Too Many Requests.  Exceeded Rate Limit.  A key may make ${MINUTE_LIMIT} requests a minute and ${DAY_LIMIT} a day.`;
    default:
      return `${facts.message}.`;
  }
}

function isKeySent(request: FastifyRequest): boolean {
  return (request.query as { api_key?: unknown }).api_key !== undefined || headerKeys(request).length > 0;
}

/** FRED's forms of an answer: XML with attributes, or JSON with the same names. */

export type FredFacts = Readonly<Record<string, string | number>>;

/**
 * A list's element. `text` is its content in XML and its field `name` in JSON. An element without facts is
 * its text alone in JSON.
 */
export type FredListItem = { facts: FredFacts; text?: { name: string; value: string } };

export type FredList = {
  list: string;
  /** The element's name: 'observation'. */
  item: string;
  /** The facts before the list, in order; never empty. */
  facts: FredFacts;
  items: readonly FredListItem[];
};

type FileForm = {
  mediaType: string;
  /** Yields the text in pieces of some thousand items. */
  write: (answer: FredList) => Generator<string, void>;
  refuse: (status: number, message: string) => string;
};

export const FILE_TYPES = {
  xml: { mediaType: 'text/xml; charset=utf-8', write: asXml, refuse: errorAsXml },
  json: { mediaType: 'application/json; charset=utf-8', write: asJson, refuse: errorAsJson },
} as const satisfies Record<string, FileForm>;
type FileType = keyof typeof FILE_TYPES;

/** @param asked the unchecked parameter `file_type`. @returns the answer's form; FRED's default is XML. */
export function fileTypeOf(asked: unknown): FileType {
  return typeof asked === 'string' && Object.hasOwn(FILE_TYPES, asked) ? (asked as FileType) : 'xml';
}

const PROLOG = '<?xml version="1.0" encoding="utf-8" ?>\n';

function* asXml({ list, item, facts, items }: FredList): Generator<string, void> {
  yield `${PROLOG}<${list}${attributes(facts)}>\n`;
  for (const some of pieces(items)) {
    const lines = some.map(({ facts, text }) =>
      text
        ? `  <${item}${attributes(facts)}>${escaped(text.value)}</${item}>\n`
        : `  <${item}${attributes(facts)}/>\n`,
    );
    yield lines.join('');
  }
  yield `</${list}>\n`;
}

function* asJson({ list, facts, items }: FredList): Generator<string, void> {
  yield `${JSON.stringify(facts).slice(0, -1)},${JSON.stringify(list)}:[`;
  let between = '';
  for (const some of pieces(items)) {
    const listed = some.map(({ facts, text }) => {
      if (!text) return facts;
      return Object.keys(facts).length === 0 ? text.value : { ...facts, [text.name]: text.value };
    });
    yield between + JSON.stringify(listed).slice(1, -1);
    between = ',';
  }
  yield ']}';
}

/** The items of a piece, which takes a few milliseconds. */
const MOST_ITEMS = 2000;

function* pieces(items: readonly FredListItem[]): Generator<readonly FredListItem[], void> {
  for (let start = 0; start < items.length; start += MOST_ITEMS) yield items.slice(start, start + MOST_ITEMS);
}

function errorAsXml(status: number, message: string): string {
  return `${PROLOG}<error${attributes({ code: status, message })} />\n`;
}

function errorAsJson(status: number, message: string): string {
  return JSON.stringify({ error_code: status, error_message: message });
}

function attributes(facts: FredFacts): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a reader would take them for spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Replaces characters that XML does not allow: other control characters and lone surrogates. */
function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"\p{Cc}\ufffe\uffff]/gu, (mark) => ESCAPES[mark] ?? '\ufffd');
}

const MESSAGE =
  'Not Found.  Of FRED’s paths Almanac has fred/series, fred/series/observations, fred/series/vintagedates, fred/series/search, fred/series/release, fred/release/series, fred/release/dates and fred/releases/dates: no categories, tags, sources or updates.';

/** Answers every other path of FRED with a 404 that clients can show. */
export const OTHER_FRED_PATHS: AddRoutes = (app) => {
  app.get(`${FRED_PREFIX}/*`, { config: { closable: FRED_SETTING } }, async (request) => {
    const { mediaType, refuse } = FILE_TYPES[fileTypeIn(request)];
    throw new Refusal(404, new RawBody(mediaType, refuse(404, MESSAGE)));
  });
};
