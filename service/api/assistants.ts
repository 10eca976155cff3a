import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { ANSWER_BYTES, ASSISTANTS_PATH } from '../contract/names.ts';
import { countedCaller, headerKey } from './http/callers.ts';
import { KEY_IN_HEADER, refusals } from './http/described-route.ts';
import { maskTexts, notFound } from './http/refusal.ts';
import type { Site } from './http/site.ts';
import { noteCall } from './http/site.ts';

/** A refusal in the protocol's own form: JSON-RPC with an error. */
const protocol = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'object' } } },
});
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const SCHEMA: FastifySchema = {
  operationId: 'post_mcp',
  tags: ['Assistants'],
  summary: 'Messages of the Model Context Protocol, from assistants',
  description: `The body is a message of JSON-RPC, as the protocol's streamable HTTP has it: without sessions, and read-only. Programs find the tools with \`tools/list\`, and their parameters and answers are described there, not here. The key goes in a header only. An answer of a tool has at most ${ANSWER_BYTES} bytes.`,
  externalDocs: {
    description: 'Model Context Protocol, streamable HTTP',
    url: 'https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http',
  },
  security: KEY_IN_HEADER,
  headers: {
    properties: {
      Accept: {
        description: 'Both forms of answers: one without the other is 406',
        const: 'application/json, text/event-stream',
      },
    },
    required: ['Accept'],
  },
  body: {
    content: {
      'application/json': {
        schema: { type: 'object' },
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      },
    },
  },
  response: {
    200: {
      description: 'The answer, as JSON or as one event',
      headers: { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') },
      content: {
        'application/json': { schema: { type: 'object' } },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    202: { description: 'A notification, which has no answer' },
    400: protocol('The body is not one message of the protocol'),
    401: {
      description: 'There is no key in a header, or it is invalid, revoked, or for FRED’s clients',
      headers: { 'WWW-Authenticate': header('WwwAuthenticate') },
      content: {
        'application/json': {
          schema: {
            anyOf: [
              { $ref: '#/components/schemas/PlainBody' },
              { $ref: '#/components/schemas/InvalidApiKeyBody' },
            ],
          },
          example: { detail: 'Not authenticated' },
        },
      },
    },
    405: {
      description: 'The method is not POST',
      headers: { Allow: { description: 'POST', schema: { const: 'POST' } } },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/PlainBody' },
          example: { detail: 'Method Not Allowed' },
        },
      },
    },
    406: protocol('`Accept` lacks one of the two forms'),
    413: protocol('The body has more than 64 KiB'),
    415: protocol('The body is not `application/json`'),
    ...refusals({ 429: 'LimitExceeded' }),
  },
};

/** Adds `POST /mcp`. Each request counts against the limits of its key, even if the protocol refuses it. */
export function addAssistants(app: FastifyInstance, site: Site): void {
  const { assistants, pageOf } = site;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The protocol's library reads the body itself, and reports what is wrong with it.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post(
      ASSISTANTS_PATH,
      { schema: SCHEMA, config: { closable: 'assistants' } },
      async (request, reply) => {
        // Assistants use the API's own port; the page's port only documents this path.
        if (pageOf(request.raw)) throw notFound();
        headerKey(site, request);
        await countedCaller(site, request, reply);
        const answer = await assistants.answer(createRequest(request.raw, reply.raw));
        noteCall(site, request, ASSISTANTS_PATH, answer.status, null);
        reply.header('Cache-Control', 'no-store');
        if (answer.status < 400) return reply.send(answer);
        // The protocol's library repeats what it refuses, so mask it.
        const body = JSON.stringify(maskTexts(await answer.json()));
        return reply.code(answer.status).type('application/json').send(body);
      },
    );
  });
  app.addHook('preClose', async () => assistants.close());
}
