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
/** Who sends a request. */
type Asker = Pick<Electron.OnBeforeRequestListenerDetails, 'webContentsId' | 'initiatorOrigin'>;

/**
 * The network of Chromium's pages: a proxy, which sees everything that a page tries over TCP, also what the DevTools protocol does
 * not show (workers, WebSockets, TURN).
 */
export type Network = {
  /** Port of the proxy that Chromium uses. */
  port: number;
  webRequest: Judge;
  setProxy: Electron.Session['setProxy'];
  close(): void;
};

/** Stands for all pages: the double cannot tell which page a connection belongs to. */
const BY_PAGE: Asker = { webContentsId: 1 };
/** As Chromium does, a request over a connection that has ended meanwhile is not lost: each has its own. */
const AGENT = new Agent({ keepAlive: false });

/** First byte of a tunnel: that of a TLS handshake, or the G of GET, which through a proxy only a WebSocket sends. */
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

  /** A proxy that the app sets is treated as unreachable: the double supports no other. */
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
      // A stream of events may be silent for long after its head.
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  /** HTTPS, WebSockets and WebRTC over TCP: the first byte tells them apart. For WebRTC no listener is asked. */
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

/** Who makes the request of a page: in `Origin`, or told by `Sec-Fetch-Site`. Neither: the window itself loads an address. */
function initiatorOf({ headers }: IncomingMessage, url: string): Pick<Asker, 'initiatorOrigin'> {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return { initiatorOrigin: origin };
  if (site === 'same-origin') return { initiatorOrigin: new URL(url).origin };
  return site === 'cross-site' || site === 'same-site' ? { initiatorOrigin: 'null' } : {};
}
