import { invalid } from './refusal.ts';

/** A query as it was parsed: a parameter that stands twice is a list. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;
/** A query in which every parameter stands once. */
export type Query = Readonly<Record<string, string | undefined>>;

const LONGEST = 8000;
/** Parameters that take several values, with commas between them. */
const LISTS = new Set(['series', 'state']);

/**
 * Of `limit=5&limit=6` and `limit[]=5` one library reads the first value, the next the last or a list: all paths refuse them.
 * @throws Refusal 422 naming the parameter; it repeats no value, which may be a key.
 */
export function onceEach(query: RawQuery): Query {
  for (const name in query) {
    const value = query[name];
    const hasBrackets = name.includes('[');
    if (!hasBrackets && typeof value === 'string') continue;
    const plain = name.split('[', 1)[0] as string;
    const right = LISTS.has(plain)
      ? `Write ${plain}=A,B: all values in one, with commas between them.`
      : `Write ${plain === '' ? 'NAME' : shortened(plain)}=VALUE once, without brackets.`;
    throw invalid(
      name.slice(0, 100),
      hasBrackets
        ? `The name of ${quoted(name)} has brackets. ${right}`
        : `${shortened(name)} stands ${value?.length} times. ${right}`,
    );
  }
  return query as Query;
}

/**
 * @returns the text of a parameter, or `undefined` where it is missing.
 * @throws Refusal 422 where it is empty or over-long.
 */
export function single(query: Query, name: string, example: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (value.trim() === '') throw invalid(name, `${name} is empty. Write for example ${name}=${example}.`);
  if (value.length > LONGEST) {
    throw invalid(name, `${name} has ${value.length} characters. Ask for less at once: at most ${LONGEST}.`);
  }
  return value;
}

/** @throws Refusal 422 also where the parameter is missing. */
export function required(query: Query, name: string, example: string): string {
  const value = single(query, name, example);
  if (value === undefined) {
    throw invalid(name, `${name} is missing. Add for example ${name}=${example}.`);
  }
  return value;
}

/** @returns the texts of a comma-separated list, trimmed, each once, in the order of their first place. */
export function list(text: string): string[] {
  return [...new Set(text.split(',').map((one) => one.trim()))];
}

/** @returns `text` fit to stand in a message: short, on one line. */
export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

function shortened(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** `format=json` or `format=csv`; `undefined` where it is missing. */
export function formatParameter(query: Query): 'json' | 'csv' | undefined {
  const text = single(query, 'format', 'csv');
  if (text === undefined || text === 'json' || text === 'csv') return text;
  throw invalid('format', `format=${quoted(text)} is not known. Use json or csv.`);
}
