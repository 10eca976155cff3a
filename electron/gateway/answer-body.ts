import type { Static, TSchema } from 'typebox';
import { Failure, type FailureCode } from '../../service/contract/failure.ts';
import { maskSecrets } from '../../service/contract/mask.ts';
import { json, refusal, serviceUnavailable } from './answers.ts';
import { readJson } from './read-json.ts';

/** Reads the body of a write and answers it; refuses what does not fit the schema. */
export async function given<Schema extends TSchema>(
  request: Request,
  schema: Schema,
  answer: (body: Static<Schema>) => Response | Promise<Response>,
): Promise<Response> {
  const body = await readJson(request, schema);
  return body instanceof Response ? body : answer(body);
}

/** @returns what is answered, as JSON, or the answer that it is itself; expected failures in the documented body. */
export async function asked(call: () => Promise<unknown>): Promise<Response> {
  try {
    const answer = await call();
    return answer instanceof Response ? answer : json(200, answer);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'cancelled') return serviceUnavailable();
    // A key that was sent where none belongs is not repeated.
    return refusal(statusOf(error.code), maskSecrets(error.message));
  }
}

/** 409: what was asked for is right, and the state of things does not allow it now. */
const STATUSES: Readonly<Partial<Record<FailureCode, number>>> = {
  wrong_usage: 422,
  invalid_parameter: 422,
  unknown_key: 404,
  vault: 409,
  invalid_file: 422,
  newer_version: 409,
  folder_in_use: 409,
  folder_unusable: 409,
};

function statusOf(code: FailureCode): number {
  return STATUSES[code] ?? 500;
}
