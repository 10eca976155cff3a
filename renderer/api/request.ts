import { authorisation, forgetBearer, keepBearer, takeTokenFromAddress } from './session.ts';

/** The only place of the renderer that fetches. Paths are relative: the gateway knows where the service is. */

/** An answer that is not a success, in words for a person. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** No session, or one that the host has forgotten: the page has to be opened again from the host's address. */
export class SignInNeeded extends Error {
  constructor() {
    super('This window is not signed in.');
    this.name = 'SignInNeeded';
  }
}

/**
 * Exchanges the address bar's one-time token, if there is one, for a bearer. Call once, before the first request.
 * A used or expired token is no error here: the next request says that sign-in is needed.
 */
export async function signIn(): Promise<void> {
  const token = takeTokenFromAddress();
  if (token === undefined) return;
  const answer = await fetch('/auth/exchange', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) return;
  const body = (await answer.json()) as { bearer: string };
  keepBearer(body.bearer);
}

/** @throws ApiError, SignInNeeded, or the abort's reason. */
export async function getJson<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  return read<Body>(
    await fetch(path, { headers: authorisation(), cache: 'no-cache', ...(signal && { signal }) }),
  );
}

/** @throws ApiError, SignInNeeded, or the abort's reason. */
export async function postJson<Body>(path: string, body: unknown, signal?: AbortSignal): Promise<Body> {
  return read<Body>(
    await fetch(path, {
      method: 'POST',
      headers: { ...authorisation(), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
  );
}

/** Sends a last word as the page goes: nobody waits for the answer. */
export function sayLeaving(path: string, body: unknown): void {
  void fetch(path, {
    method: 'POST',
    headers: { ...authorisation(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}

/** Sends a file as it is. @throws ApiError, SignInNeeded, or the abort's reason. */
export async function postFile<Body>(path: string, file: Blob, signal?: AbortSignal): Promise<Body> {
  return read<Body>(
    await fetch(path, {
      method: 'POST',
      headers: { ...authorisation(), 'Content-Type': 'application/octet-stream' },
      body: file,
      ...(signal && { signal }),
    }),
  );
}

/** Reads a text for people. @throws ApiError, SignInNeeded, or the abort's reason. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const answer = await fetch(path, {
    headers: authorisation(),
    cache: 'no-store',
    ...(signal && { signal }),
  });
  await refuse(answer);
  return answer.text();
}

async function read<Body>(answer: Response): Promise<Body> {
  await refuse(answer);
  return (await answer.json()) as Body;
}

/** @throws ApiError, SignInNeeded where the answer is not a success. */
async function refuse(answer: Response): Promise<void> {
  if (answer.ok) return;
  if (answer.status === 401) {
    forgetBearer();
    throw new SignInNeeded();
  }
  throw new ApiError(answer.status, await explain(answer));
}

/** The bodies of `spec/decisions.md`: `detail` is a sentence, or holds one in `message`. */
async function explain(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: string | { message?: string; error?: string } };
    const said = typeof detail === 'string' ? detail : (detail?.message ?? detail?.error);
    if (said) return said;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `The service answered ${answer.status}.`;
}
