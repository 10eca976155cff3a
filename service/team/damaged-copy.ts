import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import type { Copy } from '../store/copy/index.ts';
import { integrityOf, openReader, setAside } from '../store/index.ts';

/** Files of copies that SQLite itself finds damaged. A copy is never worth repairing: the team has all that is in it. */

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

/** Renames the file of a copy that cannot be overwritten. It is not removed, since it may have been no copy. */
export function setCopyAside(dataDir: string, damage: string, log: (line: string) => void): void {
  const aside = setAside(join(dataDir, DATA_FILE), new Date(), 'damaged-copy');
  log(
    `The copy of the team's data is being rebuilt: ${damage}. The old file is ${aside}; it is no longer used.`,
  );
}

/** Nothing else may have the file open. */
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
 * Checks a copy against the hashes of its runs once in a while, beside other work. @param onFound gets what is wrong, in words.
 * @returns what starts a check where one is due.
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
