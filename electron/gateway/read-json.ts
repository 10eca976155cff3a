import type { Static, TSchema } from 'typebox';
import { readBody } from '../../service/process/endpoint-input.ts';
import { refusal } from './answers.ts';

/**
 * Reads the JSON body of a write.
 * @param most the most bytes, where it is not the bound of the contract
 * @returns the body where it fits `schema`, otherwise the error answer.
 */
export async function readJson<Schema extends TSchema>(
  request: Request,
  schema: Schema,
  most?: number,
): Promise<Static<Schema> | Response> {
  const read = await readBody(request.headers.get('Content-Type'), request.body ?? NO_BODY, schema, most);
  return 'status' in read ? refusal(read.status, read.detail) : (read.body as Static<Schema>);
}

const NO_BODY = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
