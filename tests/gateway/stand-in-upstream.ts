import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceStatus } from '../../electron/supervisor/index.ts';

/** A service on a real socket that a test scripts, and a supervisor that knows where it is. */
export async function standInUpstream(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const status: ServiceStatus = {
    state: 'ready',
    port: (server.address() as AddressInfo).port,
    message: null,
    problem: null,
    requests: 0,
  };
  return {
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: () => Promise.resolve(status),
      call: () => Promise.reject(new Error('This test asks the service nothing over its channel')),
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
