import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { Integrity } from '../contract/integrity.ts';
import { DATA_FILE } from '../contract/names.ts';
import { writeWholeFile } from '../process/whole-file.ts';
import { damageText } from './failures.ts';

/**
 * A small file in the data folder with the known state of the data file. It is a file because the service, one of its threads or the
 * command line may find damage, and another process shows it. A missing, unreadable or unwritable file is not an error.
 */
export const INTEGRITY_FILE = 'integrity.json';

const WEEK_MS = 7 * 24 * 3600 * 1000;

type Kept = Integrity & {
  /** Identity of the data file that this describes: a new file of the same name has not been checked. */
  of: string;
  /** Whether a check is due early because the last service process did not end normally. */
  is_due: boolean;
};

/** @returns when the current data file was last checked, and its known damage; both null if unknown. */
export function integrityOf(dataDir: string): Integrity {
  const { checked_at, damage } = kept(dataDir);
  return { checked_at, damage };
}

/** Records damage, unless damage is already recorded. */
export function noteDamage(dataDir: string, message: string, now = new Date()): void {
  const known = kept(dataDir);
  if (!known.damage) keep(dataDir, { ...known, damage: { found_at: now.toISOString(), message } });
}

/** Records that the last service process did not end normally, so that a check is due. */
export function noteUncleanEnd(dataDir: string): void {
  keep(dataDir, { ...kept(dataDir), is_due: true });
}

/** Records the result of a check of the whole file. @param found 'ok', or the first problem. */
export function noteCheck(dataDir: string, found: string, now: Date): void {
  const checked_at = now.toISOString();
  const message = damageText(join(dataDir, DATA_FILE), found);
  const damage = found === 'ok' ? null : (kept(dataDir).damage ?? { found_at: checked_at, message });
  keep(dataDir, { ...kept(dataDir), checked_at, damage, is_due: false });
}

/** @returns whether a check is due: a week after the last one, after a process that did not end normally, or if damage was found since. */
export function isCheckDue(dataDir: string, now: Date): boolean {
  const { checked_at, damage, is_due } = kept(dataDir);
  if (is_due || checked_at === null) return true;
  if (damage && damage.found_at > checked_at) return true;
  const age = now.getTime() - Date.parse(checked_at);
  // If the clock was set back, the last check may lie in the future: check now.
  return age >= WEEK_MS || age < 0;
}

/** Runs `read`. If it throws 'broken_data_file' for the data file, the damage is recorded and the Failure thrown again. */
export function notingDamage<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'broken_data_file' && path.endsWith(DATA_FILE))
      noteDamage(dirname(path), error.message);
    throw error;
  }
}

function kept(dataDir: string): Kept {
  const of = identity(dataDir);
  const nothing = { checked_at: null, damage: null, is_due: false, of };
  try {
    const found = JSON.parse(readFileSync(join(dataDir, INTEGRITY_FILE), 'utf8')) as Partial<Kept>;
    const is_due = found.is_due === true;
    return found.of === of
      ? { ...nothing, checked_at: found.checked_at ?? null, damage: found.damage ?? null, is_due }
      : { ...nothing, is_due };
  } catch {
    return nothing;
  }
}

/** @returns a text that identifies the data file: a file that replaces it has another inode or a later creation time. */
function identity(dataDir: string): string {
  const found = statSync(join(dataDir, DATA_FILE), { throwIfNoEntry: false });
  return found ? `${found.ino} ${Math.round(found.birthtimeMs)}` : '';
}

function keep(dataDir: string, state: Kept): void {
  try {
    writeWholeFile(join(dataDir, INTEGRITY_FILE), `${JSON.stringify(state)}\n`);
  } catch {
    // The disk may be full or read-only. The caller still gets the original Failure.
  }
}
