import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
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
/** Who asks: a page of Chromium, or the main process itself. */
type Asker = Pick<Electron.OnBeforeRequestListenerDetails, 'webContentsId' | 'initiatorOrigin'>;

/**
 * The way of Chromium's pages to the network: a proxy of the double, so that whatever a page tries by TCP is seen, also where
 * the DevTools protocol shows nothing (workers, WebSockets, TURN). The app's own schemes do not come by here.
 */
export type Network = {
  /** Of Chromium's proxy. */
  port: number;
  webRequest: Judge;
  setProxy: Electron.Session['setProxy'];
  /** @returns whether the app's listener lets the request pass. */
  isLetPass(url: string, asker: Asker): Promise<boolean>;
  close(): void;
};

/** All pages are one here: the double cannot tell whose a connection is. */
const BY_PAGE: Asker = { webContentsId: 1, initiatorOrigin: 'app://bundle' };

/** First byte of a tunnel: a TLS handshake, or the G of GET, which with a proxy only a WebSocket says there. */
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

  /** A proxy that the app set is one that is not there: the double knows no other. */
  const isReached = (host: string): boolean => bypassed === undefined || bypassed.includes(host);

  const server = createServer((request, response) => void pass(request, response));
  server.on('connect', (request, socket) => void tunnel(request, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    if (!(await isLetPass(url, BY_PAGE)) || !isReached(new URL(url).hostname)) {
      response.destroy();
      return;
    }
    const onward = send(url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  /** HTTPS, WebSockets and the TCP of WebRTC: what is said first tells which. Of the last no listener is asked. */
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
    isLetPass,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
