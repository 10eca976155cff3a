import { type Static, Type } from 'typebox';
import { arrayOf } from './schema.ts';

/** The disk space that the data use, and their back-ups. Sizes are in bytes, times are UTC, ISO 8601. */

/** A copy of the data in the back-up folder, with what a person has made (work.sqlite). It never contains the keys. */
export const BackUp = Type.Object({
  name: Type.String(),
  bytes: Type.Number(),
  made_at: Type.String(),
  /** Whether a restore made it, from the data that it replaced. */
  is_set_aside: Type.Boolean(),
});
export type BackUp = Static<typeof BackUp>;

export const Storage = Type.Object({
  /** The database files in the data folder; each size includes SQLite's files beside it. */
  files: arrayOf(
    Type.Object({ file: Type.String(), what: Type.Enum(['data', 'keys', 'work']), bytes: Type.Number() }),
  ),
  folder: Type.String(),
  back_ups: arrayOf(BackUp),
});
export type Storage = Static<typeof Storage>;

/** `POST /host/restore`: a back-up by its name, or a file sent to `/host/upload`. Answers a `Restored`. */
export const RestoreRequest = Type.Union([
  Type.Object({ back_up: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$', maxLength: 121 }) }),
  Type.Object({ upload: Type.String({ maxLength: 100 }) }),
]);
export type RestoreRequest = Static<typeof RestoreRequest>;

/** `set_aside`: the back-up of the data from before. `has_brought_work`: what a person had made came back too, because there was none here. */
export const Restored = Type.Object({ set_aside: Type.String(), has_brought_work: Type.Boolean() });
export type Restored = Static<typeof Restored>;

/** What the service knows about itself, for the report that a person copies if something is wrong. It contains no secrets and no data. */

export const FolderInspection = Type.Object({
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
