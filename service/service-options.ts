import type { Serving } from './api/index.ts';
import type { AppOptions } from './app/index.ts';
import type { Calls } from './calls/index.ts';
import type { DataDamage } from './contract/incidents.ts';
import type { FollowedTeam } from './contract/team.ts';
import type { PublisherKeySource } from './process/publisher-keys.ts';
import type { TeamNode } from './team/index.ts';

/** The options from which `compose.ts` builds a service. `run-service.ts` and the command line set them. */

export type ServiceOptions = {
  dataDir: string;
  port: number;
  /** Ports to try in turn if `port` is taken; 0 is any. If absent, the start fails. */
  otherPorts?: readonly number[];
  pageSize: number;
  /** Whether to make sample data if the folder is empty. */
  sample: boolean;
  /** Credential of the app's own API requests, which have no limits. It never leaves this process. */
  internalCredential?: string;
  /** Serves the app's page on a port of its own. */
  app?: AppOptions | undefined;
  /** Called before each change by the app. @throws Failure if a file of the data folder was removed. */
  expectFiles?: () => void;
  /** For tests: base address that replaces all publishers, `MIRROR/host/path`. */
  mirror?: string | undefined;
  /** Provides the user's keys for publishers when a refresh can use one; if absent, no key is sent. */
  publisherKeys?: PublisherKeySource;
  /** Origins whose pages may read the API, besides those in the settings; checked by `checkedOrigin`. */
  allowedOrigins?: readonly string[];
  /** Address for other computers, checked by `checkedServing`; absent: only this computer. */
  serving?: Serving | undefined;
  /** Makes the service a node of a team: its data are a copy of the team's, and its keys are the team's. */
  team?: TeamOptions | undefined;
  /** Shows a copy of a team's data instead of the folder's. The folder's other files are used as always. */
  follow?: FollowedTeam | undefined;
  now: () => Date;
  /** Writes one line per event; a line never contains a key. */
  log: (line: string) => void;
};

/** The team that a node belongs to. */
export type TeamOptions = TeamNode & {
  /** The same database for a role whose counting does not wait for standbys; absent: uses `address`. */
  counters?: string | undefined;
};

export type RunningService = {
  /** The folder of data.sqlite: the data folder, or that of the team's copy. */
  readonly dataFolder: string;
  port: number;
  url: string;
  /** The app's port, and a token that signs a page in, once. */
  page: { port: number; token: string } | undefined;
  calls: Calls;
  /** Makes the catalogue in advance: its first answer takes twenty times as long as later ones. */
  warmUp(): Promise<void>;
  /** @returns known damage of the data file, read each time because other processes may find some. */
  damage(): DataDamage | null;
  /** Refuses new requests, waits for running ones up to the deadline, and closes the files. */
  close(deadlineMs?: number): Promise<void>;
};
