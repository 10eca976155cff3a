/** The public interface of the team's truth: code outside this folder imports from here. */
export { openTeamKeys, type TeamKeys } from './admission/index.ts';
export {
  CommitUnknown,
  type ConnectOptions,
  openTeamDatabase,
  type Queries,
  type TeamAddress,
  type TeamDatabase,
  type Transaction,
} from './connect.ts';
export { withTeamKeys } from './manage-keys.ts';
export { type Followed, openTeamNode, type TeamNode } from './node.ts';
export { type ListedNode, listNodes } from './nodes.ts';
export { expectSchema, migrateTeam } from './schema/index.ts';
