/** The copy of a team's data: code outside the store imports from here. */
export {
  type Copy,
  CopyDisagrees,
  type CopyHead,
  type CopyState,
  isUnfinished,
  openCopy,
  type Pulled,
} from './open-copy.ts';
export { type CopiedTable, type CopyCell, type CopyFrame, GONE } from './tables.ts';
export { type Change, type TableChange, takeForTeam } from './team-changes.ts';
export { Behind, openTeamWriter, type TeamWriter, type Truth } from './team-writer.ts';
