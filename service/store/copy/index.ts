/** The copy of a team's data. Code outside the store imports from here. */
export {
  type Copy,
  CopyDisagrees,
  type CopyHead,
  type CopyState,
  isUnfinished,
  openCopy,
  type Pulled,
} from './open-copy.ts';
export { type CopiedTable, type CopyCell, type CopyFrame, GONE } from './run-hashes.ts';
export {
  Behind,
  type Change,
  openTeamWriter,
  type TableChange,
  type TeamWriter,
  type Truth,
  takeForTeam,
} from './team-changes.ts';
