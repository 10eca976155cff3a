import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { Integrity } from '../contract/integrity.ts';
import { DATA_FILE } from '../contract/names.ts';
import { writeWholeFile } from '../process/whole-file.ts';
import { damageText } from './failures.ts';

/**
 * What is known of the data file's health, in a small file beside it: what finds damage may be the service, a thread of it or the
 * command line, and what shows it another process. To know nothing is no error; that it cannot be written neither.
 */
export const INTEGRITY_FILE = 'integrity.json';

const WEEK_MS = 7 * 24 * 3600 * 1000;

type Kept = Integrity & {
  /** Which file it is said of: another file under the same name is not damaged. */
  of: string;
  /** Whether a check is due before its time: the run before did not come to its end. */
  is_due: boolean;
};

/** @returns what is known of the data file that is there now. */
export function integrityOf(dataDir: string): Integrity {
  const { checked_at, damage } = kept(dataDir);
  return { checked_at, damage };
}

/** Notes damage that was met; the first that was found stays. */
export function noteDamage(dataDir: string, message: string, now = new Date()): void {
  const known = kept(dataDir);
  if (!known.damage) keep(dataDir, { ...known, damage: { found_at: now.toISOString(), message } });
}

/** Notes that the last run ended without a word, so that the file should be looked at. */
export function noteUncleanEnd(dataDir: string): void {
  keep(dataDir, { ...kept(dataDir), is_due: true });
}

/** Notes the end of a check of the whole file. @param found 'ok', or what it found first. */
export function noteCheck(dataDir: string, found: string, now: Date): void {
  const checked_at = now.toISOString();
  const message = damageText(join(dataDir, DATA_FILE), found);
  const damage = found === 'ok' ? null : (kept(dataDir).damage ?? { found_at: checked_at, message });
  keep(dataDir, { ...kept(dataDir), checked_at, damage, is_due: false });
}

/** @returns whether the file should be checked: a week after the last time, after an unclean end, and after damage was met since. */
export function isCheckDue(dataDir: string, now: Date): boolean {
  const { checked_at, damage, is_due } = kept(dataDir);
  if (is_due || checked_at === null) return true;
  if (damage && damage.found_at > checked_at) return true;
  const age = now.getTime() - Date.parse(checked_at);
  // A clock that was set back must not put the check off for good.
  return age >= WEEK_MS || age < 0;
}

/** Runs `read`; damage that it meets in the data file is noted before it is thrown on. */
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

/** A file that took another's place under its name has another number, or was born later. */
function identity(dataDir: string): string {
  const found = statSync(join(dataDir, DATA_FILE), { throwIfNoEntry: false });
  return found ? `${found.ino} ${Math.round(found.birthtimeMs)}` : '';
}

function keep(dataDir: string, state: Kept): void {
  try {
    writeWholeFile(join(dataDir, INTEGRITY_FILE), `${JSON.stringify(state)}\n`);
  } catch {
    // On a disk that is full or can only be read the failure itself is still told to whoever asked.
  }
}
