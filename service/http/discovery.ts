import { Type } from 'typebox';
import { API_PREFIX } from '../contract/names.ts';
import { Readiness } from '../contract/readiness.ts';
import { catalogBody } from './catalog-body.ts';
import type { ApiRoute, Handler, Operation, Site } from './context.ts';
import { DOCS_FILES, docsPage } from './docs/files.ts';
import { type Document, keptDocument, makeDocument, sendDocument } from './document.ts';
import { openPaths } from './doors.ts';
import { openQuery, type RawQuery } from './query.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The catalogue says to the minute how fresh the data are. */
const MINUTE_MS = 60_000;
/** These paths take no parameters, but still refuse repeated and bracketed ones. */
const NO_PARAMETERS = Type.Object({});

/** The paths that need no key: health, catalogue, OpenAPI document, and the page that shows it. */
export const DISCOVERY_ROUTES: readonly ApiRoute[] = [
  open('/healthz', health, 'get_health', 'Whether the service is well', {
    json: {
      schema: Type.Object({ status: Type.Unsafe({ const: 'ok' }), version: Type.String() }),
      example: { status: 'ok', version: '0.1.0' },
    },
  }),
  open('/readyz', ready, 'get_readiness', 'Whether a balancer may send requests to this service', {
    json: { schema: Readiness, example: { status: 'ready' } },
  }),
  open(
    `${API_PREFIX}/catalog`,
    catalog,
    'get_catalog',
    'Datasets and series: what they are, and what is held of them',
    { json: { schema: 'Catalog' } },
  ),
  open('/openapi.json', openapi, 'get_openapi', 'This document', {
    json: { schema: Type.Unsafe({ type: 'object' }) },
  }),
  open(
    '/docs',
    (site) =>
      docsPage(
        () => openApiOf(site),
        () => openPaths(site).name,
      ),
    'get_docs',
    'This document as a page to read and try',
    { html: true },
  ),
  ...Object.entries(DOCS_FILES).map(([path, send]) => open(path, () => send)),
];

/** @param id in the OpenAPI document; a path without one is not in the document. */
function open(
  path: string,
  make: (site: Site) => Handler,
  id?: string,
  summary = '',
  answer: Omit<Operation['answer'], 'description'> = {},
): ApiRoute {
  const operation = {
    tag: 'Discovery',
    summary,
    answer: { description: summary, ...answer },
    refusals: {},
  } as const;
  return {
    path,
    ...(id !== undefined && { operation: { id, ...operation } }),
    security: [],
    query: NO_PARAMETERS,
    open(site) {
      const check = openQuery(NO_PARAMETERS, this, site.routes);
      const handle = make(site);
      return async (request, reply) => {
        check(request.query as RawQuery);
        return handle(request, reply);
      };
    },
  };
}

function health({ reader, version }: Site): Handler {
  return async (_request, reply) => {
    // Reads the file, so that the answer is not 'healthy' while the file is unreadable.
    reader.dataVersion();
    reply.header('Cache-Control', 'no-store').type(JSON_TYPE);
    return reply.send(JSON.stringify({ status: 'ok', version }));
  };
}

/** Ready is what can answer; a team's node also needs the newest data. 503 with the reason otherwise. */
function ready({ reader, readiness }: Site): Handler {
  return async (_request, reply) => {
    reader.dataVersion();
    const state: Readiness = readiness?.() ?? { status: 'ready' };
    reply.header('Cache-Control', 'no-store').type(JSON_TYPE);
    if (state.status !== 'ready') reply.code(503).header('Retry-After', '1');
    return reply.send(JSON.stringify(state));
  };
}

function catalog({ data, now, reader }: Site): Handler {
  let kept: { version: string; minute: number; document: Document } | undefined;
  return async (request, reply) => {
    const state = data(request);
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (kept?.version !== state.version || kept.minute !== minute) {
      const body = JSON.stringify(catalogBody(state, reader, minute * MINUTE_MS));
      kept = { version: state.version, minute, document: makeDocument(body, JSON_TYPE) };
    }
    return sendDocument(request, reply, kept.document);
  };
}

function openapi(site: Site): Handler {
  return keptDocument(
    JSON_TYPE,
    async () => JSON.stringify(await openApiOf(site)),
    () => openPaths(site).name,
  );
}

/** Loads the schemas of the answers only now, so that the service starts without them. */
async function openApiOf(site: Site): Promise<object> {
  const { openapiDocument } = await import('./openapi/document.ts');
  return openapiDocument(openPaths(site), site.version, site.entrance);
}
