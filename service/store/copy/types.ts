/** Types of a data file that is the copy of a team's data. The truth is elsewhere (`service/team`); the store knows it as `Truth`. */

export type CopyCell = string | number | null;

/** Rows of one table, with all its columns. */
export type CopyFrame = { table: string; columns: readonly string[]; rows: readonly (readonly CopyCell[])[] };

/** Keys of rows that were deleted come as rows of this table: the table's name, and the key as JSON. */
export const GONE = 'gone';

/** Which publish of a team a copy has. `publishId` tells it from one that another history has at the same version. */
export type CopyState = { teamId: string; version: number; publishId: string; notes: number };

/** The newest publish of a team. All nodes have the same `fileId` and `dataVersion`, from which ETags and paging tokens come. */
export type CopyHead = CopyState & { dataVersion: number; fileId: string };

/** A table of data.sqlite that is copied. */
export type CopiedTable = {
  name: string;
  /** The columns of the key come in its order in `key`. */
  columns: readonly string[];
  key: readonly string[];
  /** Those of its columns that hold whole numbers; the others hold text. */
  numbers: ReadonlySet<string>;
  /** Notes of fetches: no data, so that a change of them alone is no new version. */
  isNote: boolean;
};

/** What an open publish has changed in one table. Each iteration reads again. */
export type TableChange = {
  table: CopiedTable;
  /** The rows as they are now, new ones and replaced ones. */
  rows(): Iterable<readonly CopyCell[]>;
  /** Keys of rows that were there before and were changed or deleted. */
  replaced(): Iterable<readonly CopyCell[]>;
  /** Those of `replaced` that are deleted now. */
  gone(): Iterable<readonly CopyCell[]>;
};

/** What an open publish has changed, and on what it stands. */
export type Change = {
  from: CopyState;
  dataVersion: number;
  /** Whether only notes of fetches changed. */
  isNote: boolean;
  tables: readonly TableChange[];
  /** Ids of its runs. */
  runs: readonly number[];
};

/** Where a commit goes before it is one in this copy. */
export type Truth = {
  /**
   * Stores a change for the whole team.
   * @returns which publish the copy has after it.
   * @throws Behind if the team has a newer publish than the copy, CopyDisagrees if the copy is damaged: nothing is stored then. Failure 'team_unreachable', 'team_refused'.
   */
  publish(change: Change): Promise<CopyState>;
  /**
   * Brings the copy to the team's newest publish. No publish may be open in this thread.
   * @param damage what `publish` said of the copy: it is then made anew.
   * @throws as `publish`, but for Behind and CopyDisagrees.
   */
  catchUp(damage?: CopyDisagrees): Promise<void>;
};

/** Another publish was first: catch up, and stage again what is to be published. */
export class Behind extends Error {}

/** The pulled rows and the hash of a run disagree, or a row contradicts another one: the copy must be made anew. */
export class CopyDisagrees extends Error {}
