import path from 'node:path';
import { freeSidecarName } from '../process/sidecar-name.ts';
import { prepareFile, type WrittenBytes } from './complete-file.ts';

/**
 * Writes a file and, beside it, a second one that `tell` makes. Both are complete when they appear, and neither appears before both
 * are on the disk. If one cannot be written, existing files of these names stay as they were.
 * @returns what was written, and the name of the second file.
 * @throws Failure as `writeCompleteFile` does.
 */
export async function writeWithSidecar(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tell: (written: WrittenBytes) => Uint8Array,
  signal?: AbortSignal,
): Promise<{ written: WrittenBytes; sidecar: string }> {
  const data = await prepareFile(file, chunks, signal);
  try {
    const name = await freeSidecarName(file);
    const beside = await prepareFile(name, [tell(data.written)], signal);
    try {
      await data.appear();
      await beside.appear();
    } finally {
      await beside.drop();
    }
    return { written: data.written, sidecar: path.basename(name) };
  } finally {
    await data.drop();
  }
}
