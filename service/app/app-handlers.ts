import type { EndpointHandlers } from '../api/index.ts';
import type { HostState, StartupMarks } from '../contract/host.ts';
import { dismissIncident } from '../process/incidents.ts';
import { holderText, whoHolds } from '../process/port-holder.ts';

export type AppParts = {
  dataDir: string;
  state: () => HostState;
  startup: { fromPage: (marks: StartupMarks) => Promise<void> };
  report: () => Promise<string>;
  /** Both happen once this request is answered. */
  restart: () => void;
  quit: () => void;
};

/** Actions on the app itself. */
export function appHandlers(parts: AppParts) {
  return {
    state: async () => parts.state(),
    async 'restart-service'() {
      parts.restart();
      return {};
    },
    async quit() {
      parts.quit();
      return {};
    },
    async 'port-holder'({ port }) {
      const holder = await whoHolds(Number(port));
      return { holder: holder === undefined ? null : holderText(holder) };
    },
    async 'dismiss-incident'({ id }) {
      dismissIncident(parts.dataDir, id);
      return parts.state();
    },
    async 'startup-marks'(marks) {
      await parts.startup.fromPage(marks);
      return {};
    },
    diagnostics: parts.report,
  } satisfies Partial<EndpointHandlers>;
}
