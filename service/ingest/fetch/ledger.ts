import { pipeline, Transform } from 'node:stream';
import { Failure } from '../../contract/failure.ts';
import type { OutgoingRequest } from '../../contract/preferences.ts';
import { openWork, type Work } from '../../work/index.ts';
import type { HttpClient, PublisherAnswer, PublisherRequest } from './http-client.ts';
import { asAttemptFailure } from './http-client.ts';

type LedgerLine = Omit<OutgoingRequest, 'id'>;
/** Records the requests that leave this computer. */
export type RequestLedger = ReturnType<typeof openLedger>;

/** Opens a folder's ledger; the first line opens its file. A line that cannot be written stops no refresh. */
export function openLedger(dataDir: string, now: () => Date) {
  let work: Work | undefined;
  let isClosed = false;
  const close = () => {
    work?.close();
    work = undefined;
  };
  return {
    note(line: LedgerLine): void {
      try {
        work ??= openWork(dataDir, { now });
        work.outgoing.note(line);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
      // A body may end after the refresh.
      if (isClosed) close();
    },
    close(): void {
      isClosed = true;
      close();
    },
  };
}

type RequestPurpose = {
  /** 'Refresh of jolts', without a full stop. */
  purpose: string;
  dataset: string;
  now: () => Date;
  /** @returns the texts to hide, which are the user's keys. */
  secrets: () => Promise<readonly string[]>;
};

/** @returns a client that writes a line for each request, once its answer has ended or failed to come. */
export function recordedClient(client: HttpClient, ledger: RequestLedger, about: RequestPurpose): HttpClient {
  return {
    send: (url, request) => sendRecorded(client, ledger, about, url, request),
    close: () => client.close(),
  };
}

async function sendRecorded(
  client: HttpClient,
  ledger: RequestLedger,
  { purpose, dataset, now, secrets }: RequestPurpose,
  url: URL,
  request: PublisherRequest,
): Promise<PublisherAnswer> {
  const hidden = await secrets();
  const hide = (text: string) => hidden.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
  const at = now().toISOString();
  const note = (status: number | null, received_bytes: number, problem: string | null) =>
    ledger.note({
      at,
      method: request.method,
      url: hide(url.href),
      purpose,
      dataset,
      headers: Object.fromEntries(
        Object.entries(headersSent(url, request)).map(([name, text]) => [name, hide(text)]),
      ),
      sent_bytes: Buffer.byteLength(request.body ?? ''),
      received_bytes,
      status,
      problem: problem === null ? null : hide(problem),
    });
  const answer = await client.send(url, request).catch((error: unknown) => {
    note(null, 0, problemOf(error, request) ?? 'no answer');
    throw error;
  });
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      received += chunk.length;
      done(null, chunk);
    },
  });
  const body = pipeline(answer.body, counted, (error) =>
    note(answer.status, received, error ? problemOf(error, request) : null),
  );
  return { ...answer, body };
}

/** @returns the header fields that undici sends: the request's own, and fields that every request has. */
function headersSent(url: URL, { headers, body }: PublisherRequest): Record<string, string> {
  return {
    host: url.host,
    connection: 'keep-alive',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** @returns why an answer is not whole; null if the rest was not wanted, as after a redirect. */
function problemOf(error: unknown, { signal }: PublisherRequest): string | null {
  if (signal.aborted) return 'stopped before the whole answer was there';
  if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return null;
  try {
    return asAttemptFailure(error).message;
  } catch {
    return String(error);
  }
}
