import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { isOurSidecar, LARGEST_SIDECAR_BYTES, sidecarNames } from '../../service/contract/sidecar.ts';

/**
 * Writes the provenance of a file beside it, whole or not at all, as `NAME.csv.json` in the place of an earlier one.
 * @returns the path that it has. @throws the file system's error.
 */
export async function writeSidecar(file: string, text: string): Promise<string> {
  const target = await freeName(file);
  // A name that nobody can have laid a link under, and never what is there.
  const part = `${target}.part-${randomBytes(6).toString('hex')}`;
  const handle = await open(part, 'wx');
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return target;
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
    // What cannot be read is not ours either.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENAMETOOLONG';
  }
}
