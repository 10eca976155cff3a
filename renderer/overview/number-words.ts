/**
 * The number of a series that a word of the address names: `SERIES.on.DATE` an observation, `….from.DATE` its change from another one,
 * `….was.OLD` what it was before it was revised, `….revised.OLD` how much it was revised by, `….median.SIZE` of the sizes of all
 * revisions that are held. Of a list of constituents: how many members.
 */
export type NumberWord = {
  id: string;
  date: string;
  what: 'value' | 'from' | 'was' | 'revised' | 'median';
  /** The date of the other one, the old value or the median; '' of a value. */
  other: string;
};

const FORM =
  /^([\w.]+?)\.on\.(\d{4}-\d{2}-\d{2})(?:\.from\.(\d{4}-\d{2}-\d{2})|\.(was|revised|median)\.(-?\d+(?:\.\d+)?))?$/;

/** @returns the word of a number. */
export function numberWord(id: string, date: string, what: NumberWord['what'] = 'value', other = ''): string {
  return what === 'value' ? `${id}.on.${date}` : `${id}.on.${date}.${what}.${other}`;
}

/** @returns the number that a word names; `undefined` where it is none. */
export function parseNumberWord(text: string): NumberWord | undefined {
  const [, id, date, from, what, old] = FORM.exec(text) ?? [];
  if (id === undefined || date === undefined) return undefined;
  if (from !== undefined) return { id, date, what: 'from', other: from };
  if (what !== undefined) return { id, date, what: what as 'was' | 'revised' | 'median', other: old ?? '' };
  return { id, date, what: 'value', other: '' };
}
