import type { ControlCaller } from './calls/index.ts';
import type { DataDamage } from './contract/integrity.ts';
import type { PublisherKeySource } from './process/publisher-keys.ts';

/** What `compose` needs to build a service; `main.ts` and the command line make it from their settings. */

export type ServiceOptions = {
  dataDir: string;
  port: number;
  pageSize: number;
  sample: boolean;
  /** Credential of the host's gateway; absent when the service runs alone. */
  internalCredential?: string;
  /** Base address that stands for all publishers, for tests: `MIRROR/host/path`. */
  mirror?: string | undefined;
  /** Where the user's keys of publishers are, asked when a refresh can send one; without it none is sent. */
  publisherKeys?: PublisherKeySource;
  /** Origins whose pages may read the API, beside those of the settings; checked by `checkedOrigin`. */
  allowedOrigins?: readonly string[];
  now: () => Date;
  /** One line per event; never holds a key. */
  log: (line: string) => void;
};

export type RunningService = {
  port: number;
  url: string;
  /** What a host may ask beside HTTP: imports, previews, refreshes, the schedule. */
  calls: ControlCaller;
  /** How many requests have come since the start, without those that were refused to somebody without a good key. */
  requests(): number;
  /** Damage of the data file that is known of; read anew each time, as other processes may have met it. */
  damage(): DataDamage | null;
  /** Stops accepting, lets answers under way end (up to the deadline), closes the files. */
  close(deadlineMs?: number): Promise<void>;
};
