/** The copy of a team's data: code outside the store imports from here. */

export type { TeamPublish } from '../publish.ts';
export { type Copy, isUnfinished, openCopy, type Pulled } from './open-copy.ts';
export { type FolderChange, takeForTeam } from './take.ts';
export { openTeamWriter, type TeamWriter } from './team-writer.ts';
export * from './types.ts';
