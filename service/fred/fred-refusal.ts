import type { FastifyRequest } from 'fastify';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import { headerKeys, RawBody, Refusal } from '../http/index.ts';
import { FILE_TYPES, type FileType } from './written.ts';

/**
 * Tells a refusal of the API as FRED does: with status 400 where the key or a parameter is wrong, and its `error_code` and `error_message`,
 * which clients show to people.
 * @param fileType of the answer; `undefined` for a table, which has one line instead and keeps 401.
 * @returns the refusal to throw; anything but a refusal is returned unchanged.
 */
export function fredRefusal(
  error: unknown,
  request: FastifyRequest,
  fileType: FileType | undefined,
): unknown {
  if (!(error instanceof Refusal)) return error;
  const message = messageOf(error, request);
  const { isGuess } = error;
  if (fileType === undefined) {
    const status = error.status === 422 ? 400 : error.status;
    return new Refusal(status, new RawBody('text/plain; charset=utf-8', `${message}\n`), error.headers, {
      isGuess,
    });
  }
  const status = error.status === 401 || error.status === 422 ? 400 : error.status;
  // A challenge belongs to 401 alone.
  const { 'WWW-Authenticate': _, ...headers } = error.headers;
  const { mediaType, refuse } = FILE_TYPES[fileType];
  return new Refusal(status, new RawBody(mediaType, refuse(status, message)), headers, { isGuess });
}

const HOW = 'Make a key in Almanac under API access; one for FRED has 32 hexadecimal digits.';

function messageOf({ status, body }: Refusal, request: FastifyRequest): string {
  const { detail } = body as { detail: string | { message?: string; revoked?: boolean } };
  const told = typeof detail === 'string' ? { message: detail } : detail;
  switch (status) {
    case 401:
      if (told.revoked)
        return 'Bad Request.  The value for variable api_key is not registered.  The key is revoked.';
      return isKeySent(request)
        ? `Bad Request.  The value for variable api_key is not registered.  ${HOW}`
        : `Bad Request.  Variable api_key is not set.  ${HOW}`;
    case 422:
      return `Bad Request.  ${told.message}`;
    case 429:
      return `Too Many Requests.  Exceeded Rate Limit.  A key may make ${MINUTE_LIMIT} requests a minute and ${DAY_LIMIT} a day.`;
    default:
      return `${told.message}.`;
  }
}

function isKeySent(request: FastifyRequest): boolean {
  return (request.query as { api_key?: unknown }).api_key !== undefined || headerKeys(request).length > 0;
}
