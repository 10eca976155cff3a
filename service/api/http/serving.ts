import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { isIP, type Server } from 'node:net';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import { Failure, quoted } from '../../contract/failure.ts';
import { maskSecrets } from '../../process/mask.ts';

/** How other computers reach the service. Without it the service listens on loopback only. */
export type Serving = {
  /** IP address of this computer to listen on. */
  host: string;
  /** Origin under which others reach the service: `https://data.example.org`. */
  publicUrl?: string | undefined;
  tls?: TlsFiles | undefined;
  /** Networks of the proxies, as CIDR. */
  proxies?: readonly string[] | undefined;
};

export type ServingWords = {
  host?: string | undefined;
  publicUrl?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  proxies: readonly string[];
};

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** Requires encryption on the network. @returns undefined without options. @throws Failure 'wrong_usage'. */
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

/** Paths of a certificate (with its chain) and its private key, in PEM. */
type TlsFiles = { cert: string; key: string };

const LOOK_MS = 60_000;

export function readTls({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer } {
  const files = { cert: readFile('--tls-cert', cert), key: readFile('--tls-key', key) };
  try {
    createSecureContext(files);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(
      'wrong_usage',
      `${cert} and ${key} are not a certificate and its private key in PEM: ${why}.`,
      {},
      { cause: error },
    );
  }
  return files;
}

function readFile(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Failure(
      'wrong_usage',
      `${option} ${path} cannot be read (${code}). Name a file in PEM.`,
      {},
      { cause: error },
    );
  }
}

/** Checks every minute for a renewed certificate, and loads it. @returns a function that stops that. */
export function followCertificate(
  server: Server,
  files: TlsFiles,
  log: (line: string) => void,
  lookMs = LOOK_MS,
): () => void {
  const renew = (): void => {
    try {
      if (server instanceof TlsServer) server.setSecureContext(readTls(files));
      log(`The certificate ${files.cert} was read again.`);
    } catch (error) {
      // One of the two files may arrive before the other; the next change is tried again.
      log(`The certificate was not renewed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: lookMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
