import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer, type Server as PortServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import {
  HEADERS_OF_PAGE,
  HTTP_OPTIONS,
  noteUnused,
  portOf,
  REQUEST_TIMEOUT_MS,
} from '../process/http-server.ts';
import { type FileAnswer, openPageFiles, type PageFiles } from './page-files.ts';

/** The HTTP server of an Almanac with a page, and the page's port, which gives it its connections. */
export type PageServer = {
  http: Server;
  port: PortServer;
  files: PageFiles;
  /** Signs the first page in, once. */
  token: string;
  /** True if a request or its connection came to the page's port. */
  isOf: (request: Pick<IncomingMessage, 'socket'>) => boolean;
  /** @returns the port. @throws the system's error if it is taken. */
  listen(port: number): Promise<number>;
  /** Takes the function that answers from `open` on. */
  answerBy(service: RequestListener): Server;
  open(): void;
  /** Lets waiting requests for files be answered, between two long pieces of the start. */
  catchUp(): Promise<void>;
};

const LOOPBACK = '127.0.0.1';
const ACCEPT_TURNS = 5;
/** Fastify sets the same for servers of its own. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Until `open` this answers only the page's document and assets, so that a browser loads them while the service
 * starts. All other requests wait for it.
 */
export function createPageServer(folder: string): PageServer {
  // An import of ‘node:http’ would also load the code of `fetch`: 40 ms and 10 MB.
  const { createServer: createHttpServer } = process.getBuiltinModule('node:http');
  const files = openPageFiles(folder);
  const sockets = new WeakSet<Socket>();
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let service: RequestListener | undefined;
  let isOpen = false;
  let running = 0;

  const timeouts = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const http = createHttpServer({ ...HTTP_OPTIONS, ...timeouts }, (request, response) => {
    if (isOpen) service?.(request, response);
    else void answerEarly(request, response);
  });
  noteUnused(http);
  // Node keeps its list of connections from this event on; the end would wait for idle ones that are not on it.
  http.emit('listening');
  // Node's HTTP server opens its own port with the same options.
  const port = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    http.emit('connection', socket);
  });
  const isOf: PageServer['isOf'] = ({ socket }) => sockets.has(socket);

  async function answerEarly(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = isOf(request) ? earlyName(request, `${LOOPBACK}:${portOf(port)}`) : undefined;
    running += 1;
    const file = name === undefined ? undefined : await files(name, request.headers).catch(() => undefined);
    running -= 1;
    if (file) sendFile(file, response);
    else if (isOpen) service?.(request, response);
    else waiting.push([request, response]);
  }

  return {
    http,
    port,
    files,
    token: randomBytes(32).toString('base64url'),
    isOf,
    async listen(wanted) {
      const listening = once(port, 'listening');
      port.listen({ host: LOOPBACK, port: wanted });
      await listening;
      return portOf(port);
    },
    answerBy(given) {
      service = given;
      return http;
    },
    async catchUp() {
      // A new connection takes some turns until its request is read.
      for (let turns = 0; turns < ACCEPT_TURNS || running > 0; turns++) await turn();
    },
    open() {
      isOpen = true;
      for (const [request, response] of waiting.splice(0)) service?.(request, response);
    },
  };
}

function sendFile({ status, headers, body }: FileAnswer, response: ServerResponse): void {
  const length = body && { 'Content-Length': body.length };
  response.writeHead(status, { ...HEADERS_OF_PAGE, ...headers, ...length }).end(body);
}

/**
 * @returns the name of a file that anybody may read, if the request is certainly one that the service would
 * answer: with our host, and sent by our own page, by no page, or by a person who opens the address.
 */
function earlyName({ method, url = '', headers }: IncomingMessage, host: string): string | undefined {
  const found = /^\/(assets\/[\w.-]+)?$/.exec(url);
  if (!found || method !== 'GET' || headers.host !== host || headers.origin !== undefined) return undefined;
  const site = headers['sec-fetch-site'];
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === undefined || site === 'same-origin' || isNavigation ? (found[1] ?? '') : undefined;
}
