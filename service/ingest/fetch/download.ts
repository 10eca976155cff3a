import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Failure } from '../../contract/failure.ts';
import { APP_NAME } from '../../contract/names.ts';
import { almanacVersion } from '../../process/version.ts';
import type { Publication } from '../../sources/ways.ts';
import { checkedContact } from '../contact.ts';
import {
  AttemptFailure,
  asAttemptFailure,
  byHand,
  dropBody,
  type HttpClient,
  type PublisherAnswer,
  type PublisherRequest,
  publisherFailure,
  sendFollowing,
} from './http-client.ts';
import type { FetchClock, FetchSettings, Validators } from './types.ts';

export type DownloadTools = {
  client: HttpClient;
  turns: Turns;
  clock: FetchClock;
  settings: FetchSettings;
  signal: AbortSignal;
  /** @param waitMs the wait before the next attempt; absent while there is none. */
  onProgress(state: { bytes: number; totalBytes: number | undefined; waitMs?: number }): void;
};

export type Downloaded =
  | { isUnchanged: true }
  | { isUnchanged: false; path: string; bytes: number; sha256: string; validators: Validators };

/** The most requests for one file, including the first. */
const ATTEMPTS = 4;
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** If a server asks for a longer wait, the download fails with a message that says so. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * Fetches a publisher's whole file into a folder, in up to four attempts; without a connection, in one.
 * @param known validators of the last imported copy. The server may answer that it is still the newest.
 * @throws Failure 'publisher_unreachable' with the publisher and what to do; 'cancelled'; 'folder_unusable'.
 */
export async function download(
  publication: Publication,
  folder: string,
  known: Validators | undefined,
  tools: DownloadTools,
): Promise<Downloaded> {
  const { signal, clock, settings } = tools;
  const request = await requestFor(publication, settings);
  const target = path.join(folder, publication.fileName);
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(publication, request, target, known, tools);
    } catch (error) {
      if (signal.aborted) throw cancelled(publication);
      const failure = asAttemptFailure(error);
      if (failure instanceof Failure) throw failure;
      const waitMs = backOffMs(attempt, clock.random(), failure.waitMs);
      // Without a network it fails at once, for the user's sake; a connection lost midway may come back.
      const isAway = failure.isUnreached && attempt === 1;
      const isLast = isAway || !failure.isPassing || attempt === ATTEMPTS || waitMs > LONGEST_RETRY_AFTER_MS;
      if (isLast) throw publisherFailure(publication, failure, attempt);
      tools.onProgress({ bytes: 0, totalBytes: undefined, waitMs });
      await clock.sleep(waitMs, signal).catch(() => {
        throw cancelled(publication);
      });
    }
  }
}

/** @returns the request. A key goes only into a body, never into an address, which servers log. */
async function requestFor(
  { form, json, key: keyField, content }: Publication,
  { contact, keyFor }: FetchSettings,
): Promise<Omit<PublisherRequest, 'signal'>> {
  const headers: Record<string, string> = {
    'user-agent': userAgent(contact),
    accept: '*/*',
    // Packing an archive again gains nothing.
    'accept-encoding': content === 'zip' ? 'identity' : 'gzip',
  };
  if (form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  }
  if (json) {
    headers['content-type'] = 'application/json';
    const key = keyField && (await keyFor?.(keyField.publisher));
    const body = keyField && key !== undefined ? { ...json, [keyField.field]: key } : json;
    return { method: 'POST', headers, body: JSON.stringify(body) };
  }
  return { method: 'GET', headers };
}

/** Names the sender: `Almanac/0.1.0 (desktop data explorer; me@example.org)`. */
function userAgent(given = ''): string {
  const contact = checkedContact(given);
  return `${APP_NAME}/${almanacVersion()} (desktop data explorer${contact === '' ? '' : `; ${contact}`})`;
}

async function attemptOnce(
  publication: Publication,
  request: Omit<PublisherRequest, 'signal'>,
  target: string,
  known: Validators | undefined,
  { client, turns, signal, clock, settings, onProgress }: DownloadTools,
): Promise<Downloaded> {
  const { url, pauseMs = USUAL_PAUSE_MS, largestBytes, redirectsTo = [] } = publication;
  const { host } = new URL(url);
  const release = await turns.take(host, pauseMs, signal);
  try {
    onProgress({ bytes: 0, totalBytes: undefined });
    const headers = { ...request.headers, ...conditions(known) };
    const route = { mirror: settings.mirror, hosts: [host, ...redirectsTo] };
    const answer = await sendFollowing(client, url, { ...request, headers, signal }, route);
    try {
      if (answer.status === 304 && known) return { isUnchanged: true };
      if (answer.status !== 200) throw refusal(answer, clock.now());
      const { bytes, sha256, head } = await receive(answer, target, largestBytes, onProgress);
      checkBody(publication, bytes, head);
      const wrong = bytes > 0 && publication.check ? publication.check(await readFile(target)) : undefined;
      if (wrong !== undefined) throw new AttemptFailure(wrong);
      const [etag, lastModified] = ['etag', 'last-modified'].map((name) => answer.headers.get(name));
      return { isUnchanged: false, path: target, bytes, sha256, validators: { etag, lastModified } };
    } finally {
      // An unread body would keep the connection busy and the next request waiting.
      dropBody(answer);
    }
  } finally {
    release();
  }
}

function conditions({ etag, lastModified }: Validators = {}): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** @returns the failure for a status other than 200. */
function refusal({ status, headers }: PublisherAnswer, now: Date): AttemptFailure {
  const waitMs = retryAfterMs(headers.get('retry-after'), now);
  if (status === 429 || (status === 503 && waitMs !== undefined)) {
    const when = waitMs === undefined ? '' : `, the next one in ${Math.ceil(waitMs / 1000)} s`;
    return new AttemptFailure(`the publisher asks for fewer requests (status ${status})${when}`, {
      isPassing: true,
      waitMs,
    });
  }
  if (status >= 500)
    return new AttemptFailure(`the publisher answered with status ${status}`, { isPassing: true, waitMs });
  const words: Record<number, string> = {
    401: 'the publisher refuses the request',
    403: 'the publisher refuses programs, or this one',
    404: 'the file is not there any more',
    407: 'the proxy wants a name and password: put them into the proxy address',
    410: 'the file is not there any more',
  };
  const reason = words[status] ?? 'the publisher did not answer with a file';
  return byHand(`${reason} (status ${status})`);
}

const HEAD_BYTES = 1024;

/**
 * Writes an answer's decoded body to a file. undici checks the body's length against `Content-Length`.
 * @param largestBytes limit for the body and for the file: a small body can unpack to any size.
 * @returns bytes and hex SHA-256 of the file, and its first bytes.
 * @throws AttemptFailure if the coding is unknown or wrong, the body is cut, or the file is too large.
 */
async function receive(
  answer: PublisherAnswer,
  target: string,
  largestBytes: number,
  onProgress: DownloadTools['onProgress'],
): Promise<{ bytes: number; sha256: string; head: Buffer }> {
  const decoder = decoderOf(answer.headers.get('content-encoding'));
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestBytes) throw tooLarge('unpacks to more', largestBytes);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const body = counted(answer, largestBytes, onProgress);
    await pipeline(body, decoder, measured, createWriteStream(target));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new AttemptFailure('the answer cannot be unpacked: it was cut or damaged on its way', {
      isPassing: true,
      cause: error,
    });
  }
  return { bytes, sha256: hash.digest('hex'), head };
}

function decoderOf(coding = 'identity'): Transform {
  switch (coding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    default:
      throw new AttemptFailure(`the answer is packed as '${coding}', which was not asked for`);
  }
}

/** Passes the body on as it comes, and counts and limits its bytes. */
async function* counted(
  { headers, body }: PublisherAnswer,
  largestBytes: number,
  onProgress: DownloadTools['onProgress'],
): AsyncGenerator<Buffer> {
  const length = headers.get('content-length') ?? '';
  const totalBytes = /^\d+$/.test(length) ? Number(length) : undefined;
  if (totalBytes !== undefined && totalBytes > largestBytes) throw tooLarge('is larger', largestBytes);
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw tooLarge('is larger', largestBytes);
    onProgress({ bytes, totalBytes });
    yield chunk;
  }
}

function tooLarge(does: 'is larger' | 'unpacks to more', largestBytes: number): AttemptFailure {
  return byHand(`the answer ${does} than such a file can be (${Math.round(largestBytes / 1e6)} MB)`);
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * Checks whether a body with status 200 can be the file: sites that refuse a program send a web page, and
 * sites without data send nothing.
 * @param head the first bytes, decoded.
 */
function checkBody({ content, mayBeEmpty = false }: Publication, bytes: number, head: Buffer): void {
  if (bytes === 0) {
    if (mayBeEmpty) return;
    throw new AttemptFailure('the publisher sent an empty file');
  }
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const isMarkup = text.startsWith('<');
  if (isMarkup && (content !== 'xml' || isWebPage(text))) {
    throw byHand(
      isWebPage(text)
        ? 'the publisher sent a web page instead of data, as sites do that refuse programs'
        : 'the publisher sent XML instead of data',
    );
  }
  const begins: Record<Publication['content'], boolean> = {
    csv: true,
    text: true,
    json: /^[{[]/.test(text),
    xml: isMarkup,
    zip: head.subarray(0, ZIP.length).equals(ZIP),
  };
  if (!begins[content]) {
    throw byHand(`the publisher sent something that is not ${NAMES[content]}`);
  }
}

const NAMES: Record<Publication['content'], string> = {
  csv: 'CSV',
  text: 'text',
  json: 'JSON',
  xml: 'XML',
  zip: 'a ZIP archive or workbook',
};

/** True for HTML, which may begin like XML. */
function isWebPage(text: string): boolean {
  const start = text.replace(/^<\?xml[^>]*>\s*/, '').replace(/^(<!--[\s\S]*?-->\s*)+/, '');
  return /^<(!doctype\s+html|html|head|body|script|meta|title|!--)/i.test(start);
}

function cancelled({ source }: Publication): Failure {
  return new Failure('cancelled', `${source}: stopped before the whole file was there. Nothing was changed.`);
}

/**
 * @returns the ms to wait after a failed attempt: exponential with full jitter (a random share of 1, 2, 4 …
 * s, at most 30 s), so that many clients do not return together, but never less than the server asks for.
 * @param failed 1 after the first attempt.
 * @param random in [0, 1).
 */
export function backOffMs(failed: number, random: number, retryAfterMs = 0): number {
  return Math.max(Math.floor(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failed - 1))), retryAfterMs);
}

/** @returns the ms to wait by a `Retry-After` (RFC 9110, 10.2.3): seconds or a date; else `undefined`. */
export function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** One request at a time to each host, with a pause after it, so as not to burden the publishers. */
type Turns = ReturnType<typeof createTurns>;

const USUAL_PAUSE_MS = 250;

export function createTurns(clock: FetchClock) {
  /** The time at which the last request to each host ended, once it has. */
  const last = new Map<string, Promise<number>>();
  return {
    /** Waits for the host's turn. @returns a function to call once the answer was read or has failed. */
    async take(host: string, pauseMs: number, signal: AbortSignal): Promise<() => void> {
      const before = last.get(host);
      const { promise, resolve } = Promise.withResolvers<number>();
      last.set(host, promise);
      const end = () => resolve(clock.now().getTime());
      try {
        const endedAt = (await before) ?? Number.NEGATIVE_INFINITY;
        const since = clock.now().getTime() - endedAt;
        if (since < pauseMs) await clock.sleep(pauseMs - since, signal);
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
  };
}
