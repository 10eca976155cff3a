/** The public interface of the team's truth: code outside this folder imports from here. */
export {
  CommitUnknown,
  type ConnectOptions,
  openTeamDatabase,
  type Queries,
  type TeamAddress,
  type TeamDatabase,
  type Transaction,
} from './connect.ts';
export { expectSchema, migrateTeam } from './schema/index.ts';
