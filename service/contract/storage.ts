import { type Static, Type } from 'typebox';
import { arrayOf } from './schema.ts';

/** Disk space of the data, and their back-ups. Sizes are in bytes, times are UTC, ISO 8601. */

/** A copy of the data and of the person's work (work.sqlite) in the back-up folder, without keys. */
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

/** `set_aside`: back-up of the replaced data. `has_brought_work`: the person's work was restored too. */
export const Restored = Type.Object({ set_aside: Type.String(), has_brought_work: Type.Boolean() });
export type Restored = Static<typeof Restored>;

/** Facts for the report that a person copies if something is wrong, without secrets and data. */

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
  /** Result of each file's check: 'ok', or the first problem. Problems of pages are in SQLite's words. */
  checks: arrayOf(Type.Object({ file: Type.String(), result: Type.String() })),
});
export type FolderInspection = Static<typeof FolderInspection>;
