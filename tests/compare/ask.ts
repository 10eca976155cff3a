import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isBinary, readable } from './written-files.ts';

/** Requests as they are on the wire, and answers as text with every header. */

export type Asked = {
  path: string;
  method?: string;
  /** A value that is a list is sent as several headers. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: string | Buffer;
  /** False: no Host header is sent. */
  setHost?: boolean;
};
export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer };

/** @returns the answer with its body as it was before compression. */
export function ask(port: number, { path, method = 'GET', headers = {}, body, setHost = true }: Asked) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
  const request = httpRequest(
    {
      host: '127.0.0.1',
      port,
      path: sendable(path),
      method,
      headers: sent,
      setHost,
      agent: false,
      timeout: 60_000,
    },
    (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const found = Object.entries(response.headersDistinct).map(([name, values]) => [
          name,
          (values ?? []).join(' | '),
        ]);
        const encoding = response.headers['content-encoding'];
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))),
          body: decoded(Buffer.concat(pieces), encoding),
        });
      });
    },
  );
  request.on('timeout', () => request.destroy(new Error(`${path} was not answered within a minute`)));
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Signs that Node sends in no address are sent encoded. */
const sendable = (path: string): string => path.replaceAll(/[^\u0021-\u00ff]+/g, encodeURIComponent);

/** Sends these very bytes. @returns what comes back until the other side closes. */
export async function askRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(5000, () => socket.destroy());
  socket.write(bytes);
  const said = await text(socket).catch((error: unknown) => `(${String(error)})`);
  return said.replace(/^date: .*\r\n/im, '');
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'deflate' ? inflateSync(body) : body;
}

/** Properties of the connection are not part of an answer. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** @returns request and answer as text; a length that differs by nature is masked. */
export async function answerText(asked: Asked, { status, headers, body }: Answer): Promise<string> {
  const isMasked =
    headers['content-encoding'] !== undefined ||
    /"(latency|took_ms)":/.test(body.toString()) ||
    (asked.method === 'HEAD' && asked.path.includes('/series='));
  const lines = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}: ${name === 'content-length' && isMasked ? 'N' : value}`);
  const sent = Object.entries(asked.headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const type = headers['content-type'] ?? '';
  const shown = isBinary(type) ? await readable(body, type) : body.toString();
  const path = asked.path.length > 300 ? `${asked.path.slice(0, 300)}…` : asked.path;
  return [
    `${asked.method ?? 'GET'} ${path}`,
    ...sent.map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line)),
    '',
    `HTTP ${status}`,
    ...lines,
    '',
    shown,
  ].join('\n');
}
