import type { Static, TSchema } from 'typebox';
import { fits } from '../../service/contract/fits.ts';
import { refusal } from './answers.ts';

const LIMIT_BYTES = 16_384;

/** @returns whether a request says that its body is JSON. A page of another origin cannot send that without asking first (CORS). */
function isJson(request: Request): boolean {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

const notJson = (): Response => refusal(415, 'Content-Type must be application/json');

/**
 * Reads the JSON body of a write.
 * @returns the body where it fits `schema`, otherwise the error answer.
 */
export async function readJson<Schema extends TSchema>(
  request: Request,
  schema: Schema,
): Promise<Static<Schema> | Response> {
  if (!isJson(request)) return notJson();
  const text = await readText(request);
  if (text === undefined) return refusal(413, `The body is longer than ${LIMIT_BYTES} bytes`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return refusal(400, 'The body is not JSON');
    throw error;
  }
  return fits(schema, body) ? body : refusal(422, 'The body is not what this action takes');
}

async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > LIMIT_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
