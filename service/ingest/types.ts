import type { FileToIngest, IngestedFile, IngestProgress } from '../contract/ingest.ts';
import type { Truth } from '../store/copy/types.ts';
import type { RunResult } from '../store/types.ts';

/** What an import is doing. */
export type ImportProgress = IngestProgress;

/** What an import did. */
export type ImportedFile = Omit<IngestedFile, 'runs'> & { runs: RunResult[] };

/** Where a file's data come from, where the user did not give the file. */
export type RefreshProvenance = { kind: 'refresh'; origin: 'publisher'; location: string };

/**
 * Imports publishers' files or the long CSV, each file all or nothing, in the order given.
 * @throws Failure naming file, line and column; files before the failing one stay imported.
 */
export type ImportFiles = (options: {
  dataDir: string;
  files: readonly (string | FileToIngest)[];
  now: () => Date;
  /** Absent: kind 'import', origin 'file', location = the file's name. */
  provenance?: RefreshProvenance | undefined;
  /** Accepts a publisher's file that lacks much of what is held between its days. What is held stays. */
  allowShrink?: boolean | undefined;
  /** Accepts a file with implausible values, or one that changes much of a history that is never revised. */
  allowJumps?: boolean | undefined;
  /** What a file does not have yet is fetched elsewhere right after it, so no note is needed. */
  isCompleted?: boolean | undefined;
  /** Of the team whose copy the folder has: the files are stored there first. */
  truth?: Truth | undefined;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal | undefined;
}) => Promise<ImportedFile[]>;

/** Fills an empty folder with deterministic sample data for every dataset, to the newest release date as of `now`. */
export type MakeSample = (options: { dataDir: string; now: () => Date }) => Promise<RunResult[]>;
