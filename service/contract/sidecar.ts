import Type from 'typebox';
import { fits } from './fits.ts';

/** Provenance of a CSV stands beside it as `NAME.csv.json`: where exactly, so that nothing of anybody else's is written over. */

/** What every provenance that Almanac wrote has, also one of an earlier version. */
const Ours = Type.Object({
  app: Type.String(),
  created: Type.String(),
  receipt: Type.Object({ name: Type.String(), sha256: Type.String(), complete: Type.Literal(true) }),
});

/** A file that is larger is no provenance. */
export const LARGEST_SIDECAR_BYTES = 10_000_000;

/** @returns whether a file's text is a provenance that we wrote, which a new one may replace. */
export function isOurSidecar(text: string): boolean {
  try {
    return fits(Ours, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** @returns names to try, in this order: `NAME.csv.json`, `NAME.csv (2).json` and so on. */
export function* sidecarNames(file: string): Generator<string, never> {
  yield `${file}.json`;
  for (let number = 2; ; number += 1) yield `${file} (${number}).json`;
}
