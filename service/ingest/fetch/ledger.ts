import { pipeline, Transform } from 'node:stream';
import { Failure } from '../../contract/failure.ts';
import type { OutgoingRequest } from '../../contract/preferences.ts';
import { openWork, type Work } from '../../work/index.ts';
import { asAttemptFailure } from './attempt-failure.ts';
import type { Ask, HttpClient } from './http-client.ts';

type Line = Omit<OutgoingRequest, 'id'>;
/** Records the requests that leave this computer. */
export type Ledger = { note(line: Line): void; close(): void };

/** Opens the ledger of a data folder; its file is opened with the first line. What cannot be written stops no refresh. */
export function openLedger(dataDir: string, now: () => Date): Ledger {
  let work: Work | undefined;
  let isClosed = false;
  const close = () => {
    work?.close();
    work = undefined;
  };
  return {
    note(line) {
      try {
        work ??= openWork(dataDir, { now });
        work.outgoing.note(line);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
      // A body may end after the refresh.
      if (isClosed) close();
    },
    close() {
      isClosed = true;
      close();
    },
  };
}

export type Purpose = {
  /** 'Refresh of jolts', without a full stop. */
  purpose: string;
  dataset: string;
  now: () => Date;
  /** @returns what must not be written down. */
  secrets: () => Promise<readonly string[]>;
};

/** @returns the client, which writes a line for each request once its answer has ended, or none came. */
export function recordedClient(client: HttpClient, ledger: Ledger, about: Purpose): HttpClient {
  return {
    async send(url, ask) {
      const secrets = await about.secrets();
      const hide = (text: string) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
      const request = {
        at: about.now().toISOString(),
        method: ask.method,
        url: hide(url.href),
        purpose: about.purpose,
        dataset: about.dataset,
        headers: Object.fromEntries(
          Object.entries(headersSent(url, ask)).map(([name, text]) => [name, hide(text)]),
        ),
        sent_bytes: Buffer.byteLength(ask.body ?? ''),
      };
      const answer = await client.send(url, ask).catch((error: unknown) => {
        ledger.note({
          ...request,
          received_bytes: 0,
          status: null,
          problem: hide(problemOf(error, ask) ?? 'no answer'),
        });
        throw error;
      });
      let received = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _, done) {
          received += chunk.length;
          done(null, chunk);
        },
      });
      const body = pipeline(answer.body, counted, (error) => {
        const problem = error ? problemOf(error, ask) : null;
        ledger.note({
          ...request,
          received_bytes: received,
          status: answer.status,
          problem: problem === null ? null : hide(problem),
        });
      });
      return { ...answer, body };
    },
    close: () => client.close(),
  };
}

/** @returns the header fields as undici sends them: those of the request, and what every request has. */
function headersSent(url: URL, { headers, body }: Ask): Record<string, string> {
  return {
    host: url.host,
    connection: 'keep-alive',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** @returns why an answer is not whole, in words; null where the rest was not wanted, as that of a redirect. */
function problemOf(error: unknown, { signal }: Ask): string | null {
  if (signal.aborted) return 'stopped before the whole answer was there';
  if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return null;
  try {
    return asAttemptFailure(error).message;
  } catch {
    return String(error);
  }
}
