import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../contract/failure.ts';
import type { Publication } from '../../sources/ways.ts';
import { AttemptFailure, asAttemptFailure, publisherFailure } from './attempt-failure.ts';
import { checkBody } from './check-body.ts';
import { decodeFile } from './decode.ts';
import { sendFollowing } from './follow.ts';
import { type Answer, dropBody, type HttpClient } from './http-client.ts';
import {
  ChangedMeanwhile,
  emptyPartial,
  type PartialFile,
  rangeFields,
  receive,
  startOver,
} from './partial-file.ts';
import { type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { type Turns, USUAL_PAUSE_MS } from './turns.ts';
import type { FetchClock, FetchSettings } from './types.ts';
import type { Validators } from './validators.ts';

export type DownloadTools = {
  client: HttpClient;
  turns: Turns;
  clock: FetchClock;
  settings: FetchSettings;
  signal: AbortSignal;
  /** @param waitMs how long it waits for the next attempt; absent while it does not wait. */
  onProgress(state: { bytes: number; totalBytes: number | undefined; waitMs?: number }): void;
};

export type Downloaded =
  | { isUnchanged: true }
  | { isUnchanged: false; path: string; bytes: number; sha256: string; validators: Validators };

/** Requests for one file, including the first. */
const ATTEMPTS = 4;
const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** Where a server asks to wait longer the download fails, and the message says so. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * Fetches a publisher's file into a folder, in up to four attempts, or one where nobody can be reached. Each continues where the one before broke off if the server
 * allows that. (undici's interceptors for retries, redirects and decompression do not fit: a continued download needs the encoded
 * bytes, compares an overlap, and every redirect is checked against the publisher's hosts.)
 * @param known validators of the copy that was imported last. The server may answer that it is still the newest.
 * @throws Failure 'publisher_unreachable' naming the publisher and what to do; 'cancelled'; 'folder_unusable'.
 */
export async function download(
  publication: Publication,
  folder: string,
  known: Partial<Validators> | undefined,
  tools: DownloadTools,
): Promise<Downloaded> {
  const { signal, clock, settings } = tools;
  const prepared = await prepareRequest(publication, settings);
  const partial = emptyPartial(path.join(folder, `${publication.fileName}.part`));
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(publication, prepared, partial, known, tools);
    } catch (error) {
      if (signal.aborted) throw cancelled(publication);
      const failure = asAttemptFailure(error);
      if (failure instanceof Failure) throw failure;
      const waitMs = backOffMs(attempt, clock.random(), failure.waitMs);
      // Without a network the person hears so at once; where one broke off in the middle, it may come back.
      const isAway = failure.isUnreached && attempt === 1;
      const isLast = isAway || !failure.isPassing || attempt === ATTEMPTS || waitMs > LONGEST_RETRY_AFTER_MS;
      if (isLast) throw publisherFailure(publication, failure, attempt);
      if (failure instanceof ChangedMeanwhile) await startOver(partial);
      tools.onProgress({ bytes: partial.bytes, totalBytes: undefined, waitMs });
      await clock.sleep(waitMs, signal).catch(() => {
        throw cancelled(publication);
      });
    }
  }
}

async function attemptOnce(
  publication: Publication,
  { ask, hosts }: PreparedRequest,
  partial: PartialFile,
  known: Partial<Validators> | undefined,
  { client, turns, signal, clock, settings, onProgress }: DownloadTools,
): Promise<Downloaded> {
  const release = await turns.take(
    new URL(publication.url).host,
    publication.pauseMs ?? USUAL_PAUSE_MS,
    signal,
  );
  try {
    const range = rangeFields(partial);
    const headers = { ...ask.headers, ...range, ...(range.range ? {} : conditions(known)) };
    onProgress({ bytes: partial.bytes, totalBytes: undefined });
    const route = { mirror: settings.mirror, hosts };
    const answer = await sendFollowing(client, publication.url, { ...ask, headers, signal }, route);
    if (answer.status === 304 && known) {
      dropBody(answer);
      return { isUnchanged: true };
    }
    if (answer.status !== 200 && !(answer.status === 206 && range.range)) {
      dropBody(answer);
      if (answer.status === 416) await startOver(partial);
      throw refusal(answer, clock.now());
    }
    await receive(answer, partial, publication.largestBytes, (bytes, totalBytes) =>
      onProgress({ bytes, totalBytes }),
    );
    return await finish(publication, answer, partial, signal);
  } finally {
    release();
  }
}

async function finish(
  publication: Publication,
  answer: Answer,
  partial: PartialFile,
  signal: AbortSignal,
): Promise<Downloaded> {
  const target = partial.path.replace(/\.part$/, '');
  const coding = (partial.from ?? answer).headers.get('content-encoding');
  try {
    const { bytes, sha256, head } = await decodeFile(
      partial.path,
      target,
      coding,
      publication.largestBytes,
      signal,
    );
    checkBody(publication, bytes, head);
    const wrong = bytes > 0 && publication.check ? publication.check(await readFile(target)) : undefined;
    if (wrong !== undefined) throw new AttemptFailure(wrong);
    const validators = {
      etag: answer.headers.get('etag'),
      lastModified: answer.headers.get('last-modified'),
      httpDate: answer.headers.get('date'),
      sha256,
    };
    return { isUnchanged: false, path: target, bytes, sha256, validators };
  } catch (error) {
    // A complete file that is wrong cannot be continued.
    await startOver(partial);
    throw error;
  }
}

function conditions(known: Partial<Validators> | undefined): Record<string, string> {
  return {
    ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
}

/** @returns what a status other than 200 means. */
function refusal({ status, headers }: Answer, now: Date): AttemptFailure {
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
  if (status === 416) return new AttemptFailure('the publisher has no rest of the file', { isPassing: true });
  const words: Record<number, string> = {
    401: 'the publisher refuses the request',
    403: 'the publisher refuses programs, or this one',
    404: 'the file is not there any more',
    407: 'the proxy wants a name and password: put them into the proxy address',
    410: 'the file is not there any more',
  };
  const said = words[status] ?? 'the publisher did not answer with a file';
  return new AttemptFailure(`${said} (status ${status})`, { advice: 'by hand' });
}

function cancelled({ source }: Publication): Failure {
  return new Failure('cancelled', `${source}: stopped before the whole file was there. Nothing was changed.`);
}

/**
 * How long to wait after the nth failed attempt, in ms: exponential with full jitter (a random share of 1, 2, 4 … s, at most 30 s), so
 * that many clients do not return at the same moment, and never less than the server asks for.
 * @param failed 1 after the first attempt.
 * @param random in [0, 1).
 */
export function backOffMs(failed: number, random: number, retryAfterMs = 0): number {
  return Math.max(Math.floor(random * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failed - 1))), retryAfterMs);
}

/**
 * @param text the `Retry-After` field: seconds, or an HTTP date (RFC 9110, 10.2.3).
 * @returns ms from now, not below 0; `undefined` where the text is neither.
 */
export function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
