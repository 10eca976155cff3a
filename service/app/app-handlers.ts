import type { HostState, PresenceRequest, StartupMarks } from '../contract/host.ts';
import type { EndpointHandlers } from '../process/endpoint-input.ts';
import { dismissIncident } from '../process/incidents.ts';
import { holderText, whoHolds } from '../process/port-holder.ts';

export type AppParts = {
  dataDir: string;
  state: () => HostState;
  presence: Presence;
  startup: { fromPage: (marks: StartupMarks) => Promise<void> };
  report: () => Promise<string>;
  /** Both happen once this request is answered. */
  restart: () => void;
  quit: () => void;
};

/** Actions on the app itself. */
export function appHandlers(parts: AppParts) {
  return {
    state: parts.state,
    'restart-service'() {
      parts.restart();
      return {};
    },
    quit() {
      parts.quit();
      return {};
    },
    async 'port-holder'({ port }) {
      const holder = await whoHolds(Number(port));
      return { holder: holder === undefined ? null : holderText(holder) };
    },
    'dismiss-incident'({ id }) {
      dismissIncident(parts.dataDir, id);
      return parts.state();
    },
    presence(asked) {
      parts.presence.report(asked);
      return {};
    },
    async 'startup-marks'(marks) {
      await parts.startup.fromPage(marks);
      return {};
    },
    diagnostics: parts.report,
  } satisfies Partial<EndpointHandlers>;
}

/** Which pages are open: each reports every few seconds, and when it closes. */
export type Presence = { report(asked: PresenceRequest): void; count(): number };

/** Browsers let a page in the background report once a minute; one that is frozen or crashed reports no more. */
const GONE_AFTER_MS = 150_000;
/** More pages than any person opens; more are not counted. */
const MOST = 1_000;

export function openPresence(nowMs = () => performance.now()): Presence {
  const heardMs = new Map<string, number>();
  return {
    report({ client, is_leaving = false }) {
      if (is_leaving) heardMs.delete(client);
      else if (heardMs.size < MOST) heardMs.set(client, nowMs());
    },
    count() {
      for (const [client, atMs] of heardMs) if (nowMs() - atMs >= GONE_AFTER_MS) heardMs.delete(client);
      return heardMs.size;
    },
  };
}
