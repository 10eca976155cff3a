import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import type { Copy } from '../store/copy/index.ts';
import { integrityOf, openReader, setAside } from '../store/index.ts';

/** Copies whose file SQLite finds damaged. They are never repaired: the team has all their data. */

export function damageOf(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.code !== 'broken_data_file') return undefined;
  return error.cause instanceof Error
    ? `its file is damaged (${error.cause.message})`
    : 'its file is damaged';
}

/** @returns when a reader, or the check once a week, found the file damaged. */
export function damagedSince(dataDir: string): string | undefined {
  return integrityOf(dataDir).damage?.found_at;
}

/** Renames a copy's file that cannot be overwritten. Keeps it, since it may not have been a copy. */
export function setCopyAside(dataDir: string, damage: string, log: (line: string) => void): void {
  const aside = setAside(join(dataDir, DATA_FILE), new Date(), 'damaged-copy');
  log(
    `The copy of the team's data is being rebuilt: ${damage}. The old file is ${aside}; it is no longer used.`,
  );
}

/** Sets an unreadable copy aside. Nothing else may have the file open. */
export function expectReadableCopy(dataDir: string, log: (line: string) => void): void {
  try {
    openReader(dataDir).close();
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    setCopyAside(dataDir, damage, log);
  }
}

/**
 * Checks a copy against the hashes of its runs, beside other work. @param onFound gets what is wrong, in
 * words. @returns a function that starts a check if one is due.
 */
export function openCopyChecks(
  copy: Copy,
  everyMs: number,
  onFound: (what: string | undefined) => void,
  log: (line: string) => void,
): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isChecking = false;
  async function check(): Promise<void> {
    try {
      onFound(await copy.findBadRun());
    } catch (error) {
      const what = damageOf(error);
      if (what !== undefined) onFound(what);
      else log(`The copy could not be checked: ${String(error)}`);
    } finally {
      isChecking = false;
    }
  }
  return () => {
    if (isChecking || performance.now() - checkedAt <= everyMs) return;
    checkedAt = performance.now();
    isChecking = true;
    void check();
  };
}
