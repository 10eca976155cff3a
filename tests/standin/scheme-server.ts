import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export type SchemeHandler = (request: Request & { initiatorOrigin?: string }) => Promise<Response> | Response;

/** Serves the app's own schemes as loopback hosts: `app://bundle/x` is `http://bundle.app.localhost:PORT/x`, a secure context. */
export type SchemeServer = {
  handlers: Map<string, SchemeHandler>;
  port: number;
  /** @returns the address that Chromium uses for `address`: the same, unless a handler serves its scheme. */
  toLoopback(address: string): string;
  /** The reverse. */
  fromLoopback(address: string): string;
  close(): void;
};

/** @param wantedPort the port of the last run, so that the page finds the storage of its origin again; 0 means any port */
export async function startSchemeServer(wantedPort: number): Promise<SchemeServer> {
  const handlers = new Map<string, SchemeHandler>();
  const server = createServer((request, response) => void answer(request, response));
  const listen = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
  if (!(await listen(wantedPort)) && !(await listen(0))) throw new Error('The scheme server finds no port');
  const { port } = server.address() as AddressInfo;
  const loopback = new RegExp(`^http://([^/?#]+)\\.([a-z][a-z0-9+-]*)\\.localhost:${port}(?=[/?#]|$)`);

  const fromLoopback = (address: string): string =>
    address.replace(loopback, '$2://$1').replace(/^file:\/\/none(?=\/)/, 'file://');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = fromLoopback(`http://${request.headers.host}${request.url}`);
    const handler = handlers.get(address.split(':')[0] ?? '');
    if (handler === undefined) {
      response.writeHead(404).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const result = await handler(toRequest(request, address, gone.signal));
      await send(result, response);
    } catch (error) {
      // Electron fails the request with ERR_UNEXPECTED; here the connection is closed.
      if (!gone.signal.aborted) console.error(error);
      response.destroy();
    }
  }

  function toRequest(request: IncomingMessage, address: string, signal: AbortSignal): Request {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (
        ['host', 'connection', 'accept-encoding', 'transfer-encoding'].includes(name) ||
        value === undefined
      )
        continue;
      headers.set(name, fromLoopback(String(value)));
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const made = new Request(address, {
      method: request.method ?? 'GET',
      headers,
      signal,
      ...(hasBody ? { body: Readable.toWeb(request) as unknown as BodyInit, duplex: 'half' } : {}),
    } as RequestInit);
    return Object.assign(made, initiatorOf(request, fromLoopback));
  }

  return {
    handlers,
    port,
    toLoopback: (address) => {
      const [, scheme = '', host = '', rest = ''] =
        /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
      if (!handlers.has(scheme)) return address;
      return `http://${host || 'none'}.${scheme}.localhost:${port}${rest === '' ? '/' : rest}`;
    },
    fromLoopback,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The origin of a request is in `Origin`; for reads by the page itself `Sec-Fetch-Site` tells it. */
function initiatorOf(
  request: IncomingMessage,
  fromLoopback: (address: string) => string,
): { initiatorOrigin?: string } {
  const { origin, host } = request.headers;
  if (origin !== undefined) return { initiatorOrigin: fromLoopback(origin) };
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return { initiatorOrigin: fromLoopback(`http://${host}`) };
  return site === 'cross-site' || site === 'same-site' ? { initiatorOrigin: 'null' } : {};
}

async function send(result: Response, response: ServerResponse): Promise<void> {
  if (result.type === 'error') {
    response.destroy();
    return;
  }
  response.writeHead(result.status, result.statusText, Object.fromEntries(result.headers));
  if (result.body === null) {
    response.end();
    return;
  }
  const body = Readable.fromWeb(result.body as ReadableStream);
  response.once('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
}
