import { ANSWER_BYTES } from '../../contract/names.ts';
import { COMMON_RESPONSES, headerRef, LIMIT_HEADERS, responseRef, SECURITY } from './components.ts';

export const ASSISTANTS_TAG = 'Assistants';

/** A refusal of the protocol's own: JSON-RPC with an error. */
const protocol = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'object' } } },
});

/** What the OpenAPI document says of `POST /mcp`, the only path that takes POST. */
export const ASSISTANTS = {
  operationId: 'post_mcp',
  tags: [ASSISTANTS_TAG],
  summary: 'Messages of the Model Context Protocol, from assistants',
  description: `The body is a message of JSON-RPC, as the protocol's streamable HTTP has it: without sessions, and read-only. Programs find the tools with \`tools/list\`, and their parameters and answers are described there, not here. The key goes in a header only. An answer of a tool has at most ${ANSWER_BYTES} bytes.`,
  externalDocs: {
    description: 'Model Context Protocol, streamable HTTP',
    url: 'https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http',
  },
  security: SECURITY.keyInHeader,
  parameters: [
    {
      name: 'Accept',
      in: 'header',
      required: true,
      description: 'Both forms of answers: one without the other is 406',
      schema: { const: 'application/json, text/event-stream' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object' },
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      },
    },
  },
  responses: {
    '200': {
      description: 'The answer, as JSON or as one event',
      headers: LIMIT_HEADERS,
      content: {
        'application/json': { schema: { type: 'object' } },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    '202': { description: 'A notification, which has no answer' },
    ...COMMON_RESPONSES,
    '400': protocol('The body is no message of the protocol, or several'),
    '401': {
      description: 'There is no key in a header, or it is invalid, revoked, or for FRED’s clients',
      headers: { 'WWW-Authenticate': headerRef('WwwAuthenticate') },
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
    '405': {
      description: 'The method is not POST',
      headers: { Allow: { description: 'POST', schema: { const: 'POST' } } },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/PlainBody' },
          example: { detail: 'Method Not Allowed' },
        },
      },
    },
    '406': protocol('`Accept` lacks one of the two forms'),
    '413': protocol('The body has more than 64 KiB'),
    '415': protocol('The body is not `application/json`'),
    '429': responseRef('LimitExceeded'),
  },
};
