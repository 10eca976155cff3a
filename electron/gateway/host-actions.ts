import { assertNever } from '../../service/contract/failure.ts';
import {
  ACCESS_ACTIONS,
  DATA_ACTIONS,
  DownloadRequest,
  type DownloadTicket,
  HOST_ACTIONS,
  type HostAction,
  type HostState,
  PresenceRequest,
  RestartRequest,
} from '../../service/contract/host.ts';
import { type Incident, IncidentRequest } from '../../service/contract/incidents.ts';
import { StartupMarks } from '../../service/contract/startup.ts';
import { CancelExportRequest } from '../../service/contract/table-export.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { type AccessActionsOptions, answerAccessAction } from './access-actions.ts';
import { given } from './answer-body.ts';
import { json, methodNotAllowed, notFound, plainText } from './answers.ts';
import { answerDataAction, type DataActionsOptions } from './data-actions.ts';
import { dataTarget, notData } from './data-target.ts';
import { answerExport, answerProgress, answerPublished, type ExportActionOptions } from './export-action.ts';
import { readJson } from './read-json.ts';
import type { Tickets } from './tickets.ts';

export type HostActionsOptions = {
  mode: HostState['mode'];
  version: string;
  supervisor: Pick<Supervisor, 'start' | 'status' | 'settle' | 'call'>;
  /** What befell the files of the data folder; who has none leaves it out. */
  incidents?: Incidents | undefined;
  tickets: Tickets;
  /** Asks the service's data API. */
  ask: (target: string, signal: AbortSignal) => Promise<Response>;
  /** Hears which pages are open; who does not need to know leaves it out. */
  onPresence?: ((client: string, isLeaving: boolean) => void) | undefined;
  /** Hears how long the page took; who keeps no marks leaves it out. */
  onStartupMarks?: ((marks: StartupMarks) => void) | undefined;
  /** @param page where the page is that asks */
  describeHost: (page: string) => Promise<string>;
} & DataActionsOptions &
  ExportActionOptions &
  AccessActionsOptions;

export type Incidents = { open: () => Incident[]; dismiss: (id: string) => void };

/** Answers `GET` and `POST /host/<action>` of `service/contract/host.ts`. */
export async function answerHostAction(request: Request, options: HostActionsOptions): Promise<Response> {
  const name = new URL(request.url).pathname.slice('/host/'.length);
  const dataAction = DATA_ACTIONS.find((each) => each === name);
  if (dataAction !== undefined) return answerDataAction(dataAction, request, options);
  const accessAction = ACCESS_ACTIONS.find((each) => each === name);
  if (accessAction !== undefined) return answerAccessAction(accessAction, request, options);
  const action = HOST_ACTIONS.find((each) => each === name);
  if (action === undefined) return notFound();
  const method = METHODS[action];
  if (request.method !== method) return methodNotAllowed(method);
  switch (action) {
    case 'state':
      return json(200, hostState(options));
    case 'download':
      return issueTicket(request, options.tickets);
    case 'restart-service':
      return restart(request, options);
    case 'dismiss-incident':
      return given(request, IncidentRequest, ({ id }) => {
        options.incidents?.dismiss(id);
        return json(200, hostState(options));
      });
    case 'presence':
      return notePresence(request, options);
    case 'startup-marks':
      return noteMarks(request, options);
    case 'diagnostics':
      return plainText(200, await options.describeHost(pageOf(request)));
    case 'export':
      return answerExport(request, options);
    case 'export-published':
      return answerPublished(request, options.exports, options.ask);
    case 'export-progress':
      return answerProgress(request, options.exports);
    case 'cancel-export':
      return given(request, CancelExportRequest, ({ id }) => {
        options.exports.cancel(id);
        return json(200, {});
      });
    default:
      return assertNever(action);
  }
}

const METHODS: Readonly<Record<HostAction, 'GET' | 'POST'>> = {
  state: 'GET',
  download: 'POST',
  'restart-service': 'POST',
  'dismiss-incident': 'POST',
  presence: 'POST',
  diagnostics: 'GET',
  'startup-marks': 'POST',
  export: 'POST',
  'export-published': 'POST',
  'export-progress': 'GET',
  'cancel-export': 'POST',
};

/** A page on a scheme of its own has no origin in the words of the URL standard. */
function pageOf(request: Request): string {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${host}`;
}

/** @returns the host as the page is told of it. */
export function hostState({
  mode,
  version,
  supervisor,
  incidents,
}: Pick<HostActionsOptions, 'mode' | 'version' | 'incidents'> & {
  supervisor: Pick<Supervisor, 'status'>;
}): HostState {
  const { state, port, message, problem, damage = null } = supervisor.status();
  const base_url = port === undefined ? null : `http://127.0.0.1:${port}`;
  const open = incidents?.open() ?? [];
  return { mode, version, service: state, base_url, message, problem, damage, incidents: open };
}

async function restart(request: Request, options: HostActionsOptions): Promise<Response> {
  const body = await readJson(request, RestartRequest);
  if (body instanceof Response) return body;
  options.supervisor.start({ anyPort: body.any_port ?? false });
  return json(200, hostState(options));
}

async function notePresence(request: Request, { onPresence }: HostActionsOptions): Promise<Response> {
  const body = await readJson(request, PresenceRequest);
  if (body instanceof Response) return body;
  onPresence?.(body.client, body.is_leaving ?? false);
  return json(200, {});
}

async function noteMarks(request: Request, { onStartupMarks }: HostActionsOptions): Promise<Response> {
  const body = await readJson(request, StartupMarks);
  if (body instanceof Response) return body;
  onStartupMarks?.(body);
  return json(200, {});
}

async function issueTicket(request: Request, tickets: Tickets): Promise<Response> {
  const body = await readJson(request, DownloadRequest);
  if (body instanceof Response) return body;
  const target = dataTarget(body.path);
  if (target === undefined) return notData();
  const ticket: DownloadTicket = { url: `/download/${tickets.issue(target)}` };
  return json(200, ticket);
}
