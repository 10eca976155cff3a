/** What the service knows of itself, for the report that a person copies when something is wrong. No secrets, no data. */

/** What a look at the files of a data folder found. */
export type FolderInspection = {
  /** Version of the SQLite library. */
  sqlite: string;
  datasets: readonly { dataset: string; origin: string; rows: number; updated_at: string }[];
  /** The check of each file: 'ok', or what it found first, of the pages in SQLite's words. */
  checks: readonly { file: string; result: string }[];
};

export type ServiceDiagnostics = FolderInspection & {
  pid: number;
  version: string;
  /** Version of Node in the service. */
  node: string;
  /** Where it listens, as 'address:port'. */
  address: string;
  up_seconds: number;
  memory_bytes: number;
};
