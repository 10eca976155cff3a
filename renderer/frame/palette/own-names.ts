/** A person's own names for results (preference `aliases`): the name in small letters → a kept result, or words to search for instead. */
export type OwnNames = Readonly<Record<string, string>>;

const LONGEST = 40;

/** @returns what a name stands for; `undefined` where it is none. */
export function namedBy(names: OwnNames, query: string): string | undefined {
  const name = query.trim().toLowerCase();
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** @returns what is wrong with a new name, as a sentence; `undefined` where nothing is. */
export function nameProblem(name: string): string | undefined {
  const typed = name.trim();
  if (typed === '') return 'A name has at least one letter or digit.';
  if (typed.length > LONGEST) return `A name has at most ${LONGEST} characters.`;
  return /^[>?=/]/.test(typed)
    ? `'${typed[0]}' at the beginning means something else here: take a letter or a digit.`
    : undefined;
}

/** @returns the names with one more. */
export function withName(names: OwnNames, name: string, meaning: string): OwnNames {
  return { ...names, [name.trim().toLowerCase()]: meaning };
}

/** @returns the names without one. */
export function withoutName(names: OwnNames, name: string): OwnNames {
  return Object.fromEntries(Object.entries(names).filter(([one]) => one !== name));
}
