import { API_PREFIX } from '../../contract/names.ts';
import { COMMON_RESPONSES, headerRef, responseRef } from './components.ts';

/** @returns the paths that are answered without a key. */
export function discoveryPaths(): Record<string, object> {
  return {
    '/healthz': {
      get: discovery('get_health', 'Whether the service is well', {
        'application/json': {
          schema: {
            type: 'object',
            required: ['status', 'version'],
            properties: { status: { const: 'ok' }, version: { type: 'string' } },
          },
          example: { status: 'ok', version: '0.1.0' },
        },
      }),
    },
    [`${API_PREFIX}/catalog`]: {
      get: discovery('get_catalog', 'Datasets and series: what they are, and what is held of them', {
        'application/json': { schema: { $ref: '#/components/schemas/Catalog' } },
      }),
    },
    '/openapi.json': {
      get: discovery('get_openapi', 'This document', {
        'application/json': { schema: { type: 'object' } },
      }),
    },
    '/docs': {
      get: discovery('get_docs', 'This document as a page to read and try', {
        'text/html': { schema: { type: 'string' } },
      }),
    },
  };
}

function discovery(operationId: string, summary: string, content: object): object {
  return {
    operationId,
    tags: ['Discovery'],
    summary,
    security: [],
    responses: {
      '200': { description: summary, headers: { ETag: headerRef('ETag') }, content },
      '304': responseRef('NotModified'),
      ...COMMON_RESPONSES,
    },
  };
}
