import { type Static, Type } from 'typebox';
import { list } from './schema.ts';

/** What the data take on the disk, and the copies that were made of them. Sizes are bytes, moments UTC, ISO 8601. */

/** A copy of the data, never of the keys, in the folder of back-ups. */
export const BackUp = Type.Object({
  /** File name. */
  name: Type.String(),
  bytes: Type.Number(),
  made_at: Type.String(),
  /** Whether it was made by a restore, of what was there before. */
  is_set_aside: Type.Boolean(),
});
export type BackUp = Static<typeof BackUp>;

export const Storage = Type.Object({
  /** Files of the data folder that hold something: with what SQLite keeps beside each. */
  files: list(Type.Object({ file: Type.String(), what: Type.Enum(['data', 'keys']), bytes: Type.Number() })),
  /** Folder of the back-ups. */
  folder: Type.String(),
  /** Newest first. */
  back_ups: list(BackUp),
});
export type Storage = Static<typeof Storage>;

/** `POST /host/restore`: one of the back-ups by its name, or a file that was sent by `/host/upload`. Answers a `Restored`. */
export const RestoreRequest = Type.Union([
  Type.Object({ back_up: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$' }) }),
  Type.Object({ upload: Type.String({ maxLength: 100 }) }),
]);
export type RestoreRequest = Static<typeof RestoreRequest>;

/** What was there before stays as a back-up of this name. */
export const Restored = Type.Object({ set_aside: Type.String() });
export type Restored = Static<typeof Restored>;
