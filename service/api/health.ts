import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Readiness } from '../contract/readiness.ts';
import { discoverySchema } from './http/described-route.ts';
import type { Site } from './http/site.ts';

const HEALTH = discoverySchema('get_health', 'Whether the service is well', {
  json: {
    schema: Type.Object({ status: Type.Unsafe({ const: 'ok' }), version: Type.String() }),
    example: { status: 'ok', version: '0.1.0' },
  },
});
const READINESS = discoverySchema('get_readiness', 'Whether a balancer may send requests to this service', {
  json: { schema: Readiness, example: { status: 'ready' } },
});

/** Adds `GET /healthz` and `GET /readyz`, for programs that watch the service. */
export function addHealth(app: FastifyInstance, { reader, readiness, version }: Site): void {
  app.get('/healthz', { schema: HEALTH }, async (_request, reply) => {
    // Reads the file, so that the answer is not 'healthy' while the file is unreadable.
    reader.dataVersion();
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', version });
  });
  app.get('/readyz', { schema: READINESS }, async (_request, reply) => {
    reader.dataVersion();
    // A team's node also needs the newest data.
    const state: Readiness = readiness?.() ?? { status: 'ready' };
    if (state.status !== 'ready') reply.code(503).header('Retry-After', '1');
    return reply.header('Cache-Control', 'no-store').send(state);
  });
}
