import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertNever } from '../../contract/failure.ts';
import { FRED_GRAPH_PREFIX, FRED_PREFIX, KEY_HEADER } from '../../contract/names.ts';
import {
  type Admission,
  type Authentication,
  type Credential,
  isFredKey,
  KEY_BEGINNING,
  type Quota,
  RATE_LIMIT_POLICY,
} from '../../keys/index.ts';
import type { Position } from '../../store/index.ts';
import type { ReadToken } from './paging.ts';
import type { RawQuery } from './query.ts';
import { forbidden, invalid, invalidKey, limitExceeded, notAuthenticated, unavailable } from './refusal.ts';
import type { Caller, Context } from './site.ts';

const INTERNAL: Caller = { kind: 'internal', id: '' };
const HEADER = KEY_HEADER.toLowerCase();

/** @returns a constant-time check of `Authorization` against the credential of the app's own requests. */
export function internalCheck(
  credential: string | undefined,
): (authorization: string | undefined) => boolean {
  if (credential === undefined || credential === '') return () => false;
  const expected = Buffer.from(`Bearer ${credential}`, 'latin1');
  const given = Buffer.alloc(expected.length);
  return (authorization) => {
    // Somebody may measure the length, but it is the same at every start.
    if (authorization?.length !== expected.length) return false;
    // Node reads headers as latin1, one character a byte.
    given.write(authorization, 'latin1');
    return timingSafeEqual(given, expected);
  };
}

/** @returns the keys in the headers: none, one, or two that differ. Ignores bearers without a key's form. */
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

/** @returns the one key sent, or the token's caller; undefined for our own page. @throws Refusal 401. */
function economicCredential(
  { isInternal }: Pick<Context, 'isInternal'>,
  request: FastifyRequest,
  token: ReadToken | undefined,
): Credential | undefined {
  const { authorization } = request.headers;
  if (isInternal(authorization)) return undefined;
  const sent = [(request.query as RawQuery).api_key, ...headerKeys(request)].flat();
  const given = [...new Set(sent.filter((key) => key !== undefined))];
  if (given.length > 1) throw invalidKey(false);
  const [key] = given;
  if (key !== undefined && isFredKey(key) && !isFredPath(request)) throw invalidKey(false, true);
  if (key !== undefined) return { key };
  if (token?.state !== 'valid' || token.callerId === INTERNAL.id) {
    throw invalidKey(false, token?.state === 'invalid' || authorization !== undefined);
  }
  return { id: token.callerId };
}

/** True for the only paths that accept a key for FRED's clients. */
function isFredPath({ url }: FastifyRequest): boolean {
  return url.startsWith(`${FRED_PREFIX}/`) || url.startsWith(`${FRED_GRAPH_PREFIX}/`);
}

/** @returns the holder of an active key. @throws Refusal 401, or 503 while the database is away. */
function activeCaller<Found extends Admission>(
  request: FastifyRequest,
  found: Found,
): Found & { state: 'active' } {
  noteFound(request, found);
  if (found.state === 'away') throw unavailable();
  if (found.state !== 'active') throw invalidKey(found.state === 'revoked', found.state === 'unknown');
  return found as Found & { state: 'active' };
}

function noteFound(request: FastifyRequest, found: Admission | Authentication): void {
  if (found.state !== 'unknown' && found.keyId !== undefined) request.keyId = found.keyId;
}

/** @returns the key in the header; `undefined` for our own page. Does not look it up. @throws Refusal 401. */
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

/** Authenticates a market-data request, which does not count, and notes the use of its key. */
export async function notedCaller(context: Context, request: FastifyRequest): Promise<void> {
  const caller = await marketCaller(context, request);
  if (caller.kind === 'key') context.keys.note(caller.id, request.headers['user-agent']);
}

/**
 * Authenticates and counts a request. The count is stored when the promise resolves: send no answer before.
 * @throws Refusal 401, 429 (which is not counted), 503.
 */
export async function countedCaller(
  site: Pick<Context, 'keys' | 'isInternal'>,
  request: FastifyRequest,
  reply: FastifyReply,
  token?: ReadToken,
): Promise<Caller> {
  const credential = economicCredential(site, request, token);
  if (!credential) return INTERNAL;
  const found = await site.keys.admit(credential, request.headers['user-agent']);
  const { keyId, quota, takeBack } = activeCaller(request, found);
  reply.header('RateLimit-Policy', RATE_LIMIT_POLICY).header('RateLimit', leftOf(quota));
  if (quota.exceeded) throw limitExceeded(quota);
  if (takeBack)
    request.takeBack = () => {
      takeBack();
      reply.header('RateLimit', leftOf(quota, 1));
    };
  return { kind: 'key', id: keyId };
}

/** @param more requests to add because they were taken back */
function leftOf({ minuteRemaining, minuteReset, dayRemaining, dayReset }: Quota, more = 0): string {
  return `"minute";r=${minuteRemaining + more};t=${minuteReset},"day";r=${dayRemaining + more};t=${dayReset}`;
}

export type PagedQuestion = {
  /** The parameters in a fixed form and order, without key and token: for `next_url`, and to bind tokens. */
  canonical: string;
  token: string | undefined;
};

export type PageQuestion<Question> = Question & { after: Position | undefined; caller: Caller };

/**
 * Admits a request for a page. Refuses in the order 401, 429, 422 (`service/api/README.md`, 'Order of
 * checks'). @param name of the dataset or view, to which paging tokens are bound.
 */
export async function pageCaller<Question extends PagedQuestion>(
  site: Pick<Context, 'keys' | 'isInternal' | 'tokens' | 'copyHas'>,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<PageQuestion<Question>> {
  const question = request.query as Question;
  // A token is bound to a valid query, so it cannot be checked with an invalid one.
  const text = request.validationError ? undefined : question.token;
  const token = text === undefined ? undefined : site.tokens.read(text, `${name}?${question.canonical}`);
  const caller = await countedCaller(site, request, reply, token);
  expectValid(request);
  const from = token && expectOwn(token, caller);
  if (from?.version !== undefined && (await site.copyHas?.(from.version)) === false) throw unavailable();
  return { ...question, after: from?.after, caller };
}

function expectOwn(token: ReadToken, caller: Caller): Extract<ReadToken, { state: 'valid' }> {
  if (token.state === 'invalid' || token.callerId !== caller.id)
    throw invalid(
      'token_id',
      'token_id does not belong to this key and these parameters. Request next_url as it was given, or start again without token_id.',
      'invalid_token',
    );
  if (token.state === 'expired')
    throw invalid(
      'token_id',
      'token_id is older than 24 hours. Start again without token_id.',
      'expired_token',
    );
  return token;
}

/** @throws the validation's error, on routes with `attachValidation`, which check the caller first. */
export function expectValid({ validationError }: Pick<FastifyRequest, 'validationError'>): void {
  if (validationError) throw validationError;
}
