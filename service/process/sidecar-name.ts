import { readFile, stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { fits } from '../contract/fits.ts';

/** Members of every provenance file that this or an earlier Almanac wrote. */
const ProvenanceFile = Type.Object({
  app: Type.String(),
  created: Type.String(),
  receipt: Type.Object({ name: Type.String(), sha256: Type.String(), complete: Type.Literal(true) }),
});

/** A larger file cannot be a provenance file. */
const LARGEST_SIDECAR_BYTES = 10_000_000;

/** @returns the first of `NAME.csv.json`, `NAME.csv (2).json`… that is free or an older provenance file. */
export async function freeSidecarName(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${file}.json` : `${file} (${number}).json`;
    if (await isFreeOrProvenance(name)) return name;
  }
}

async function isFreeOrProvenance(name: string): Promise<boolean> {
  try {
    const found = await stat(name);
    return (
      found.isFile() && found.size <= LARGEST_SIDECAR_BYTES && isProvenance(await readFile(name, 'utf8'))
    );
  } catch (error) {
    // An unreadable file does not count as Almanac's. If the name is too long, writing will report it.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENAMETOOLONG';
  }
}

function isProvenance(text: string): boolean {
  try {
    return fits(ProvenanceFile, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
