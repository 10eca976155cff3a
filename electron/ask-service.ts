import { ENDPOINTS, type EndpointName, type InputOf, type OutputOf } from '../service/contract/endpoints.ts';
import { Failure } from '../service/contract/failure.ts';
import { makeBearer } from '../service/process/page-bearer.ts';
import type { ServiceRun } from './run-service.ts';

/** Calls one of `ENDPOINTS` over HTTP. `file`: the body of a 'bytes' endpoint. @throws Failure 'cancelled' */
export type AskService = <Name extends EndpointName>(
  name: Name,
  input: InputOf<(typeof ENDPOINTS)[Name]>,
  file?: Blob,
) => Promise<OutputOf<(typeof ENDPOINTS)[Name]>>;

/** @param sessionSecret the secret with which the service signs page sessions */
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

/** @returns the `detail` of an error answer, or a sentence with its status. */
async function detailOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // The body is not JSON: name the status instead.
  }
  return `The data service answered with status ${answer.status}.`;
}
