import { type Static, Type } from 'typebox';
import { list } from './schema.ts';

/** What the service knows of itself, for the report that a person copies when something is wrong. No secrets, no data. */

/** What a look at the files of a data folder found. */
export const FolderInspection = Type.Object({
  /** Version of the SQLite library. */
  sqlite: Type.String(),
  datasets: list(
    Type.Object({
      dataset: Type.String(),
      origin: Type.String(),
      rows: Type.Integer(),
      updated_at: Type.String(),
    }),
  ),
  /** The check of each file: 'ok', or what it found first, of the pages in SQLite's words. */
  checks: list(Type.Object({ file: Type.String(), result: Type.String() })),
});
export type FolderInspection = Static<typeof FolderInspection>;

export const ServiceDiagnostics = Type.Interface([FolderInspection], {
  pid: Type.Integer(),
  version: Type.String(),
  /** Version of Node in the service. */
  node: Type.String(),
  /** Where it listens, as 'address:port'. */
  address: Type.String(),
  up_seconds: Type.Number(),
  memory_bytes: Type.Number(),
});
export type ServiceDiagnostics = Static<typeof ServiceDiagnostics>;
