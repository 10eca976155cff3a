import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { assertNever } from '../contract/failure.ts';
import { FRED_GRAPH_PREFIX, FRED_PREFIX, KEY_HEADER } from '../contract/names.ts';
import {
  type Admission,
  type Authentication,
  type Credential,
  isFredKey,
  KEY_BEGINNING,
} from '../keys/index.ts';
import { noteKey } from './asked.ts';
import type { Caller, Context } from './context.ts';
import type { ReadToken } from './paging-token.ts';
import type { RawQuery } from './query.ts';
import { forbidden, invalidKey, notAuthenticated, unavailable } from './refusal.ts';

/** The app's own page. */
export const INTERNAL: Caller = { kind: 'internal', id: '' };
const HEADER = KEY_HEADER.toLowerCase();

/** @returns a check of the header `Authorization` against the credential of the app's own requests, in constant time. */
export function internalCheck(
  credential: string | undefined,
): (authorization: string | undefined) => boolean {
  if (credential === undefined || credential === '') return () => false;
  const expected = Buffer.from(`Bearer ${credential}`, 'latin1');
  const given = Buffer.alloc(expected.length);
  return (authorization) => {
    // Somebody may measure the length, but it is the same for every start.
    if (authorization?.length !== expected.length) return false;
    // Node reads headers as latin1, one character a byte.
    given.write(authorization, 'latin1');
    return timingSafeEqual(given, expected);
  };
}

/**
 * `X-API-Key: KEY` and `Authorization: Bearer KEY` are the same. A bearer of another form is of a proxy or of a page, and no key.
 * @returns the keys in the headers: one, or two that differ.
 */
export function headerKeys({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const sent = headers[HEADER] as string | undefined;
  const bearer = bearerKey(headers.authorization);
  if (bearer === undefined || bearer === sent) return sent === undefined ? [] : [sent];
  return sent === undefined ? [bearer] : [sent, bearer];
}

function bearerKey(authorization: string | undefined): string | undefined {
  const bearer = authorization && /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  return bearer && (bearer.startsWith(KEY_BEGINNING) || isFredKey(bearer)) ? bearer : undefined;
}

/**
 * Economic-data group: a key in `api_key` or in a header (if several are sent they must be equal), or only the paging token.
 * @param readToken as `countedCaller` has it.
 * @returns what to authenticate; `undefined` for the app's own page.
 * @throws Refusal 401.
 */
export function economicCredential(
  { isInternal }: Pick<Context, 'isInternal'>,
  request: FastifyRequest,
  readToken: () => ReadToken | undefined,
): Credential | undefined {
  const { authorization } = request.headers;
  if (isInternal(authorization)) return undefined;
  const sent = [(request.query as RawQuery).api_key, ...headerKeys(request)].flat();
  const given = [...new Set(sent.filter((key) => key !== undefined))];
  if (given.length > 1) throw invalidKey(false);
  const [key] = given;
  if (key !== undefined && isFredKey(key) && !isFredPath(request)) throw invalidKey(false, true);
  if (key !== undefined) return { key };
  const token = readToken();
  if (token?.state !== 'valid' || token.callerId === INTERNAL.id) {
    throw invalidKey(false, token?.state === 'invalid' || authorization !== undefined);
  }
  return { id: token.callerId };
}

/** A key for FRED's clients is good at their paths only. */
function isFredPath({ url }: FastifyRequest): boolean {
  return url.startsWith(`${FRED_PREFIX}/`) || url.startsWith(`${FRED_GRAPH_PREFIX}/`);
}

/** @returns the holder of an active key of the economic-data group. @throws Refusal 401, and 503 where nobody can know now. */
export function activeCaller<Found extends Admission>(
  request: FastifyRequest,
  found: Found,
): Found & { state: 'active' } {
  noteFound(request, found);
  if (found.state === 'away') throw unavailable();
  if (found.state !== 'active') throw invalidKey(found.state === 'revoked', found.state === 'unknown');
  return found as Found & { state: 'active' };
}

function noteFound(request: FastifyRequest, found: Admission | Authentication): void {
  if (found.state !== 'unknown' && found.keyId !== undefined) noteKey(request, found.keyId);
}

/**
 * For doors that take a key in a header only: market data and assistants.
 * @returns the key, not looked up yet; `undefined` for the app's own page. @throws Refusal 401 where there is none, or one for FRED's clients.
 */
export function headerKey(
  { isInternal }: Pick<Context, 'isInternal'>,
  request: FastifyRequest,
): string | undefined {
  const { authorization } = request.headers;
  if (isInternal(authorization)) return undefined;
  const [key, other] = headerKeys(request);
  if (key !== undefined && other === undefined && !isFredKey(key)) return key;
  throw notAuthenticated(Boolean(key) || authorization !== undefined);
}

/** Market-data group. @throws Refusal 401, 403, and 503 where nobody can know now. */
export async function marketCaller(context: Context, request: FastifyRequest): Promise<Caller> {
  const key = headerKey(context, request);
  if (key === undefined) return INTERNAL;
  const found = await context.keys.authenticate(key);
  noteFound(request, found);
  switch (found.state) {
    case 'active':
      return { kind: 'key', id: found.keyId };
    case 'revoked':
      throw forbidden();
    case 'away':
      throw unavailable();
    case 'unknown':
      throw notAuthenticated(key !== '' || request.headers.authorization !== undefined);
    default:
      return assertNever(found);
  }
}
