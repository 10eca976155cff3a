import { isIP } from 'node:net';
import { Failure, quoted } from '../../contract/failure.ts';
import { maskSecrets } from '../../process/mask.ts';
import { readTls, type TlsFiles } from './tls.ts';

/** How other computers reach the service. Without it, it listens on loopback alone. */
export type Serving = {
  /** IP address of this computer to listen on. */
  host: string;
  /** Origin under which others reach it: `https://data.example.org`. */
  publicUrl?: string | undefined;
  /** Files in PEM. */
  tls?: TlsFiles | undefined;
  /** Networks of the proxies, as CIDR. */
  proxies?: readonly string[] | undefined;
};

/** The words of the command line. */
export type ServingWords = {
  host?: string | undefined;
  publicUrl?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  proxies: readonly string[];
};

/** @returns whether an IP address is one that only this computer reaches. */
function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/**
 * Checks that nobody on the network can read keys and data on their way, and that the names under which the service answers are known.
 * @returns undefined where none of the options was given. @throws Failure 'wrong_usage'.
 */
export function checkedServing(words: ServingWords): Serving | undefined {
  const { host, publicUrl, tlsCert, tlsKey, proxies } = words;
  const given = [host, publicUrl, tlsCert, tlsKey, ...proxies];
  if (given.every((word) => word === undefined)) return undefined;
  if (host !== undefined && isIP(host) === 0)
    throw wrong(
      `--host is an address of this computer: 0.0.0.0 for all of them, or one such as 192.168.1.10, not ${quoted(host)}.`,
    );
  if (tlsCert !== undefined && tlsKey === undefined)
    throw wrong('--tls-cert needs the private key of the certificate too: --tls-key FILE.');
  if (tlsKey !== undefined && tlsCert === undefined)
    throw wrong('--tls-key needs the certificate too: --tls-cert FILE.');
  const address = host ?? '127.0.0.1';
  const networks = proxies.map(checkedNetwork);
  const isOpen = !isLoopback(address);
  if (isOpen && tlsCert === undefined && networks.length === 0)
    throw wrong(
      `--host ${address} lets other computers in, so keys and data must be encrypted on their way: give --tls-cert and --tls-key, or --behind-proxy CIDR where a proxy does it.`,
    );
  if ((isOpen || networks.length > 0) && publicUrl === undefined)
    throw wrong(
      'Others need a name to reach this service by: --public-url https://data.example.org. It answers to no other.',
    );
  const tls = tlsCert !== undefined && tlsKey !== undefined ? { cert: tlsCert, key: tlsKey } : undefined;
  if (tls) readTls(tls);
  return {
    host: address,
    ...(publicUrl !== undefined && { publicUrl: checkedPublicUrl(publicUrl) }),
    ...(tls && { tls }),
    ...(networks.length > 0 && { proxies: networks }),
  };
}

function checkedPublicUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url && url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isPlain && url.protocol === 'https:') return url.origin;
  throw wrong(
    `--public-url is scheme, name and port under which others reach the service, such as https://data.example.org, not ${quoted(maskSecrets(text))}.`,
  );
}

function checkedNetwork(text: string): string {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (family === 0 || length > most)
    throw wrong(
      `--behind-proxy is the network of the proxies: 10.0.0.0/24, or an address such as 10.0.0.5, not ${quoted(text)}.`,
    );
  if (length === 0)
    throw wrong(`--behind-proxy ${text} would believe everybody: name the network of the proxies alone.`);
  return `${address}/${length}`;
}

function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
