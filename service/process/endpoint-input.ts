import type { Endpoint } from '../contract/endpoints.ts';
import { Failure, type FailureCode } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';

/** What the host's gateway and a node of a team share in answering the actions of `ENDPOINTS`. */

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
