import { BlockList, isIP, Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Serving } from './serving.ts';

/** Who may connect, and under which names the service answers. */
export type Entrance = {
  /** The address that the OpenAPI document names. */
  url: () => string;
  /** Whether others reach it, under a name of its own. */
  isPublic: boolean;
  /** Networks whose forwarded headers are believed; nobody else may connect. Empty without a proxy. */
  proxies: readonly string[];
  /** Whether the other end of the connection may ask anything. */
  letsIn: (request: FastifyRequest) => boolean;
  /** The Host that the client asked for: as a proxy that is trusted tells it, else the header. `undefined` without one. */
  hostOf: (request: FastifyRequest) => string | undefined;
  /** Whether a Host is a name of this service, with its port. */
  isOwn: (host: string) => boolean;
  /** Whether an `Origin` is that of the service's own pages. */
  isOwnOrigin: (origin: string, host: string | undefined) => boolean;
};

/**
 * @param port that the service answers on, known once it listens.
 * @param serving undefined for loopback alone, which answers to three names of this computer.
 */
export function openEntrance(port: () => number, serving?: Serving): Entrance {
  const { publicUrl, proxies = [], tls } = serving ?? {};
  const scheme = tls ? 'https' : 'http';
  const shared = publicUrl === undefined ? undefined : new URL(publicUrl);
  const names = new Set(shared ? [shared.host, `${shared.hostname}:${shared.port || 443}`] : []);
  const trusted = blockList(proxies);
  return {
    url: () => shared?.origin ?? `${scheme}://127.0.0.1:${port()}`,
    isPublic: shared !== undefined,
    proxies,
    letsIn({ raw: { socket } }) {
      // `app.inject` has no connection.
      if (proxies.length === 0 || !(socket instanceof Socket)) return true;
      const { remoteAddress = '', remoteFamily } = socket;
      return (
        isIP(remoteAddress) > 0 && trusted.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
      );
    },
    hostOf: (request) =>
      proxies.length > 0 && request.headers['x-forwarded-host'] !== undefined
        ? request.host
        : request.headers.host,
    isOwn(text) {
      const host = text.toLowerCase();
      const at = port();
      return (
        host === `127.0.0.1:${at}` || host === `localhost:${at}` || host === `[::1]:${at}` || names.has(host)
      );
    },
    isOwnOrigin(text, host) {
      const origin = text.toLowerCase();
      return origin === `${scheme}://${host?.toLowerCase()}` || origin === shared?.origin;
    },
  };
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
