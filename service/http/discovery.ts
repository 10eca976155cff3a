import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../contract/names.ts';
import { catalogBody } from './catalog-body.ts';
import type { Context } from './context.ts';
import { watchData } from './data-state.ts';
import { type Document, makeDocument, sendDocument } from './document.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** How fresh the data are is told to the minute. */
const MINUTE_MS = 60_000;

/** Adds what is answered without a key: health, catalogue, OpenAPI. The last is built when it is first asked for. */
export function addDiscovery(app: FastifyInstance, context: Context): void {
  const data = watchData(context.reader);
  let catalog: { version: string; minute: number; document: Document } | undefined;
  let openapi: Promise<Document> | undefined;

  app.get('/healthz', (_request, reply) => {
    // Asks the file, so that an unreadable one is not called healthy.
    context.reader.dataVersion();
    reply.header('Cache-Control', 'no-store').type(JSON_TYPE);
    return reply.send(JSON.stringify({ status: 'ok', version: context.version }));
  });

  app.get(`${API_PREFIX}/catalog`, (request, reply) => {
    const state = data(request);
    const minute = Math.floor(context.now().getTime() / MINUTE_MS);
    if (catalog?.version !== state.version || catalog.minute !== minute) {
      const body = JSON.stringify(catalogBody(state, context.reader, minute * MINUTE_MS));
      catalog = { version: state.version, minute, document: makeDocument(body, JSON_TYPE) };
    }
    return sendDocument(request, reply, catalog.document);
  });

  app.get('/openapi.json', async (request, reply) => {
    openapi ??= import('./openapi/document.ts').then(({ openapiDocument }) =>
      makeDocument(JSON.stringify(openapiDocument(context.version, context.port())), JSON_TYPE),
    );
    return sendDocument(request, reply, await openapi);
  });
}
