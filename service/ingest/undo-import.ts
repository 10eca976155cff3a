import type { UndoneImport } from '../contract/ingest.ts';
import { findDataset } from '../datasets/index.ts';
import { openWriter } from '../store/index.ts';
import { sampleStart, writeSample } from './sample/index.ts';

/**
 * Undoes an import, wholly or not at all. Sample data that it had replaced are made again: the same day gives the same ones.
 * @param run of the import; those of its file's other datasets are undone with it.
 * @throws Failure 'wrong_usage' that says why it cannot be undone; 'team_refused' for the copy of a team's data.
 */
export function undoFileImport(dataDir: string, run: number, now: () => Date): UndoneImport {
  const writer = openWriter(dataDir, undefined, now);
  try {
    const undo = writer.beginUndo(run);
    try {
      for (const { dataset, sampleAt } of undo.undone) {
        const known = findDataset(dataset);
        if (sampleAt !== null && known)
          writeSample(undo.run(sampleStart(dataset, sampleAt)), known, Date.parse(sampleAt));
      }
      undo.commit('');
      return {
        file: undo.undone[0]?.location ?? '',
        datasets: undo.undone.map(({ dataset, added, revised, sampleAt }) => ({
          dataset,
          added,
          revised,
          is_sample: sampleAt !== null,
        })),
      };
    } finally {
      undo.abandon();
    }
  } finally {
    writer.close();
  }
}
