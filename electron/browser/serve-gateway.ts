import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Failure } from '../../service/contract/failure.ts';
import { type Gateway, refusal } from '../gateway/index.ts';
import { holderText, whoHolds } from '../ports/index.ts';
import { refuseRequest, refuseUnreadable } from './unreadable-request.ts';

export type PageServer = {
  port: number;
  /** Whether an answer is on its way, as that of a large export is for a while. */
  isAnswering(): boolean;
  /** Stops accepting and ends every connection. */
  close(): Promise<void>;
};

/**
 * Serves the gateway on 127.0.0.1, for a browser of this machine.
 * @param port 0 is any
 * @throws Failure `port_in_use`
 */
export async function serveGateway(
  gateway: Gateway,
  port: number,
  log: (line: string) => void,
): Promise<PageServer> {
  const listener = createRequestListener((request: Request) => gateway(request), {
    onError(error) {
      log(`Answer failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return refusal(500, 'Internal Server Error');
    },
  });
  let answers = 0;
  const limits = { requestTimeout: 30_000, headersTimeout: 15_000, requireHostHeader: false };
  const server = createServer(limits, (request, response) => {
    if (!isPlain(request)) return refuseRequest(response);
    answers += 1;
    response.once('close', () => {
      answers -= 1;
    });
    listener(request, response);
  });
  server.on('clientError', refuseUnreadable);
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
  return {
    port: address.port,
    isAnswering: () => answers > 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A target that is a whole URL, or '*', is for proxies, and a request names its host once (RFC 9112, 3.2): of two, one
 * program would read the first and another the last.
 */
function isPlain(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length === 1 && request.url?.startsWith('/') === true;
}

/** @throws Failure `port_in_use` that says by whom, where the system tells. */
async function listen(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const by =
      code === 'EACCES'
        ? 'may not be used by this account'
        : `is in use by ${holderText(await whoHolds(port))}`;
    const advice = 'choose another one with --port, or leave --port out to take any free one.';
    throw new Failure('port_in_use', `Port ${port} ${by}: ${advice}`, {}, { cause: error });
  }
}
