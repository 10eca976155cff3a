import { Type } from 'typebox';
import { mostBytes } from '../../service/contract/body.ts';
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
import type { Control } from './control.ts';
import type { Login } from './login.ts';

const TokenBody = Type.Object({ token: Type.String({ maxLength: 200 }) });
/** Anybody on this machine may send it. */
const TOKEN_BYTES = mostBytes(TokenBody);

export const TOKEN_REFUSED =
  'This address was used already, or is older than five minutes. Press Enter where Almanac runs: it prints a new one.';

/**
 * Stands in front of the gateway in browser mode: checks host and origin, then the login. Files of the page, public answers of the
 * service and one-use downloads need no bearer. A read that brings an API key is left to the service.
 * @param port returns the port on which we listen
 * @param control answers requests of the same account from outside the page, which have their own credential
 * @param onRefused is called for each request that does not pass
 */
export function guardGateway(
  gateway: Gateway,
  login: Login,
  port: () => number,
  control?: Pick<Control, 'answer'>,
  onRefused?: (request: Request, status: number) => void,
): Gateway {
  return async (request) => {
    const answer = await answerUnlessAllowed(request);
    if (answer === undefined) return gateway(request);
    if (answer.status >= 400) onRefused?.(request, answer.status);
    return answer;
  };

  /** @returns undefined for a request that may pass. */
  function answerUnlessAllowed(request: Request): Promise<Response> | Response | undefined {
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
  const body = await readJson(request, TokenBody, TOKEN_BYTES);
  if (body instanceof Response) return body;
  const bearer = login.exchange(body.token);
  return bearer === undefined ? refusal(401, TOKEN_REFUSED) : json(200, { bearer });
}

/**
 * Decides by its headers whether a request can come from our own page; other pages and other servers of this machine can
 * reach the port too. DNS rebinding arrives with a foreign `Host` and often without `Origin` or `Sec-Fetch-*`, so each of
 * the three is checked separately.
 * @param port on which we listen
 * @returns 421 for a host that is not ours, 403 for a request of another origin, undefined where all is well.
 */
function originProblem(request: Request, port: number, isPage: boolean): 421 | 403 | undefined {
  const host = request.headers.get('Host') ?? '';
  if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`)) return 421;
  const origin = request.headers.get('Origin');
  if (origin !== null && origin !== `http://${host}`) return 403;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === null || site === 'same-origin') return undefined;
  return isNavigation(request) && (isPage || site === 'none') ? undefined : 403;
}

/** Whether a person opens an address or follows a link to a page of the app. Such a page holds no data. */
function isNavigation(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.headers.get('Sec-Fetch-Mode') === 'navigate' &&
    request.headers.get('Sec-Fetch-Dest') === 'document'
  );
}
