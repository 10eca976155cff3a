import { Failure, quoted } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { PREFERENCES, type PreferenceName } from '../contract/preferences.ts';
import { settingProblem } from '../contract/settings.ts';
import type { Database } from '../store/index.ts';
import type { PreferenceStore } from './types.ts';

type How = { now: () => Date; read: <T>(work: () => T) => T; write: <T>(work: () => T) => T };
type Row = { name: string; value: string };

/** @returns the table of preferences. */
export function openPreferences(db: Database, { now, read, write }: How): PreferenceStore {
  const all = db.prepare<[], Row>('SELECT name, value FROM preference ORDER BY name');
  const put = db.prepare(
    `INSERT INTO preference VALUES (?, ?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
     WHERE value <> excluded.value`,
  );
  const remove = db.prepare('DELETE FROM preference WHERE name = ?');
  const values = () =>
    Object.fromEntries(
      all.all().flatMap(({ name, value }) => {
        const read: unknown = JSON.parse(value);
        return isPreference(name) && fits(PREFERENCES[name].schema, read) ? [[name, read] as const] : [];
      }),
    );
  return {
    values: () => read(values),
    set(given, isIfAbsent = false) {
      for (const [name, value] of Object.entries(given)) check(name, value);
      write(() =>
        db
          .transaction(() => {
            const held = isIfAbsent ? values() : {};
            const at = now().toISOString();
            for (const [name, value] of Object.entries(given)) {
              if (value === null) remove.run(name);
              else if (!(name in held)) put.run(name, JSON.stringify(value), at);
              else if (Array.isArray(value)) put.run(name, JSON.stringify(joined(held[name], value)), at);
            }
          })
          .immediate(),
      );
    },
  };
}

/** @throws Failure 'wrong_usage' */
function check(name: string, value: unknown): void {
  if (!isPreference(name))
    throw new Failure('wrong_usage', `There is no setting ${quoted(name)}.`, { parameter: name });
  const problem = value === null ? undefined : settingProblem(name, PREFERENCES[name], value);
  if (problem !== undefined) throw new Failure('wrong_usage', problem, { parameter: name });
}

function isPreference(name: string): name is PreferenceName {
  return Object.hasOwn(PREFERENCES, name);
}

/** @returns what is held, and then what it lacks of the other list. Things with a name are the same if their names are. */
function joined(held: unknown, given: readonly unknown[]): unknown[] {
  const before = Array.isArray(held) ? held : [];
  const idOf = (each: unknown) =>
    typeof each === 'object' && each !== null && 'name' in each ? each.name : JSON.stringify(each);
  const known = new Set(before.map(idOf));
  return [...before, ...given.filter((each) => !known.has(idOf(each)))];
}
