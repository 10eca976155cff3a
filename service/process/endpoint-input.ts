import type { TSchema } from 'typebox';
import { BODY_BYTES, limitProblem } from '../contract/body.ts';
import type { Endpoint, EndpointName, Endpoints, InputOf, OutputOf } from '../contract/endpoints.ts';
import { Failure, type FailureCode } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { VALUES_BYTES } from '../contract/schema.ts';

/** What the page's port and a node of a team share in answering the actions of `ENDPOINTS`. */

/** What a handler gets beside its input. */
export type EndpointRequest = {
  query: Readonly<Record<string, string>>;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** The body as it comes, where the endpoint takes 'bytes'. */
  bytes: AsyncIterable<Uint8Array>;
};

/** What answers each action. A missing handler, or one with another input or output, does not compile. */
export type EndpointHandlers = {
  [Name in EndpointName]: (
    input: InputOf<Endpoints[Name]>,
    request: EndpointRequest,
  ) => Promise<OutputOf<Endpoints[Name]>>;
};

/**
 * @returns the query parameters that an endpoint takes, with the defaults of those that are absent; undefined if it takes none.
 * @throws Failure 'invalid_parameter' naming the wrong one.
 */
export function endpointQuery(
  given: URLSearchParams,
  schema: Endpoint['query'],
): Record<string, string> | undefined {
  if (!schema) return undefined;
  const query: Record<string, string> = {};
  for (const [name, word] of Object.entries<{ default?: string; description?: string }>(schema.properties)) {
    const text = given.get(name) ?? word.default ?? '';
    if (!fits(word, text)) throw new Failure('invalid_parameter', `${name} must be ${word.description}`);
    query[name] = text;
  }
  return query;
}

/** Why a body is not taken: the status of the answer, and a sentence. */
export type RefusedBody = { status: 400 | 413 | 415 | 422; detail: string };

/** A body of text takes a millisecond to read; one of brackets and commas alone would hold up everybody else. */
const MOST_PARTS = 20_000;

/**
 * Reads a JSON body. What is too long is read to its end and thrown away: a client that is still sending would otherwise find the
 * connection closed in place of an answer.
 * @param contentType the header. A page of another origin cannot send JSON without asking first (CORS).
 * @param most for what may be sent by whoever has not signed in
 */
export async function readBody(
  contentType: string | null | undefined,
  chunks: AsyncIterable<Uint8Array>,
  schema: TSchema,
  most = BODY_BYTES,
): Promise<{ body: unknown } | RefusedBody> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > most) kept.length = 0;
    else kept.push(chunk);
  }
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return { status: 415, detail: 'Content-Type must be application/json' };
  if (bytes > most)
    return { status: 413, detail: `The body has ${bytes} bytes; the most that is taken is ${most} bytes.` };
  const text = new TextDecoder().decode(Buffer.concat(kept));
  if (text.length > VALUES_BYTES && hasMoreParts(text, MOST_PARTS))
    return { status: 422, detail: `The body has more than ${MOST_PARTS} values: nothing that is taken has.` };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 400, detail: 'The body is not JSON' };
    throw error;
  }
  if (fits(schema, body)) return { body };
  const detail = limitProblem(schema, body) ?? 'The body is not what this action takes';
  return { status: 422, detail };
}

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** @returns whether a JSON text has more brackets and commas, outside of its strings, than `most`. */
function hasMoreParts(text: string, most: number): boolean {
  let parts = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (isText) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) parts += 1;
    if (parts > most) return true;
  }
  return false;
}

/** The HTTP status of a failure. 409: the request is right, but cannot be done in the present state. */
export const FAILURE_STATUSES: Readonly<Partial<Record<FailureCode, number>>> = {
  wrong_usage: 422,
  invalid_parameter: 422,
  invalid_file: 422,
  unrecognised_file: 422,
  file_shrinks: 422,
  file_jumps: 422,
  unknown_key: 404,
  vault: 409,
  newer_version: 409,
  folder_in_use: 409,
  folder_unusable: 409,
  team_unreachable: 503,
  team_refused: 409,
};
