import type { TeamAddress } from './connect.ts';

/** What makes a process a node of a team. Threads get it as it is. */
export type TeamNode = TeamAddress & {
  /** Name of the node, as `team status` shows it. */
  node: string;
};

/** How the copy of a node stands. */
export type CopyStanding = {
  teamId: string;
  /** Of the copy, as ETags and paging tokens have it. */
  fileId: string;
  /** The newest publish that the copy has. */
  version: number;
  /** When the database answered last, in ms since 1970-01-01 UTC by this machine's clock; null: not since the start. */
  seenAt: number | null;
  /** Why the copy does not follow now, as one line; null where it does. */
  problem: string | null;
};
