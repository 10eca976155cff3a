import { assertNever } from '../../service/contract/failure.ts';
import type { HostState } from '../../service/contract/host.ts';
import { answerPage, type PageFiles } from '../../service/page/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { DataFrom } from '../team/index.ts';
import type { Vault } from '../vault/types.ts';
import { type AccessActionsOptions, accessHandlers } from './access-actions.ts';
import { methodNotAllowed, notFound } from './answers.ts';
import { type DataActionsOptions, dataHandlers } from './data-actions.ts';
import { answerFile, type ExportActionOptions, exportHandlers } from './export-action.ts';
import { type ForwardOptions, forward } from './forward.ts';
import { type HostActionsOptions, hostHandlers, hostState } from './host-actions.ts';
import { answerHostAction, type HostHandlers } from './host-route.ts';
import { routeOf } from './route.ts';
import { teamHandlers } from './team-actions.ts';
import { createTickets } from './tickets.ts';

/** Answers every request of the page, in the desktop window and in the browser. */
export type Gateway = (request: Request) => Promise<Response>;

export type GatewayOptions = {
  mode: HostState['mode'];
  version: string;
  files: PageFiles;
  supervisor: Pick<Supervisor, 'start' | 'status' | 'waitForStart' | 'call'> &
    Partial<Pick<Supervisor, 'stop'>>;
  vault: Vault;
  /** Absent: there is no team to choose. */
  dataFrom?: DataFrom | undefined;
  /** The service's `internalCredential`. */
  credential: string;
  /** Reaches the service: Node's own fetch, or `net.fetch` of Electron. */
  fetch: ForwardOptions['fetch'];
  /** Monotonic. */
  nowMs?: () => number;
  waitMs?: number;
} & Pick<ExportActionOptions, 'exports'> &
  Pick<AccessActionsOptions, 'assistantCommand'> &
  Pick<DataActionsOptions, 'jobs' | 'uploads' | 'chosenFiles'> &
  Pick<
    HostActionsOptions,
    'onPresence' | 'describeHost' | 'onStartupMarks' | 'incidents' | 'portOfSettings' | 'portHolder' | 'team'
  >;

/** Does not check who asks: in the desktop only the window can use the scheme, and browser mode has `guardGateway` in front. */
export function createGateway(options: GatewayOptions): Gateway {
  const { nowMs = () => performance.now(), waitMs = 5_000 } = options;
  const tickets = createTickets(nowMs);
  const forwarding: ForwardOptions = { ...options, waitMs };

  /** Asks the service for a path and query, as the page may. */
  const ask = (target: string, signal: AbortSignal) =>
    forward(new Request(new URL(target, 'http://service'), { signal }), target, forwarding);

  const handlers: HostHandlers = {
    ...hostHandlers(options),
    ...exportHandlers({ ...options, tickets, ask }),
    ...dataHandlers(options),
    ...accessHandlers(options),
    ...teamHandlers(options.dataFrom, () => hostState(options)),
  };

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const route = routeOf(pathname);
    switch (route) {
      case 'page':
        if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
        return answerPage(request, options.files) ?? notFound();
      case 'data':
        return forward(request, pathname + search, forwarding);
      case 'discovery':
        return forward(request, pathname + search, { ...forwarding, credential: undefined });
      case 'host':
        return answerHostAction(request, handlers, { ...options, waitMs });
      case 'download':
        return download(request, pathname.slice('/download/'.length));
      case 'auth':
        return notFound();
      default:
        return assertNever(route);
    }
  };

  async function download(request: Request, ticket: string): Promise<Response> {
    if (request.method !== 'GET') return methodNotAllowed('GET');
    const target = tickets.redeem(ticket);
    if (target === undefined) {
      const file = await options.exports.redeem(ticket);
      return file ? answerFile(file) : notFound();
    }
    const answer = await forward(request, target, forwarding);
    if (answer.ok && !answer.headers.has('Content-Disposition')) {
      answer.headers.set('Content-Disposition', 'attachment');
    }
    return answer;
  }
}
