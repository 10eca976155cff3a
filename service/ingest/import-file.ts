import type { FileToIngest } from '../contract/ingest.ts';
import type { Writer } from '../store/index.ts';
import { compareWithHeld, jumpNotes, refuseJumps } from './implausible.ts';
import { lagNotes } from './lag-note.ts';
import { refinedNotes } from './refined-note.ts';
import { keptNotes, refuseShrinking } from './shrink.ts';
import { type StageOptions, stageFile } from './stage-file.ts';
import { stateSumNotes } from './state-sum.ts';
import type { ImportedFile, ImportFiles } from './types.ts';

/**
 * Imports one file, wholly or not at all: stages it in one transaction, compares it with what is held, and commits.
 * @throws Failure naming file, line and column; 'cancelled' when the signal says so.
 */
export async function importFile(
  file: FileToIngest,
  openStore: () => Writer,
  options: StageOptions &
    Pick<Parameters<ImportFiles>[0], 'allowShrink' | 'allowJumps'> & { isCompleted?: boolean | undefined },
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
    (staged) => {
      const { many, name, format, bytes, sha256, rows, notes, absent, lists } = staged;
      const { id, title, role } = format;
      const kind = provenance?.kind ?? 'import';
      // Our own CSV may hold any rows. A publisher's file gives all that there is between its first day and its last.
      const isJudged = role !== 'any rows';
      if (isJudged && !allowShrink) refuseShrinking({ file: name, absent, lists, kind });
      const jumps = [...staged.findings, ...compareWithHeld(staged.levels, staged.held)];
      if (!allowJumps) refuseJumps(name, jumps, kind === 'refresh' ? staged.datasets[0] : undefined);
      // A refresh may have asked for a part.
      const kept = isJudged ? keptNotes(absent, format.isPeriod === true || kind === 'refresh') : [];
      onProgress?.({ file: name, phase: 'publish', bytes, totalBytes: bytes, rows });
      return {
        file: name,
        format: { id, title },
        runs: many.commit(sha256),
        notes: [...notes, ...jumpNotes(jumps), ...kept],
      };
    },
  );
  const lag = isCompleted ? [] : lagNotes(imported.format.id, imported.runs, options.now().getTime());
  const { runs } = imported;
  const notes = [...imported.notes, ...refinedNotes(runs), ...lag, ...stateSumNotes(dataDir, runs)];
  return { ...imported, notes };
}
