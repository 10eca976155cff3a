import type { TSchema } from 'typebox';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import { jsonBytes, type SchemaWords } from './fits.ts';

/** Computes how large a JSON body may be from the limits of its schema's fields. */

/** Bytes of the longest form of a character in JSON: '\u0001', or '\u4e2d' in ASCII-only JSON. */
const CHARACTER_BYTES = 6;
/** Bytes of a long number, such as -1.2345678901234567e-300. */
const NUMBER_BYTES = 24;
/** A comma or colon and the space that some programs write after it. */
const SEPARATOR_BYTES = 2;

/** @returns the bytes of the largest JSON text of a schema; Infinity if a part of it has no limit. */
export function mostBytes(schema: TSchema): number {
  const { type, anyOf, allOf, enum: values, maxBytes, ...words } = schema as SchemaWords;
  if (maxBytes !== undefined) return maxBytes;
  if ('const' in words) return jsonBytes(words.const);
  if (values) return Math.max(...values.map(jsonBytes));
  if (anyOf) return Math.max(...anyOf.map(mostBytes));
  if (allOf) return sum(allOf.map(mostBytes));
  switch (type) {
    case 'null':
    case 'boolean':
      return 'false'.length;
    case 'number':
    case 'integer':
      return NUMBER_BYTES;
    case 'string':
      return 2 + CHARACTER_BYTES * (words.maxLength ?? Number.POSITIVE_INFINITY);
    case 'array':
      return (
        2 + (words.maxItems ?? Number.POSITIVE_INFINITY) * (mostBytes(words.items ?? {}) + SEPARATOR_BYTES)
      );
    case 'object':
      // An object schema without properties allows any names.
      return words.properties
        ? 2 + sum(Object.entries(words.properties).map(memberBytes))
        : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const memberBytes = ([name, value]: [string, SchemaWords]): number =>
  jsonBytes(name) + mostBytes(value) + 2 * SEPARATOR_BYTES;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The body limit is a multiple of this, so that it stays when a field becomes a little longer. */
const STEP = 64 * 1024;

/** The most bytes of a JSON body, for all paths. Uploaded files have a limit of their own. */
export const BODY_BYTES =
  STEP *
  Math.ceil(
    Math.max(
      ...Object.values<Endpoint>(ENDPOINTS).map(({ body }) =>
        typeof body === 'object' ? mostBytes(body) : 0,
      ),
    ) / STEP,
  );

/** @returns a sentence about the first part of a value that exceeds its limit; `undefined` if none does. */
export function limitProblem(schema: TSchema, value: unknown, path = ''): string | undefined {
  const { anyOf, allOf, properties, items, maxItems, maxLength, maxBytes } = schema as SchemaWords;
  const over = (count: number, most: number, what: string) =>
    `${path || 'This'} has ${grouped(count)} ${what}; the most is ${grouped(most)}.`;
  const ways = allOf ?? anyOf?.filter((way) => matchesForm(way, value));
  if (ways) return first(ways, (way) => limitProblem(way, value, path));
  if (typeof value === 'string' && maxLength !== undefined && value.length > maxLength) {
    const count = [...value].length;
    return count > maxLength ? over(count, maxLength, 'characters') : undefined;
  }
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return over(value.length, maxItems, 'entries');
    return items && first(value, (each, at) => limitProblem(items, each, `${path}[${at}]`));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (maxBytes !== undefined) {
    const bytes = jsonBytes(value);
    return bytes > maxBytes ? over(bytes, maxBytes, 'bytes') : undefined;
  }
  return first(Object.entries(properties ?? {}), ([name, member]) =>
    limitProblem(member, (value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  );
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** True if a value is meant as this form: it has all required members and constants, such as 'board'. */
function matchesForm(
  { type, properties = {}, required = [], anyOf, allOf }: SchemaWords,
  value: unknown,
): boolean {
  if (anyOf || allOf) return true;
  if (type !== 'object') return type === (Array.isArray(value) ? 'array' : typeof value);
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Record<string, unknown>;
  const isOther = ([name, { const: word }]: [string, SchemaWords]) =>
    word !== undefined && given[name] !== word;
  return required.every((name) => name in given) && !Object.entries(properties).some(isOther);
}

function first<One>(all: readonly One[], problemOf: (one: One, at: number) => string | undefined) {
  for (const [at, one] of all.entries()) {
    const problem = problemOf(one, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
