import { ENDPOINTS, type EndpointName, type InputOf, type OutputOf } from '../service/contract/endpoints.ts';
import { Failure } from '../service/contract/failure.ts';
import { makeBearer } from '../service/process/page-bearer.ts';
import type { ServiceRun } from './run-service.ts';

/**
 * Asks the service for an action of `ENDPOINTS` over HTTP, as the page does. `file`: the body of an endpoint that takes 'bytes'. @throws
 * Failure 'cancelled'
 */
export type AskService = <Name extends EndpointName>(
  name: Name,
  input: InputOf<(typeof ENDPOINTS)[Name]>,
  file?: Blob,
) => Promise<OutputOf<(typeof ENDPOINTS)[Name]>>;

/** @param sessionSecret that with which the service signs the sessions of pages */
export function serviceAsker(run: Pick<ServiceRun, 'at'>, sessionSecret: string): AskService {
  const bearer = makeBearer(sessionSecret);
  return async (name, input, file) => {
    const place = run.at();
    if (place === undefined) throw noAnswer();
    const { method, body } = ENDPOINTS[name] as { method: string; body?: unknown };
    const url = new URL(`http://127.0.0.1:${place.pagePort}/host/${name}`);
    const hasJson = body !== undefined && body !== 'bytes';
    if (!hasJson)
      for (const [key, value] of Object.entries(input as Record<string, unknown>))
        url.searchParams.set(key, String(value));
    const answer = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(hasJson && { 'Content-Type': 'application/json' }),
      },
      ...(hasJson && { body: JSON.stringify(input) }),
      ...(file && { body: file }),
    }).catch((error: unknown) => {
      throw noAnswer(error);
    });
    if (!answer.ok) throw new Failure('cancelled', await detailOf(answer));
    return (ENDPOINTS[name].output === 'text' ? await answer.text() : await answer.json()) as never;
  };
}

const noAnswer = (cause?: unknown): Failure =>
  new Failure('cancelled', 'The data service does not answer now. Try again in a moment.', {}, { cause });

/** @returns the sentence of a refusal. */
async function detailOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // No JSON: the status has to do.
  }
  return `The data service answered with status ${answer.status}.`;
}
