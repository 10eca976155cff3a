import type { TeamAddress } from './connect.ts';

export type TeamNode = TeamAddress & {
  node: string;
};

export type CopyStanding = {
  teamId: string;
  /** Of the copy, as ETags and paging tokens have it. */
  fileId: string;
  version: number;
  /** When the database answered last, in ms since 1970-01-01 UTC by this machine's clock; null: not since the start. */
  seenAt: number | null;
  /** Why the copy does not follow now, as one line; null where it does. */
  problem: string | null;
};
