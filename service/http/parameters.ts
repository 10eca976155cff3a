import { invalid } from './refusal.ts';

/** A query as it was parsed: a parameter that stands twice is a list. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

const LONGEST = 8000;

/**
 * @returns the text of a parameter that may stand once, or `undefined` where it is missing.
 * @throws Refusal 422 where it stands twice, is empty or over-long.
 */
export function single(query: RawQuery, name: string, example: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    throw invalid(
      name,
      `${name} stands ${value.length} times. Give it once, for example ${name}=${example}.`,
    );
  }
  if (value.trim() === '') throw invalid(name, `${name} is empty. Write for example ${name}=${example}.`);
  if (value.length > LONGEST) {
    throw invalid(name, `${name} has ${value.length} characters. Ask for less at once: at most ${LONGEST}.`);
  }
  return value;
}

/** @throws Refusal 422 also where the parameter is missing. */
export function required(query: RawQuery, name: string, example: string): string {
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
  const line = text.replace(/\p{Cc}/gu, ' ');
  return `'${line.length > 60 ? `${line.slice(0, 60)}…` : line}'`;
}

/** `format=json` or `format=csv`; `undefined` where it is missing. */
export function formatParameter(query: RawQuery): 'json' | 'csv' | undefined {
  const text = single(query, 'format', 'csv');
  if (text === undefined || text === 'json' || text === 'csv') return text;
  throw invalid('format', `format=${quoted(text)} is not known. Use json or csv.`);
}
