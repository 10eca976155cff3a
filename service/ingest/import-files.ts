import { openWriter, type Writer } from '../store/index.ts';
import { importFile } from './import-file.ts';
import type { ImportedFile, ImportFiles } from './types.ts';

/**
 * Imports publishers' files or the long CSV, each file all or nothing, in the order given. The data folder is touched only
 * once a file has been recognised.
 * @throws Failure naming file, line and column; files before the failing one stay imported.
 */
export const importFiles: ImportFiles = async ({ files, ...options }) => {
  const imported: ImportedFile[] = [];
  let writer: Writer | undefined;
  const openOnce = () => {
    writer ??= openWriter(options.dataDir, undefined, options.now);
    return writer;
  };
  try {
    for (const file of files) {
      const named = typeof file === 'string' ? { path: file } : file;
      imported.push(await importFile(named, openOnce, options));
    }
  } finally {
    writer?.close();
  }
  return imported;
};
