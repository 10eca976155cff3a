export { openTeamKeys, type TeamKeys } from './admission/team-keys.ts';
export { clockLine } from './clock.ts';
export {
  CommitUnknown,
  type ConnectOptions,
  openTeamDatabase,
  type Queries,
  type TeamAddress,
  type TeamDatabase,
  type Transaction,
} from './connect.ts';
export { followOnce, rebuild } from './follow.ts';
export { type Follower, type FollowerOptions, openFollower } from './follower.ts';
export { readHead } from './head.ts';
export { makeFirstKey, withTeamKeys } from './manage-keys.ts';
export { type Membership, type MembershipOptions, openMembership } from './membership.ts';
export { moveIn } from './move-in.ts';
export { type ListedNode, listNodes } from './nodes.ts';
export { type Publisher, type PublishOptions, publish } from './publish.ts';
export { pull } from './pull.ts';
export { expectSchema, migrateTeam } from './schema.ts';
export { awaitTeam, expectTeam, setUpTeam } from './set-up.ts';
export { readTeamStatus, type TeamStatus } from './status.ts';
export { openNodeTruth, openTruth, withCopy } from './truth.ts';
export type * from './types.ts';
export { type Verified, verifyCopy } from './verify.ts';
