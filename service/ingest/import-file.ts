import type { FileToIngest } from '../contract/ingest.ts';
import type { Writer } from '../store/index.ts';
import { shrinkNotes } from './shrink.ts';
import { type StageOptions, stageFile } from './stage-file.ts';
import { stateSumNotes } from './state-sum.ts';
import type { ImportedFile } from './types.ts';

/**
 * Imports one file, wholly or not at all: stages it in one transaction, compares it with what is held, and commits.
 * @throws Failure naming file, line and column; 'cancelled' when the signal says so.
 */
export async function importFile(
  file: FileToIngest,
  openStore: () => Writer,
  options: StageOptions & { allowShrink?: boolean | undefined },
): Promise<ImportedFile> {
  const { dataDir, onProgress, allowShrink = false } = options;
  const imported = await stageFile(
    file,
    () => openStore().beginMany(),
    options,
    ({ many, name, format, bytes, sha256, rows, notes, absent }) => {
      const lacking = shrinkNotes(name, format.id, absent, allowShrink);
      onProgress?.({ file: name, phase: 'publish', bytes, totalBytes: bytes, rows });
      return { file: name, format, runs: many.commit(sha256), notes: [...notes, ...lacking] };
    },
  );
  return { ...imported, notes: [...imported.notes, ...stateSumNotes(dataDir, imported.runs)] };
}
