import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { TABLE_FORMATS, type TableFormat } from '../../contract/table-formats.ts';
import { querySchema } from './query.ts';

/** Fields of a route's schema for the OpenAPI document, which omits routes without `operationId`. */
declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can extend an interface.
  interface FastifySchema {
    operationId?: string;
    tags?: readonly ApiTag[];
    summary?: string;
    description?: string;
    externalDocs?: { description: string; url: string };
    /** The ways to send a key; empty for answers that need none. */
    security?: readonly object[];
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can extend an interface.
  interface FastifyContextConfig {
    /** The path in OpenAPI's form if it differs from the router's: '/yields/series={codes}'. */
    path?: string;
    /** The path answers 404 if the user has closed this. */
    closable?: Closable;
  }
}

/** Paths that the user can close, by the names of their settings. A closed path answers 404. */
export type Closable = 'assistants' | 'fred_clients';

type ApiTag =
  | 'Economic data'
  | 'Charts'
  | 'Market data'
  | 'FRED’s clients'
  | 'Assistants'
  | 'Team'
  | 'Discovery';

export type DescribedRoute = {
  method: string;
  url: string;
  schema: FastifySchema;
  config?: FastifyContextConfig;
};

export function describedRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (schema?.operationId === undefined || method === 'HEAD') return;
    routes.push({ method: String(method), url, schema, ...(config && { config }) });
  });
  return routes;
}

/** Header first: generated clients use the first way, and a key in an address would appear in logs. */
export const KEY_IN_HEADER = [{ keyInHeader: [] }, { keyAsBearer: [] }] as const;
export const KEY_ANYWHERE = [...KEY_IN_HEADER, { keyInQuery: [] }] as const;

export const IF_NONE_MATCH = {
  type: 'object',
  properties: {
    'If-None-Match': { type: 'string', description: 'ETag of the answer that the client holds' },
  },
} as const;

/** Formats of an answer. `json.schema` is a TypeBox schema or a name in `SCHEMAS`; `csv` is the header. */
type AnswerForms = {
  json?: { schema: TSchema | string; example?: unknown };
  csv?: string;
  files?: readonly TableFormat[];
  html?: true;
  xml?: true;
  /** JSON objects, one a line. */
  lines?: true;
};

const TEXT = { schema: { type: 'string' } };

export function answers(description: string, { json, csv, files = [], html, xml, lines }: AnswerForms) {
  const schema =
    typeof json?.schema === 'string' ? { $ref: `#/components/schemas/${json.schema}` } : json?.schema;
  const content = {
    ...(json && { 'application/json': { ...json, schema } }),
    ...(csv && { 'text/csv': { ...TEXT, example: `${csv}\n` } }),
    ...Object.fromEntries(
      files.map((format) => [
        TABLE_FORMATS[format].mediaType,
        { schema: { type: 'string', format: 'binary' } },
      ]),
    ),
    ...(xml && { 'text/xml': TEXT }),
    ...(lines && { 'application/x-ndjson': TEXT }),
    ...(html && { 'text/html': TEXT }),
  };
  return { description, content };
}

/** @returns the schema of a path without key and parameters. It refuses repeated and bracketed names. */
export function discoverySchema(operationId: string, summary: string, forms: AnswerForms): FastifySchema {
  const response = { 200: answers(summary, forms) };
  return { operationId, tags: ['Discovery'], summary, querystring: querySchema({}), response };
}

/** Refusals that the OpenAPI document describes once. */
export type RefusalName =
  | 'InvalidApiKey'
  | 'LimitExceeded'
  | 'InvalidParameter'
  | 'FredError'
  | 'FredLimit'
  | 'NotAuthenticated'
  | 'Forbidden'
  | 'UnknownSeries'
  | 'HistoryDiffers';

/** @returns a route's refusals by status. The document adds those that every path can have. */
export function refusals(names: Readonly<Record<number, RefusalName>>): Record<string, { $ref: string }> {
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
