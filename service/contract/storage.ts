import Type, { type Static } from 'typebox';

/** What the data take on the disk, and the copies that were made of them. Sizes are bytes, moments UTC, ISO 8601. */

/** A copy of the data, never of the keys, in the folder of back-ups. */
export type BackUp = {
  /** File name. */
  name: string;
  bytes: number;
  made_at: string;
  /** Whether it was made by a restore, of what was there before. */
  is_set_aside: boolean;
};

export type Storage = {
  /** Files of the data folder that hold something: with what SQLite keeps beside each. */
  files: readonly { file: string; what: 'data' | 'keys'; bytes: number }[];
  /** Folder of the back-ups. */
  folder: string;
  /** Newest first. */
  back_ups: readonly BackUp[];
};

/** `POST /host/restore`: one of the back-ups by its name, or a file that was sent by `/host/upload`. Answers a `Restored`. */
export const RestoreRequest = Type.Union([
  Type.Object({ back_up: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$' }) }),
  Type.Object({ upload: Type.String({ maxLength: 100 }) }),
]);
export type RestoreRequest = Static<typeof RestoreRequest>;

/** What was there before stays as a back-up of this name. */
export type Restored = { set_aside: string };
