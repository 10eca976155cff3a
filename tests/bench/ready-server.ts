import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Fastify from 'fastify';

/**
 * The limit that pages are measured against: a server that sends the bytes of a file, held ready in memory.
 * node ready-server.ts http|fastify FILE   → prints the port
 */
const [kind, file = ''] = process.argv.slice(2);
const body = readFileSync(file);
const TYPE = 'application/json; charset=utf-8';
if (kind === 'fastify') {
  const app = Fastify({ logger: false });
  app.get('/*', (_request, reply) => reply.header('content-type', TYPE).send(body));
  console.log(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
} else {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address !== 'string') console.log(address.port);
  });
}
