import { type InvalidParameterBody, type InvalidParameterCode, MOST_FAULTS } from '../../contract/errors.ts';
import { Failure } from '../../contract/failure.ts';
import { SETTINGS_FILE } from '../../contract/names.ts';
import type { Quota } from '../../keys/index.ts';
import { maskSecrets } from '../../process/mask.ts';

/** A body that is not JSON, or not in the API's own form. */
export class RawBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** An error answer. Texts in its body are masked, since they may repeat a key sent in the wrong place. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the request had a key, token or credential that does not exist. */
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
    this.body = body instanceof RawBody ? body : maskTexts(body);
    this.headers = headers;
    this.isGuess = isGuess;
  }
}

export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskTexts(one)]));
}

/** Every 401 needs a challenge (RFC 9110, 11.6.1). With these schemes no browser opens a dialog. */
const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="Almanac", Bearer realm="Almanac"' };
const RETRY_SECONDS = '5';

/** 401 of the economic-data group. */
export const invalidKey = (revoked: boolean, isGuess = false) =>
  new Refusal(401, { detail: { error: 'invalid_api_key', revoked } }, CHALLENGE, { isGuess });

/** 401 of the market-data group. */
export const notAuthenticated = (isGuess: boolean) =>
  new Refusal(401, { detail: 'Not authenticated' }, CHALLENGE, { isGuess });

/** 403 of the market-data group, in small letters (`service/api/README.md`, 'Statuses'). */
export const forbidden = () => new Refusal(403, { detail: 'forbidden' });

/** 429. The day's limit wins if both are exceeded. */
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

export type Fault = InvalidParameterBody['detail']['errors'][number];

export function invalid(
  parameter: string,
  message: string,
  error: InvalidParameterCode = 'invalid_parameter',
): Refusal {
  return allInvalid([{ error, parameter, message }]);
}

/** @returns 422 for a Failure that names a parameter, with all faults found; else the error itself. */
export function invalidBy(error: unknown): unknown {
  if (!(error instanceof Failure && error.at.parameter !== undefined)) return error;
  return allInvalid(
    [error, ...error.more].map(({ at: { parameter = '' }, message }) => ({
      error: 'invalid_parameter',
      parameter,
      message,
    })),
  );
}

function allInvalid(faults: readonly Fault[]): Refusal {
  const errors = faults.slice(0, MOST_FAULTS);
  return new Refusal(422, { detail: { ...errors[0], errors } });
}

/** Collects the 422 faults of a request. @param before an earlier check's error, thrown if no 422. */
export function collectFaults(before?: Error) {
  const found: Fault[] = [];
  const faults = {
    refuse(parameter: string, message: string): void {
      found.push({ error: 'invalid_parameter', parameter, message });
    },
    has: (parameter: string): boolean => found.some((fault) => fault.parameter === parameter),
    /** @returns the check's result; `undefined` if it refuses with 422. @throws any other error. */
    attempt<Value>(check: () => Value): Value | undefined {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 422)) throw error;
        found.push(...(error.body as InvalidParameterBody).detail.errors);
        return undefined;
      }
    },
    refusal: (): Refusal | undefined => (found.length > 0 ? allInvalid(found) : undefined),
  };
  if (before)
    faults.attempt(() => {
      throw before;
    });
  return faults;
}

export type Faults = ReturnType<typeof collectFaults>;

export const notFound = (series?: string) =>
  new Refusal(404, { detail: series === undefined ? 'Not Found' : `Unknown series: ${series}` });

const CLOSING = { Connection: 'close' };

/** Keeps the connection: closing it would hide the answer from a client that still sends its body. */
export const methodNotAllowed = (allow: string) =>
  new Refusal(405, { detail: 'Method Not Allowed' }, { Allow: allow });

export const notJson = () => new Refusal(415, { detail: 'Content-Type must be application/json' });

/** 400 for a request that different programs would read differently. */
export const badRequest = () => new Refusal(400, { detail: 'Bad Request' }, CLOSING);

/** 403 to a page of another origin. @param how to let its pages in; undefined if that is impossible. */
export const crossOrigin = (how?: string) =>
  new Refusal(403, { detail: 'Forbidden', ...(how !== undefined && { message: how }) }, CLOSING);

export const HOW_TO_LET_IN = `A page of another origin asked. Pages of an origin may read this API once it is started with --allow-origin https://example.org, or once ${SETTINGS_FILE} in the data folder has the origin in allowed_origins.`;

/** 403 to a computer that is not one of the proxies. */
export const unknownProxy = () => new Refusal(403, { detail: 'Forbidden' }, CLOSING);

export const misdirected = () => new Refusal(421, { detail: 'Misdirected Request' }, CLOSING);

export const unavailable = () =>
  new Refusal(503, { detail: 'Service Unavailable' }, { 'Retry-After': RETRY_SECONDS });

export const internalError = () => new Refusal(500, { detail: 'Internal Server Error' });
