import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

type Judge = Pick<Electron.WebRequest, 'onBeforeRequest'>;
type Filtered = (
  filter: Electron.WebRequestFilter,
  listener:
    | ((
        details: Electron.OnBeforeRequestListenerDetails,
        answer: (response: Electron.CallbackResponse) => void,
      ) => void)
    | null,
) => void;
/** The sender of a request. */
type Asker = Pick<Electron.OnBeforeRequestListenerDetails, 'webContentsId' | 'initiatorOrigin'>;

/**
 * The network of Chromium's pages: a proxy for all TCP connections, also those that the DevTools protocol
 * does not show (workers, WebSockets, TURN).
 */
export type Network = {
  /** Port of the proxy that Chromium uses. */
  port: number;
  webRequest: Judge;
  setProxy: Electron.Session['setProxy'];
  close(): void;
};

/** Stands for all pages: the double does not know the page of a connection. */
const BY_PAGE: Asker = { webContentsId: 1 };
/** Each request has its own connection, so that none is lost on a closed one (Chromium would repeat it). */
const AGENT = new Agent({ keepAlive: false });

/** First byte of a tunnel: a TLS handshake, or the G of GET, which only a WebSocket sends this way. */
const SCHEMES_BY_START: Readonly<Record<number, string>> = { 22: 'https', 71: 'ws' };

export async function startNetwork(): Promise<Network> {
  let schemes: string[] = [];
  let listener: Parameters<Filtered>[1] = null;
  let bypassed: string[] | undefined;
  let count = 0;

  const onBeforeRequest: Filtered = (filter, given) => {
    const known = filter.urls.map((url) => /^(https?|wss?):\/\/\*\/\*$/.exec(url)?.[1]);
    if (known.includes(undefined)) throw new Error('The stand-in knows filters of whole schemes only');
    schemes = known.map((scheme) => `${scheme}:`);
    listener = given;
  };

  function isLetPass(url: string, asker: Asker): Promise<boolean> {
    const heard = listener;
    if (heard === null || !schemes.includes(new URL(url).protocol)) return Promise.resolve(true);
    count += 1;
    const details: Electron.OnBeforeRequestListenerDetails = {
      id: count,
      url,
      method: 'GET',
      resourceType: 'other',
      referrer: '',
      timestamp: Date.now(),
      uploadData: [],
      ...asker,
    };
    return new Promise((resolve) => heard(details, ({ cancel }) => resolve(cancel !== true)));
  }

  /** A proxy set by the app counts as unreachable: the double supports none. */
  const isReached = (host: string): boolean => bypassed === undefined || bypassed.includes(host);

  const server = createServer((request, response) => void pass(request, response));
  server.on('connect', (request, socket) => void tunnel(request, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    const asker = { ...BY_PAGE, ...initiatorOf(request, url) };
    if (!(await isLetPass(url, asker)) || !isReached(new URL(url).hostname)) {
      response.destroy();
      return;
    }
    const { 'proxy-connection': _, ...headers } = request.headers;
    const onward = send(url, { method: request.method, headers, agent: AGENT }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A stream of events may send nothing for long after its head.
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  /** HTTPS, WebSockets and WebRTC over TCP differ by their first byte. No listener is asked about WebRTC. */
  async function tunnel(request: IncomingMessage, socket: Duplex): Promise<void> {
    const { hostname, port } = new URL(`tcp://${request.url}`);
    socket.on('error', () => socket.destroy());
    if (!isReached(hostname)) {
      socket.destroy();
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const first: Buffer = await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const scheme = SCHEMES_BY_START[first[0] ?? 0];
    if (scheme !== undefined && !(await isLetPass(`${scheme}://${request.url}/`, BY_PAGE))) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }

  return {
    port: (server.address() as AddressInfo).port,
    webRequest: { onBeforeRequest: onBeforeRequest as Judge['onBeforeRequest'] },
    async setProxy({ proxyRules = '', proxyBypassRules = '' }) {
      bypassed = proxyRules === '' ? undefined : proxyBypassRules.split(';');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The origin of a page's request, by `Origin` or `Sec-Fetch-Site`. Without both, the window loads it. */
function initiatorOf({ headers }: IncomingMessage, url: string): Pick<Asker, 'initiatorOrigin'> {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return { initiatorOrigin: origin };
  if (site === 'same-origin') return { initiatorOrigin: new URL(url).origin };
  return site === 'cross-site' || site === 'same-site' ? { initiatorOrigin: 'null' } : {};
}
