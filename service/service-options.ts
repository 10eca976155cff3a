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
  /** Ports to try in turn if `port` is taken; 0 is any. Absent: the start fails then. */
  otherPorts?: readonly number[];
  pageSize: number;
  /** Whether to make sample data if the folder is empty. */
  sample: boolean;
  /** Credential of the app's own requests to the API, which the limits of keys do not concern. It never leaves this process. */
  internalCredential?: string;
  /** Serves the app's page on a port of its own. */
  app?: AppOptions | undefined;
  /** Is called before the app changes something. @throws Failure where a file of the data folder was removed meanwhile. */
  expectFiles?: () => void;
  /** For tests: base address that replaces all publishers, `MIRROR/host/path`. */
  mirror?: string | undefined;
  /** Provides the user's keys for publishers when a refresh can use one; if absent, no key is sent. */
  publisherKeys?: PublisherKeySource;
  /** Origins whose pages may read the API, in addition to those in the settings; checked by `checkedOrigin`. */
  allowedOrigins?: readonly string[];
  /** How other computers reach the service, checked by `checkedServing`; absent: this computer alone. */
  serving?: Serving | undefined;
  /** Makes the service a node of a team: its data are a copy of the team's, and its keys are the team's. */
  team?: TeamOptions | undefined;
  /** Shows the data of a team, as a copy that follows, instead of those of the folder; all else of the folder is used as ever. */
  follow?: FollowedTeam | undefined;
  now: () => Date;
  /** Writes one line per event; a line never contains a key. */
  log: (line: string) => void;
};

/** The team that a node belongs to. */
export type TeamOptions = TeamNode & {
  /** Address of the same database with a role that counts without waiting for the standbys; absent: `address` counts too. */
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
  /** Makes the catalogue, which a page asks for first: the first answer takes twenty times as long as the others. */
  warmUp(): Promise<void>;
  /** @returns known damage of the data file. It is read each time, because other processes may have found it. */
  damage(): DataDamage | null;
  /** Refuses new requests, waits for running ones up to the deadline, and closes the files. */
  close(deadlineMs?: number): Promise<void>;
};
