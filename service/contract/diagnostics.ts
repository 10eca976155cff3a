import { type Static, Type } from 'typebox';
import { arrayOf } from './schema.ts';

/** What the service knows about itself, for the report that a person copies if something is wrong. It contains no secrets and no data. */

/** Result of checking the files of a data folder. */
export const FolderInspection = Type.Object({
  /** Version of the SQLite library. */
  sqlite: Type.String(),
  datasets: arrayOf(
    Type.Object({
      dataset: Type.String(),
      origin: Type.String(),
      rows: Type.Integer(),
      updated_at: Type.String(),
    }),
  ),
  /** Result of each file's check: 'ok', or the first problem found. Problems of database pages are in SQLite's words. */
  checks: arrayOf(Type.Object({ file: Type.String(), result: Type.String() })),
});
export type FolderInspection = Static<typeof FolderInspection>;
