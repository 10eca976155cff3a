import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections on which no request has come yet. Browsers make some in advance; to Node's server they are not idle. */
const unusedOf = new WeakMap<Server, Set<Socket>>();

/** Notes them from now on, for `closeIdle`. */
export function noteUnused(server: Server): void {
  const unused = new Set<Socket>();
  unusedOf.set(server, unused);
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
}

/** Closes the connections that wait for a request, the first or another one. */
export function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of unusedOf.get(server) ?? []) socket.destroy();
}
