import type { TeamAddress } from './connect.ts';

export type TeamNode = TeamAddress & {
  node: string;
};

export type CopyStanding = {
  teamId: string;
  /** The copy's id in ETags and paging tokens. */
  fileId: string;
  version: number;
  /** When the database last answered, in Unix ms by this machine's clock; null: not since the start. */
  seenAt: number | null;
  /** Why the copy does not follow now, as one line; null if it does. */
  problem: string | null;
};
