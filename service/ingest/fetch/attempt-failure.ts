import { Failure } from '../../contract/failure.ts';
import { type Publication, PublisherFailure } from '../../sources/ways.ts';

/** Why one attempt to fetch a file failed. Never leaves this folder: `publisherFailure` makes a Failure of it. */
export class AttemptFailure extends Error {
  /** Whether another attempt may work, as after faults of the network or an overloaded server. */
  readonly isPassing: boolean;
  /** How long the server asks to wait, ms. */
  readonly waitMs: number | undefined;
  /** What the user can do about it. */
  readonly advice: 'later' | 'by hand';
  /** Whether there was no connection at all: the network is down, or the publisher is. */
  readonly isUnreached: boolean;

  constructor(
    sentence: string,
    more: {
      isPassing?: boolean;
      waitMs?: number | undefined;
      advice?: 'later' | 'by hand';
      isUnreached?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.name = 'AttemptFailure';
    this.isPassing = more.isPassing ?? false;
    this.waitMs = more.waitMs;
    this.advice = more.advice ?? 'later';
    this.isUnreached = more.isUnreached ?? false;
  }
}

/** @returns the Failure of a file that could not be fetched, which says what to do. */
export function publisherFailure(
  { source, byHand }: Publication,
  failure: AttemptFailure,
  attempts: number,
): PublisherFailure {
  const times = attempts > 1 ? ` (${attempts} attempts)` : '';
  const advice = failure.isUnreached
    ? 'check the network, then try again.'
    : failure.advice === 'later'
      ? 'try again later.'
      : `open ${byHand} in a browser, save the file, and import it.`;
  return new PublisherFailure(`${source}: ${failure.message}${times}`, advice, {
    isUnreached: failure.isUnreached,
    cause: failure,
  });
}

/** Error codes of a connection that was not made, in words. Node and undici document these codes and those below. */
const UNREACHED: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the publisher cannot be reached: its address is not known to the network, which may be down',
  EAI_AGAIN: 'the publisher cannot be reached: its address is not known to the network, which may be down',
  ECONNREFUSED: 'the publisher cannot be reached: the connection was refused',
  EHOSTUNREACH: 'the publisher cannot be reached: there is no way to it, and the network may be down',
  ENETUNREACH: 'the publisher cannot be reached: there is no way to it, and the network may be down',
  ETIMEDOUT: 'the publisher cannot be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'the publisher cannot be reached in time',
};
/** Error codes of the network, the system's resolver and undici, in words. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_HEADERS_TIMEOUT: 'the publisher did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'the publisher stopped in the middle of its answer',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says it is',
  UND_ERR_PRX_CONN: 'the proxy cannot be used',
  UND_ERR_PRX_TLS: 'the proxy cannot be used',
  // undici says this where a proxy refuses a tunnel. Where we abort, the error is that of the signal.
  UND_ERR_ABORTED: 'the proxy refused the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the answer is not one of a web server',
};
const FULL_DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  ENOENT: 'the folder is gone',
};

/**
 * @returns what went wrong in an attempt; a Failure is returned as it is.
 * @throws any error that is not one of network or disk: a bug.
 */
export function asAttemptFailure(error: unknown): AttemptFailure | Failure {
  if (error instanceof AttemptFailure || error instanceof Failure) return error;
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') {
    return new AttemptFailure('the answer took too long as a whole', { isPassing: true, cause: error });
  }
  const code = codeOf(error);
  const unreached = UNREACHED[code];
  if (unreached !== undefined)
    return new AttemptFailure(unreached, { isPassing: true, isUnreached: true, cause: error });
  const words = NETWORK[code];
  if (words !== undefined) return new AttemptFailure(words, { isPassing: true, cause: error });
  if (code.startsWith('HPE_')) {
    return new AttemptFailure('the answer is not one of a web server', { isPassing: true, cause: error });
  }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/.test(code)) {
    return new AttemptFailure(`the publisher's certificate is not trusted (${code})`, { cause: error });
  }
  const disk = FULL_DISK[code];
  if (disk !== undefined) {
    return new Failure(
      'folder_unusable',
      `The fetched file cannot be written: ${disk}.`,
      {},
      { cause: error },
    );
  }
  throw error;
}

/** @returns the innermost code: an error of undici may wrap one of the system. */
function codeOf(error: Error): string {
  const { cause } = error;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = cause instanceof Error ? codeOf(cause) : '';
  return own.startsWith('UND_ERR_') || own === '' ? inner || own : own;
}
