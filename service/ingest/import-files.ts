import { dateText } from '../calendar/dates.ts';
import { expectedLast, fileLagDaysOf, releaseTiming } from '../calendar/releases.ts';
import type { FileToIngest, IngestedFile } from '../contract/ingest.ts';
import { findDataset } from '../datasets/index.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import type { Truth } from '../store/copy/index.ts';
import type { RunResult } from '../store/index.ts';
import { jumpNotes, jumpsFromHeld, refuseJumps, strangeLists } from './implausible.ts';
import { type IngestWriter, openIngestWriter, stagedAgain } from './ingest-writer.ts';
import { refuseUnnamed } from './list-facts.ts';
import { keptNotes, refuseShrinking } from './shrink.ts';
import { type StageOptions, stageFile } from './stage-file.ts';
import { stateSumNotes } from './state-sum.ts';

const WEEK = 7;

export type ImportOptions = StageOptions & {
  files: readonly (string | FileToIngest)[];
  /** Accepts a publisher's file that lacks much of what is held between its days. What is held stays. */
  allowShrink?: boolean | undefined;
  /** Accepts a file with implausible values, or one that changes much of a history that is never revised. */
  allowJumps?: boolean | undefined;
  /** What a file does not have yet is fetched elsewhere right after it, so no note is needed. */
  isCompleted?: boolean | undefined;
  /** Of the team whose copy the folder has: the files are stored there first. */
  truth?: Truth | undefined;
};

/** What an import did. */
export type ImportedFile = Omit<IngestedFile, 'runs'> & { runs: RunResult[] };

/**
 * Imports publishers' files or the long CSV in the given order, each file wholly or not at all. The data folder is not touched before
 * a file has been recognised.
 * @throws Failure naming file, line and column. Files before the failing one stay imported.
 */
export async function importFiles({ files, ...options }: ImportOptions): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = [];
  let writer: IngestWriter | undefined;
  const openOnce = () => {
    writer ??= openIngestWriter(options.dataDir, options.truth, options.now);
    return writer;
  };
  try {
    for (const file of files) {
      const named = typeof file === 'string' ? { path: file } : file;
      imported.push(await stagedAgain(options.truth, () => importFile(named, openOnce, options)));
    }
  } finally {
    writer?.close();
  }
  return imported;
}

/**
 * Imports one file, wholly or not at all: stages it in one transaction, compares it with what is held, and commits.
 * @throws Failure naming file, line and column; 'cancelled' when the signal says so.
 */
async function importFile(
  file: FileToIngest,
  openStore: () => IngestWriter,
  options: Omit<ImportOptions, 'files'>,
): Promise<ImportedFile> {
  const {
    dataDir,
    onProgress,
    provenance,
    allowShrink = false,
    allowJumps = false,
    isCompleted = false,
  } = options;
  const imported = await stageFile(
    file,
    () => openStore().beginMany(),
    options,
    async (staged) => {
      const { many, name, format, bytes, sha256, rows, notes, absent, lists } = staged;
      const { id, title, role } = format;
      const kind = provenance?.kind ?? 'import';
      refuseUnnamed(staged);
      // Our own CSV may have any rows. A publisher's file has all that there is between its first day and its last.
      const isJudged = role !== 'any rows';
      if (isJudged && !allowShrink) refuseShrinking({ file: name, absent, lists, kind });
      const jumps = [
        ...staged.findings,
        ...strangeLists(lists),
        ...jumpsFromHeld(staged.levels, staged.held, staged.format.place),
      ];
      if (!allowJumps) refuseJumps(name, jumps, kind === 'refresh' ? staged.datasets[0] : undefined);
      // A refresh may have fetched a part only.
      const kept = isJudged ? keptNotes(absent, format.isPeriod === true || kind === 'refresh') : [];
      onProgress?.({ file: name, phase: 'publish', bytes, totalBytes: bytes, rows });
      return {
        file: name,
        format: { id, title },
        runs: await many.commit(sha256),
        notes: [...notes, ...jumpNotes(jumps), ...kept],
      };
    },
  );
  const lag = isCompleted ? [] : lagNotes(imported.format.id, imported.runs, options.now().getTime());
  const { runs } = imported;
  const notes = [...imported.notes, ...refinedNotes(runs), ...lag, ...stateSumNotes(dataDir, runs)];
  return { ...imported, notes };
}

/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns a note where a publisher's file ends before the newest release although nothing is wrong with it: such files come later,
 *   and FRED has the data sooner.
 */
function lagNotes(formatId: string, runs: readonly RunResult[], now: number): string[] {
  return runs.flatMap(({ dataset, last }) => {
    const known = findDataset(dataset);
    const lagDays = fileLagDaysOf(known, [formatId]);
    const timing = releaseTiming(known);
    if (lagDays === 0 || !timing || last === null || last >= expectedLast(timing, now)) return [];
    const publisher = known?.publisher.split(',')[0] ?? 'the publisher';
    return [
      `The file ends with ${dateText(last)}: that of the ${publisher} comes about ${lagDays / WEEK} weeks after the release. FRED has the newest sooner: refresh ${dataset} with --fred, or allow FRED on the Data screen.`,
    ];
  });
}

/**
 * @param runs what a file did, or would do, to datasets.
 * @returns a note where a publisher's own figures replace a stand-in's roundings, which are not listed as revisions.
 */
export function refinedNotes(runs: readonly { refined?: number }[]): string[] {
  const count = runs.reduce((sum, { refined = 0 }) => sum + refined, 0);
  if (count === 0) return [];
  const [were, take] =
    count === 1
      ? ['1 observation was a rounding', 'its own figure takes its place']
      : [`${groupDigits(String(count))} observations were roundings`, 'its own figures take their place'];
  return [`${were} of what the publisher says; ${take}, which is no revision.`];
}
