import { settingProblem } from '../contract/check-setting.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { fits, jsonBytes } from '../contract/fits.ts';
import { PREFERENCES, type PreferenceName } from '../contract/preferences.ts';
import { VALUES_BYTES } from '../contract/schema.ts';
import type { Database } from '../store/index.ts';
import type { WorkAccess } from './saved.ts';

export function openPreferences(db: Database, { now, read, write }: WorkAccess) {
  const all = db.prepare<[], { name: string; value: string }>(
    'SELECT name, value FROM preference ORDER BY name',
  );
  const put = db.prepare(
    `INSERT INTO preference VALUES (?, ?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
     WHERE value <> excluded.value`,
  );
  const remove = db.prepare('DELETE FROM preference WHERE name = ?');
  const values = () =>
    Object.fromEntries(all.all().flatMap(({ name, value }) => knownPreference(name, JSON.parse(value))));
  return {
    /** Values that differ from the default, by name, without values that only a newer Almanac can read. */
    values: (): Record<string, unknown> => read(values),
    /** Stores all values or none; null restores the default. @throws Failure 'wrong_usage' */
    set(given: Readonly<Record<string, unknown>>): void {
      checkPreferences(given);
      write(() =>
        db
          .transaction(() => {
            const after = withPreferences(values(), given);
            const at = now().toISOString();
            for (const name of Object.keys(given)) {
              if (name in after) put.run(name, JSON.stringify(after[name]), at);
              else remove.run(name);
            }
          })
          .immediate(),
      );
    },
  };
}

/** @returns name and value, or nothing if a newer Almanac wrote the value in another form. */
export function knownPreference(name: string, value: unknown): [string, unknown][] {
  return isPreference(name) && fits(PREFERENCES[name].schema, value) ? [[name, value]] : [];
}

/** @throws Failure 'wrong_usage' with the first unknown name or wrong value, and what would be right. */
export function checkPreferences(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (!isPreference(name))
      throw new Failure('wrong_usage', `There is no setting ${quoted(name)}.`, { parameter: name });
    const problem = value === null ? undefined : settingProblem(name, PREFERENCES[name], value);
    if (problem !== undefined) throw new Failure('wrong_usage', problem, { parameter: name });
  }
}

/** @returns the values after a change. @throws Failure 'wrong_usage' if they grow beyond `VALUES_BYTES`. */
export function withPreferences(
  held: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const after = { ...held };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  const bytes = jsonBytes(after);
  if (bytes > VALUES_BYTES && bytes > jsonBytes(held))
    throw new Failure(
      'wrong_usage',
      `Settings, names and pinned series would take ${Math.ceil(bytes / 1024)} KB; the most that can be kept is ${VALUES_BYTES / 1024} KB. Remove some first.`,
    );
  return after;
}

function isPreference(name: string): name is PreferenceName {
  return Object.hasOwn(PREFERENCES, name);
}
