import type { HostState, StartupMarks } from '../../service/contract/host.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { HostHandlers } from './host-route.ts';

export type HostActionsOptions = {
  mode: HostState['mode'];
  version: string;
  supervisor: Pick<Supervisor, 'start' | 'status'> & Partial<Pick<Supervisor, 'stop'>>;
  /** @returns the port on which a service that is started again is to listen. Absent: the one that it had. */
  portOfSettings?: (() => number) | undefined;
  /** @returns who listens on a port, in words; null where nobody does or the system does not tell. */
  portHolder?: ((port: number) => Promise<string | null>) | undefined;
  /** @returns the address of the team whose data the service was started with. */
  team?: (() => string | undefined) | undefined;
  /** Damage and loss of the files of the data folder. Absent: none are shown. */
  incidents?: Incidents | undefined;
  /** Is told which pages are open and which are leaving. */
  onPresence?: ((client: string, isLeaving: boolean) => void) | undefined;
  /** Is told how long the page took to start. */
  onStartupMarks?: ((marks: StartupMarks) => void) | undefined;
  /** @returns the text of 'Copy diagnostics'. @param page origin of the page that asks */
  describeHost: (page: string) => Promise<string>;
};

export type Incidents = { open: () => Incident[]; dismiss: (id: string) => void };

/** Actions that the host answers by itself. */
export function hostHandlers(options: HostActionsOptions) {
  return {
    state: () => hostState(options),
    async 'restart-service'({ body }) {
      const port = options.portOfSettings?.();
      if (body.is_running) await options.supervisor.stop?.();
      options.supervisor.start({
        anyPort: body.any_port ?? false,
        ...(body.is_running && port !== undefined && { port }),
      });
      return hostState(options);
    },
    'port-holder': async ({ query }) => ({
      holder: (await options.portHolder?.(Number(query.port))) ?? null,
    }),
    'dismiss-incident'({ body }) {
      options.incidents?.dismiss(body.id);
      return hostState(options);
    },
    presence({ body }) {
      options.onPresence?.(body.client, body.is_leaving ?? false);
      return {};
    },
    'startup-marks'({ body }) {
      options.onStartupMarks?.(body);
      return {};
    },
    diagnostics: ({ request }) => options.describeHost(pageOf(request)),
  } satisfies Partial<HostHandlers>;
}

/** The origin of the page that asks. Put together by hand: `URL.origin` is 'null' for the desktop's own scheme. */
function pageOf(request: Request): string {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${host}`;
}

/** @returns the state of the host for the page. */
export function hostState({
  mode,
  version,
  supervisor,
  incidents,
  team,
}: Pick<HostActionsOptions, 'mode' | 'version' | 'incidents' | 'team'> & {
  supervisor: Pick<Supervisor, 'status'>;
}): HostState {
  const { state, port, message, problem, damage = null } = supervisor.status();
  const base_url = port === undefined ? null : `http://127.0.0.1:${port}`;
  const open = incidents?.open() ?? [];
  const address = team?.();
  return {
    mode,
    version,
    service: state,
    base_url,
    message,
    problem,
    ...(address !== undefined && { team: address }),
    damage,
    incidents: open,
  };
}
