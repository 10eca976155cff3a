import type { IncomingMessage, Server } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Failure } from '../../service/contract/failure.ts';
import { HEAD_BYTES } from '../../service/contract/names.ts';
import { maskTarget } from '../../service/process/mask.ts';
import type { RefusalLog } from '../../service/process/refusal-log.ts';
import { type Gateway, refusal } from '../gateway/index.ts';
import { holderText, whoHolds } from '../ports/index.ts';
import { refuseConnect, refuseRequest, refuseUnreadable } from './unreadable-request.ts';

// Imported as a module, ‘node:http’ also loads the code of `fetch`, which takes ten times as long and is not needed yet.
const { createServer } = process.getBuiltinModule('node:http');

export type PageServer = {
  port: number;
  /** Whether an answer is being sent; that of a large export takes a while. */
  isAnswering(): boolean;
  /** Stops accepting and ends every connection. */
  close(): Promise<void>;
};

/** Methods of which `fetch` can make no Request; nothing here answers them. */
const NO_METHODS: ReadonlySet<string> = new Set(['TRACE', 'TRACK']);

/**
 * Serves the gateway on 127.0.0.1, for a browser of this machine.
 * @param ports those after the first are tried where the ones before are taken; 0 is any
 * @param refusals logs what is refused before the gateway sees it, and our own errors. It limits how much: anybody on this machine can
 *   cause them
 * @throws Failure `port_in_use`
 */
export async function serveGateway(
  gateway: Gateway,
  ports: readonly number[],
  refusals: RefusalLog,
): Promise<PageServer> {
  const listener = createRequestListener((request: Request) => gateway(request), {
    onError(error) {
      refusals(
        500,
        `Answer failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return refusal(500, 'Internal Server Error');
    },
  });
  let answers = 0;
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    requireHostHeader: false,
    maxHeaderSize: HEAD_BYTES,
  };
  const server = createServer(limits, (request, response) => {
    const isWrongMethod = NO_METHODS.has(request.method ?? '');
    if (isWrongMethod || !isPlain(request)) {
      const status = refuseRequest(response, isWrongMethod);
      refusals(status, refusedLine(request.method, request.url, status));
      return;
    }
    answers += 1;
    response.once('close', () => {
      answers -= 1;
    });
    // What was answered without its body is still being sent: the connection could not be used again, and would be cut.
    response.once('finish', () => request.removeAllListeners('data').resume());
    listener(request, response);
  });
  server.on('clientError', (error, socket) => {
    const status = refuseUnreadable(error, socket);
    refusals(status, refusedLine('UNREADABLE', '-', status));
  });
  server.on('connect', (request, socket) => {
    const status = refuseConnect(socket);
    refusals(status, refusedLine(request.method, request.url, status));
  });
  await listen(server, ports);
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

/** @returns a refused request for the log, as the service writes its own. */
export function refusedLine(method: string | undefined, target: string | undefined, status: number): string {
  return `${method ?? '?'} ${maskTarget(target ?? '')} ${status} at the door of the page`;
}

/**
 * A target that is a whole URL or '*' is for proxies. A request names its host once (RFC 9112, 3.2): of two, one program would read
 * the first and another the last. Host and target together must make an address without a user name.
 */
function isPlain(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter(
    (_, i) => i % 2 === 1 && request.rawHeaders[i - 1]?.toLowerCase() === 'host',
  );
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !request.url?.startsWith('/')) return false;
  const address = URL.parse(`http://${host}${request.url}`);
  return address !== null && address.username === '' && address.password === '';
}

/** @throws Failure `port_in_use` that names the program that has the last of the ports, where the system tells. */
async function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    if (others.length > 0) return listen(server, others);
    const by =
      code === 'EACCES'
        ? 'may not be used by this account'
        : `is in use by ${holderText(await whoHolds(port))}`;
    const advice = 'choose another one with --port, or leave --port out to take any free one.';
    throw new Failure('port_in_use', `Port ${port} ${by}: ${advice}`, {}, { cause: error });
  }
}
