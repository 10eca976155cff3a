import type { ServiceDiagnostics } from '../../service/contract/diagnostics.ts';
import type { HostState } from '../../service/contract/host.ts';
import type { VaultState } from '../../service/contract/vault.ts';

/** Everything that a report contains. Where something could not be found out, a sentence says why. */
export type DiagnosticFacts = {
  at: Date;
  mode: HostState['mode'];
  version: string;
  /** `process.versions`. */
  versions: Readonly<Record<string, string | undefined>>;
  system: string;
  host: { pid: number; upSeconds: number; memoryBytes: number };
  state: HostState;
  /** Changes of the service's state in this run, oldest first. */
  changes: readonly ServiceChange[];
  service: ServiceDiagnostics | string;
  usualPort: number;
  /** Who listens on the usual port where it is not our service: `python3 (process 4242)`. */
  portHolder: string | undefined;
  /** Origin of the page. */
  page: string | undefined;
  folder: { path: string; freeBytes: number | undefined; files: readonly FolderFile[] };
  vault: VaultState | string;
  /** Names of the variables that change what Almanac does; never their values. */
  variables: readonly string[];
  marks: Readonly<Record<string, number>>;
  logFile: string;
  lastErrors: readonly string[];
};

export type ServiceChange = { at: Date; state: HostState['service']; message: string | null };
export type FolderFile = { name: string; bytes: number };
