import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';

/** What every provenance that Almanac wrote has, also one of an earlier version. */
const Ours = Type.Object({
  app: Type.String(),
  created: Type.String(),
  receipt: Type.Object({ name: Type.String(), sha256: Type.String(), complete: Type.Literal(true) }),
});
/** Larger is no provenance. */
const LARGEST_BYTES = 10_000_000;

/**
 * Writes the provenance of a file beside it, whole or not at all: as `NAME.csv.json` in the place of an earlier one, and as
 * `NAME.csv (2).json` where that name has something else, which stays.
 * @returns the path that it has. @throws the file system's error.
 */
export async function writeSidecar(file: string, text: string): Promise<string> {
  const target = await targetOf(file);
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

async function targetOf(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const target = number === 1 ? `${file}.json` : `${file} (${number}).json`;
    if (await isFreeOrOurs(target)) return target;
  }
}

async function isFreeOrOurs(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > LARGEST_BYTES) return false;
    return Value.Check(Ours, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    // What cannot be read is not ours either.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
