import { readFile, stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { fits } from '../contract/fits.ts';

/** Members that every provenance written by Almanac has, also by an earlier version. */
const Ours = Type.Object({
  app: Type.String(),
  created: Type.String(),
  receipt: Type.Object({ name: Type.String(), sha256: Type.String(), complete: Type.Literal(true) }),
});

/** A larger file is not a provenance. */
const LARGEST_SIDECAR_BYTES = 10_000_000;

/**
 * @returns where to write the provenance of a CSV: `NAME.csv.json`, or `NAME.csv (2).json` and so on. The first name that is free, or
 * that holds an earlier provenance of ours, so that no other file is overwritten.
 */
export async function freeSidecarName(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${file}.json` : `${file} (${number}).json`;
    if (await isFreeOrOurs(name)) return name;
  }
}

async function isFreeOrOurs(name: string): Promise<boolean> {
  try {
    const found = await stat(name);
    return found.isFile() && found.size <= LARGEST_SIDECAR_BYTES && isOurs(await readFile(name, 'utf8'));
  } catch (error) {
    // A file that cannot be read is not ours either. If the name is too long, writing it will say so.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENAMETOOLONG';
  }
}

function isOurs(text: string): boolean {
  try {
    return fits(Ours, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
