import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Readiness } from '../contract/readiness.ts';
import { answers } from './http/described-route.ts';
import { querySchema } from './http/query.ts';
import type { Site } from './http/site.ts';

/** Adds `GET /healthz` and `GET /readyz`, for programs that watch the service. */
export function addHealth(app: FastifyInstance, { reader, readiness, version }: Site): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'get_health',
        tags: ['Discovery'],
        summary: 'Whether the service is well',
        querystring: querySchema({}),
        response: {
          200: answers('Whether the service is well', {
            json: {
              schema: Type.Object({ status: Type.Unsafe({ const: 'ok' }), version: Type.String() }),
              example: { status: 'ok', version: '0.1.0' },
            },
          }),
        },
      },
    },
    async (_request, reply) => {
      // Reads the file, so that the answer is not 'healthy' while the file is unreadable.
      reader.dataVersion();
      return reply.header('Cache-Control', 'no-store').send({ status: 'ok', version });
    },
  );
  const summary = 'Whether a balancer may send requests to this service';
  const schema: FastifySchema = {
    operationId: 'get_readiness',
    tags: ['Discovery'],
    summary,
    querystring: querySchema({}),
    response: { 200: answers(summary, { json: { schema: Readiness, example: { status: 'ready' } } }) },
  };
  app.get('/readyz', { schema }, async (_request, reply) => {
    reader.dataVersion();
    // A team's node also needs the newest data.
    const state: Readiness = readiness?.() ?? { status: 'ready' };
    if (state.status !== 'ready') reply.code(503).header('Retry-After', '1');
    return reply.header('Cache-Control', 'no-store').send(state);
  });
}
