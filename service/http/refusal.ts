import type { InvalidParameterCode } from '../contract/errors.ts';
import type { Quota } from '../keys/index.ts';

/** A body that is no JSON, or JSON of another form than the API's. */
export class Written {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** An answer that is not data: status, body (written as JSON unless it is `Written`), headers. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** The request had a key, token or credential that does not exist. */
  readonly isGuess: boolean;

  constructor(
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    { isGuess = false } = {},
  ) {
    super(`${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.isGuess = isGuess;
  }
}

/** Every 401 needs a challenge (RFC 9110, 11.6.1). With this scheme no browser opens a dialog. */
const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="Almanac"' };
const RETRY_SECONDS = '5';

/** 401 of the economic-data group. */
export const invalidKey = (revoked: boolean, isGuess = false) =>
  new Refusal(401, { detail: { error: 'invalid_api_key', revoked } }, CHALLENGE, { isGuess });

/** 401 of the market-data group. */
export const notAuthenticated = (isGuess: boolean) =>
  new Refusal(401, { detail: 'Not authenticated' }, CHALLENGE, { isGuess });

/** 403 of the market-data group, as `api.md` writes it. */
export const forbidden = () => new Refusal(403, { detail: 'forbidden' });

/** 429. The day's limit wins where both are exceeded. */
export function limitExceeded(quota: Quota): Refusal {
  const day = quota.exceeded === 'day';
  return new Refusal(
    429,
    {
      detail: {
        error: day ? 'day_limit_exceeded' : 'minute_limit_exceeded',
        minute_remaining: quota.minuteRemaining,
        minute_reset: quota.minuteReset,
        day_remaining: quota.dayRemaining,
        day_reset: quota.dayReset,
      },
    },
    { 'Retry-After': String(day ? quota.dayReset : quota.minuteReset) },
  );
}

/** 422: `message` says what is wrong and what would be right. */
export function invalid(
  parameter: string,
  message: string,
  error: InvalidParameterCode = 'invalid_parameter',
): Refusal {
  return new Refusal(422, { detail: { error, parameter, message } });
}

/** 404 of a path; 404 of a series where `series` is given. */
export const notFound = (series?: string) =>
  new Refusal(404, { detail: series === undefined ? 'Not Found' : `Unknown series: ${series}` });

/** Closes the connection after the answer. */
const CLOSING = { Connection: 'close' };

export const methodNotAllowed = (allow = 'GET, HEAD') =>
  new Refusal(405, { detail: 'Method Not Allowed' }, { Allow: allow, ...CLOSING });

/** 400 for a request that different programs would read differently. */
export const badRequest = () => new Refusal(400, { detail: 'Bad Request' }, CLOSING);

/** 403 to a page of another origin, on every path. */
export const crossOrigin = () => new Refusal(403, { detail: 'Forbidden' }, CLOSING);

/** 403 to a computer that is not one of the proxies. */
export const closedDoor = crossOrigin;

/** 421 to a Host that is not this service's own. */
export const misdirected = () => new Refusal(421, { detail: 'Misdirected Request' }, CLOSING);

export const unavailable = () =>
  new Refusal(503, { detail: 'Service Unavailable' }, { 'Retry-After': RETRY_SECONDS });

export const internalError = () => new Refusal(500, { detail: 'Internal Server Error' });
