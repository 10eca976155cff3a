export { makeFirstKey, openTeamKeys, type TeamKeys, withTeamKeys } from './admission/team-keys.ts';
export {
  CommitUnknown,
  type ConnectOptions,
  openTeamDatabase,
  type Queries,
  type TeamAddress,
  type TeamDatabase,
  type Transaction,
} from './connect.ts';
export { followOnce, openNodeTruth, openTruth, rebuild, withCopy } from './follow.ts';
export { type Follower, type FollowerOptions, openFollower } from './follower.ts';
export { type Membership, type MembershipOptions, openMembership } from './membership.ts';
export { clockLine, type ListedNode, listNodes, readTeamStatus, type TeamStatus } from './nodes.ts';
export { type Publisher, type PublishOptions, publish } from './publish.ts';
export { pull } from './pull.ts';
export { expectSchema, migrateTeam, readHead } from './schema.ts';
export { awaitTeam, expectTeam, moveIn, setUpTeam } from './set-up.ts';
export type * from './types.ts';
export { type Verified, verifyCopy } from './verify.ts';
