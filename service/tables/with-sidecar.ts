import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isOurSidecar, LARGEST_SIDECAR_BYTES, sidecarNames } from '../contract/sidecar.ts';
import { prepareFile, type Written } from './complete-file.ts';

/**
 * Writes a file and beside it what `tell` says of it. Each appears whole, and neither before both are on the disk: where one
 * cannot be written, what stood under the two names stays.
 * @returns what was written, and the name of the second file.
 * @throws Failure as `writeCompleteFile` does.
 */
export async function writeWithSidecar(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tell: (written: Written) => Uint8Array,
  signal?: AbortSignal,
): Promise<{ written: Written; sidecar: string }> {
  const data = await prepareFile(file, chunks, signal);
  try {
    const name = await freeName(file);
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

/** Where that name has something else, which stays, the next one is tried. */
async function freeName(file: string): Promise<string> {
  for (const name of sidecarNames(file)) if (await isFreeOrOurs(name)) return name;
  throw new Error('Names do not end');
}

async function isFreeOrOurs(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    return (
      found.isFile() && found.size <= LARGEST_SIDECAR_BYTES && isOurSidecar(await readFile(path, 'utf8'))
    );
  } catch (error) {
    // What cannot be read is not ours either. A name that is too long says so when it is written.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENAMETOOLONG';
  }
}
