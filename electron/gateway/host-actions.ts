import type { HostState, StartupMarks } from '../../service/contract/host.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { HostHandlers } from './host-route.ts';

export type HostActionsOptions = {
  mode: HostState['mode'];
  version: string;
  supervisor: Pick<Supervisor, 'start' | 'status'>;
  /** What befell the files of the data folder; who has none leaves it out. */
  incidents?: Incidents | undefined;
  /** Hears which pages are open; who does not need to know leaves it out. */
  onPresence?: ((client: string, isLeaving: boolean) => void) | undefined;
  /** Hears how long the page took; who keeps no marks leaves it out. */
  onStartupMarks?: ((marks: StartupMarks) => void) | undefined;
  /** @param page where the page is that asks */
  describeHost: (page: string) => Promise<string>;
};

export type Incidents = { open: () => Incident[]; dismiss: (id: string) => void };

/** What the page asks of the host itself. */
export function hostHandlers(options: HostActionsOptions) {
  return {
    state: () => hostState(options),
    'restart-service'({ body }) {
      options.supervisor.start({ anyPort: body.any_port ?? false });
      return hostState(options);
    },
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
