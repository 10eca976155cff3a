import { Type } from 'typebox';
import {
  carriesKey,
  type Gateway,
  json,
  methodNotAllowed,
  notFound,
  readJson,
  refusal,
  routeOf,
} from '../gateway/index.ts';
import { originProblem } from './check-origin.ts';
import type { Control } from './control.ts';
import type { Login } from './login.ts';

const TokenBody = Type.Object({ token: Type.String({ maxLength: 200 }) });

export const TOKEN_REFUSED =
  'This address was used already, or is older than five minutes. Press Enter where Almanac runs: it prints a new one.';

/**
 * Browser mode's door in front of the gateway: host and origin, then the login. The page's files, what the service tells
 * everybody, and one-use downloads need no bearer; a read with an API key of its own is the service's to judge.
 * @param port gives the port on which we listen
 * @param control what the same account may ask from outside the page, with a credential of its own
 * @param onRefused hears of each request that does not pass
 */
export function guardGateway(
  gateway: Gateway,
  login: Login,
  port: () => number,
  control?: Pick<Control, 'answer'>,
  onRefused?: (request: Request, status: number) => void,
): Gateway {
  return async (request) => {
    const answer = await answerAtDoor(request);
    if (answer === undefined) return gateway(request);
    if (answer.status >= 400) onRefused?.(request, answer.status);
    return answer;
  };

  /** @returns undefined for what may pass. */
  function answerAtDoor(request: Request): Promise<Response> | Response | undefined {
    const { pathname, search } = new URL(request.url);
    const route = routeOf(pathname);
    const problem = originProblem(request, port(), route === 'page');
    if (problem === 421) return refusal(421, 'Misdirected Request');
    if (problem === 403) return refusal(403, 'Forbidden');
    const controlled = control?.answer(request);
    if (controlled) return controlled;
    if (route === 'auth') return pathname === '/auth/exchange' ? exchange(request, login) : notFound();
    const mayPass =
      (route !== 'data' && route !== 'host') ||
      isSignedIn(request, login) ||
      (route === 'data' && carriesKey(request, pathname + search));
    return mayPass ? undefined : refusal(401, 'Sign-in needed', { 'WWW-Authenticate': 'Bearer' });
  }
}

function isSignedIn(request: Request, login: Login): boolean {
  const bearer = /^Bearer ([\w-]+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  return bearer !== undefined && login.knows(bearer);
}

async function exchange(request: Request, login: Login): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  const body = await readJson(request, TokenBody);
  if (body instanceof Response) return body;
  const bearer = login.exchange(body.token);
  return bearer === undefined ? refusal(401, TOKEN_REFUSED) : json(200, { bearer });
}
