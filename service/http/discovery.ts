import type { FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import { API_PREFIX } from '../contract/names.ts';
import { catalogBody } from './catalog-body.ts';
import type { Operation, Route, Site } from './context.ts';
import { DOCS } from './docs.ts';
import { type Document, makeDocument, sendDocument } from './document.ts';
import { openQuery, type RawQuery } from './query.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** How fresh the data are is told to the minute. */
const MINUTE_MS = 60_000;
/** What is answered without a key takes no parameters, but a wrong form is refused there too. */
const NO_PARAMETERS = Type.Object({});

const DOCS_PAGE = {
  id: 'get_docs',
  summary: 'This document as a page to read and try',
  content: { 'text/html': { schema: { type: 'string' } } },
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** What is answered without a key: health, catalogue, OpenAPI, and the page that shows it. */
export const DISCOVERY_ROUTES: readonly Route[] = [
  open('/healthz', health, {
    id: 'get_health',
    summary: 'Whether the service is well',
    content: {
      'application/json': {
        schema: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
        example: { status: 'ok', version: '0.1.0' },
      },
    },
  }),
  open(`${API_PREFIX}/catalog`, catalog, {
    id: 'get_catalog',
    summary: 'Datasets and series: what they are, and what is held of them',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Catalog' } } },
  }),
  open('/openapi.json', openapi, {
    id: 'get_openapi',
    summary: 'This document',
    content: { 'application/json': { schema: { type: 'object' } } },
  }),
  ...Object.entries(DOCS).map(([path, send]) =>
    open(path, () => send, path === '/docs' ? DOCS_PAGE : undefined),
  ),
];

/** @param said of the path in the OpenAPI document; nothing: it is not in the document. */
function open(
  path: string,
  make: (site: Site) => Handler,
  said?: { id: string; summary: string; content: Operation['answer']['content'] },
): Route {
  const { id = '', summary = '', content = {} } = said ?? {};
  return {
    path,
    ...(said && {
      operation: {
        id,
        tag: 'Discovery',
        summary,
        answer: { description: summary, content },
        refusals: {},
      },
    }),
    security: [],
    query: NO_PARAMETERS,
    open(site) {
      const check = openQuery(NO_PARAMETERS, this, site.routes);
      const handle = make(site);
      return (request, reply) => {
        check(request.query as RawQuery);
        return handle(request, reply);
      };
    },
  };
}

function health({ reader, version }: Site): Handler {
  return (_request, reply) => {
    // Asks the file, so that an unreadable one is not called healthy.
    reader.dataVersion();
    reply.header('Cache-Control', 'no-store').type(JSON_TYPE);
    return reply.send(JSON.stringify({ status: 'ok', version }));
  };
}

function catalog({ data, now, reader }: Site): Handler {
  let kept: { version: string; minute: number; document: Document } | undefined;
  return (request, reply) => {
    const state = data(request);
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (kept?.version !== state.version || kept.minute !== minute) {
      const body = JSON.stringify(catalogBody(state, reader, minute * MINUTE_MS));
      kept = { version: state.version, minute, document: makeDocument(body, JSON_TYPE) };
    }
    return sendDocument(request, reply, kept.document);
  };
}

/** The document is built when it is first asked for: the service starts without the schemas of its answers. */
function openapi({ version, port, routes }: Site): Handler {
  let kept: Promise<Document> | undefined;
  return async (request, reply) => {
    kept ??= import('./openapi/document.ts').then(({ openapiDocument }) =>
      makeDocument(JSON.stringify(openapiDocument(routes, version, port())), JSON_TYPE),
    );
    return sendDocument(request, reply, await kept);
  };
}
