import { parse } from 'fast-querystring';
import { distance } from 'fastest-levenshtein';
import type { FastifyRequest, FastifySchema, FastifySchemaCompiler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { dayNumber, instantText } from '../../calendar/dates.ts';
import { quoted, shortened } from '../../contract/failure.ts';
import { collectFaults, type Faults, invalid, type Refusal } from './refusal.ts';

/** A parsed query: a repeated parameter has a list of values. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;

export const DAY_OR_INSTANT = [{ format: 'date' }, { format: 'date-time' }] as const;

/** The schema of a query parameter: JSON Schema, and texts for 422. `parameters.ts` makes them. */
export type ParameterSchema = TSchema & {
  type: 'string' | 'array' | 'integer';
  description: string;
  example?: unknown;
  /** A value for the texts of 422: 'Add for example date_from=2020-01-01.' */
  right: string;
  /** For lists: the message for an element that is not in `items.enum`. */
  wrong?: (element: string) => string;
  /** True if the route checks the value, which depends on other parameters. Here it is only trimmed. */
  isCheckedLater?: boolean;
  isIgnored?: boolean;
  enum?: readonly string[];
  items?: { enum: readonly string[] };
  format?: 'date';
  /** For an instant: a day, which means its end, or a time in UTC. */
  anyOf?: typeof DAY_OR_INSTANT;
  default?: unknown;
  minItems?: number;
  minimum?: number;
  maximum?: number;
};

/** Rules for checking the parameters of a query together. */
type QueryRules<Values> = {
  takesKey?: boolean;
  /** @returns advice about another path's parameter. Without this rule the path ignores unknown names. */
  misplaced?: (name: string) => string;
  /** Called after the parameter of that name, with the right values so far; their results join the values. */
  checks?: { [Name in keyof Values]?: (values: Partial<Values>, about: CheckedQuery) => unknown };
  /** Makes the route's `request.query` from the values, if all are right. */
  question?: (values: Values) => object;
};

export type CheckedQuery = {
  raw: RawQuery;
  faults: Faults;
  now: Date;
  /** Parameter names of all paths that refuse misplaced parameters. */
  names: readonly string[];
};

type QuerySchema = TObject & { rules: QueryRules<Record<string, unknown>> };

/** @param properties in the order of their checks. Equal queries share their values: never change them. */
export function querySchema<Properties extends TProperties>(
  properties: Properties,
  rules: QueryRules<Static<TObject<Properties>>> = {},
): TObject<Properties> & { rules: typeof rules } {
  return Object.assign(Type.Object(properties), { rules });
}

const LONGEST = 8000;
const LONGEST_NAME = 25;
const MINUTE_MS = 60_000;

/**
 * Compiles validators of query parameters. AJV would take a quarter of the start, and knows no
 * comma-separated lists, big whole numbers or helpful messages. Checked values are kept with the parsed query
 * for a minute: checking again makes a repeated page of 100 rows a seventh slower (goal: 0.9 of a ready
 * Buffer). Validators refuse with 422, naming every wrong parameter: repeated ones, names, then values.
 */
export function queryCompiler(now: () => Date): FastifySchemaCompiler<FastifySchema> {
  const schemas: QuerySchema[] = [];
  let known: KnownNames | undefined;
  return ({ schema, httpPart }) => {
    if (httpPart !== 'querystring') return () => true;
    const own = schema as QuerySchema;
    const { takesKey, question = (values) => values } = own.rules;
    schemas.push(own);
    return (raw: RememberedQuery) => {
      const time = now();
      const minute = Math.floor(time.getTime() / MINUTE_MS);
      const found = raw[CHECKED];
      if (found?.minute === minute && found.by === own) return found;
      known ??= knownNames(schemas);
      const faults = collectFaults();
      const values = checkedQuery(own, raw, known, faults, time);
      const error = faults.refusal();
      if (error) {
        // `alsoCheck` needs the values that are right so far.
        raw[CHECKED] = { by: own, minute: undefined, value: values };
        return { error };
      }
      const value = question(values);
      if (takesKey && raw[KEY] !== undefined) Object.assign(value, { [KEY]: raw[KEY] });
      raw[CHECKED] = { by: own, minute, value };
      return raw[CHECKED];
    };
  };
}

const CHECKED = Symbol('checked');
type RememberedQuery = RawQuery & {
  [CHECKED]?: { by: QuerySchema; minute: number | undefined; value: object };
};

type KnownNames = { names: readonly string[]; lists: ReadonlySet<string> };

function knownNames(schemas: readonly QuerySchema[]): KnownNames {
  const named = schemas.filter(({ rules }) => rules.misplaced);
  const properties = schemas.flatMap((schema) => Object.entries(schema.properties));
  return {
    names: [...new Set([KEY, ...named.flatMap((schema) => Object.keys(schema.properties))])],
    lists: new Set(
      properties.flatMap(([name, one]) => ((one as ParameterSchema).type === 'array' ? [name] : [])),
    ),
  };
}

function checkedQuery(
  { properties, required, rules }: QuerySchema,
  raw: RawQuery,
  { names, lists }: KnownNames,
  faults: Faults,
  now: Date,
): Record<string, unknown> {
  const { takesKey, misplaced, checks = {} } = rules;
  const isOwn = (name: string) => Object.hasOwn(properties, name) || (takesKey === true && name === KEY);
  const { once, wrong } = givenOnce(raw, lists, faults);
  if (misplaced) for (const name of expectOwnNames(once, isOwn, names, misplaced, faults)) wrong.add(name);
  const values: Record<string, unknown> = {};
  for (const name in properties) {
    const one = properties[name] as ParameterSchema;
    const text = once[name];
    if (one.isIgnored) continue;
    if (text !== undefined) {
      const value = faults.attempt(() => checkedValue(name, text, one));
      if (value !== undefined) values[name] = value;
    } else if (required?.includes(name) && !wrong.has(name)) {
      faults.refuse(name, `${name} is missing. Add for example ${name}=${one.right}.`);
    }
    const check = checks[name];
    if (check) Object.assign(values, faults.attempt(() => check(values, { raw, faults, now, names })) ?? {});
  }
  return values;
}

/** How many queries are remembered. With at most `LONGEST_KEPT` characters they take some 500 KB. */
const MOST_KEPT = 100;
const LONGEST_KEPT = 1000;

/** @returns a parser that gives equal querystrings one object. It keeps no text that may hold a key. */
export function rememberQueries(): (text: string) => RawQuery {
  const known = new LRUCache<string, RawQuery>({ max: MOST_KEPT });
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const query: RawQuery = parse(text);
    const decoded = text.includes('%') ? JSON.stringify(query) : text;
    if (text.length <= LONGEST_KEPT && !/key|alm_/i.test(decoded)) known.set(text, query);
    return query;
  };
}

/** Adds to the schema's checks. @param check gets the values that are right so far. @throws Refusal 422. */
export function checkBeyondSchema<Values, Found>(
  { query, validationError }: Pick<FastifyRequest, 'query' | 'validationError'>,
  check: (values: Values) => Found,
): Found {
  if (!validationError) return check(query as Values);
  const faults = collectFaults(validationError);
  faults.attempt(() => check(((query as RememberedQuery)[CHECKED]?.value ?? {}) as Values));
  throw faults.refusal();
}

function checkedValue(name: string, text: string, schema: ParameterSchema): unknown {
  const { right } = schema;
  if (text.trim() === '') throw invalid(name, `${name} is empty. Write for example ${name}=${right}.`);
  if (text.length > LONGEST) {
    throw invalid(name, `${name} has ${text.length} characters. Ask for less at once: at most ${LONGEST}.`);
  }
  if (schema.isCheckedLater) return text.trim();
  if (schema.type === 'array') return elementsOf(name, text, schema);
  if (schema.type === 'integer') return wholeNumber(name, text, schema);
  if (schema.format === 'date' && dayNumber(text) === undefined) {
    const reason = /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? 'is not a day of the calendar'
      : 'is not a date in the form YYYY-MM-DD';
    throw invalid(name, `${name} ${quoted(text)} ${reason}. Write for example ${name}=${right}.`);
  }
  if (schema.anyOf && instantText(text) === undefined) {
    throw invalid(
      name,
      `${name} ${quoted(text)} is neither a day, YYYY-MM-DD, nor an instant in UTC, YYYY-MM-DDTHH:MM:SSZ. Write for example ${name}=${right}.`,
    );
  }
  if (schema.enum && !schema.enum.includes(text)) {
    throw notKnown(name, text, schema.enum);
  }
  return text;
}

function notKnown(name: string, text: string, known: readonly string[]): Refusal {
  const words = known.join(', ').replace(/, ([^,]+)$/, ' or $1');
  return invalid(name, `${name}=${quoted(text)} is not known. Use ${words}.`);
}

function elementsOf(name: string, text: string, { items, wrong }: ParameterSchema): string[] {
  const elements = list(text);
  const known = items?.enum ?? [];
  const unknown = elements.find((element) => !known.includes(element));
  if (unknown === undefined) return elements;
  throw wrong ? invalid(name, wrong(unknown)) : notKnown(name, unknown, known);
}

function wholeNumber(name: string, text: string, { minimum = 0, maximum }: ParameterSchema): bigint {
  if (/^\d+$/.test(text)) {
    const found = BigInt(text);
    if (found >= minimum && (maximum === undefined || found <= maximum)) return found;
  }
  const range = maximum === undefined ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
  throw invalid(name, `${name} ${quoted(text)} is not a whole number ${range}.`);
}

/** @returns the values as a query in a fixed order, unescaped: `series=A,B&date_from=2020-01-01`. */
export function canonicalOf(values: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name in values)
    if (values[name] !== undefined) text += `${text === '' ? '' : '&'}${name}=${values[name]}`;
  return text;
}

/** @returns the distinct elements of a comma-separated list, trimmed, by first appearance. */
export function list(text: string): string[] {
  return [...new Set(text.split(',').map((one) => one.trim()))];
}

/** Refuses the ambiguous `limit=5&limit=6` and `limit[]=5`. @returns the rest, and the refused names. */
function givenOnce(
  query: RawQuery,
  lists: ReadonlySet<string>,
  faults: Faults,
): { once: Readonly<Record<string, string | undefined>>; wrong: Set<string> } {
  const once: Record<string, string> = {};
  const wrong = new Set<string>();
  for (const name in query) {
    const value = query[name];
    const hasBrackets = name.includes('[');
    if (!hasBrackets && typeof value === 'string') {
      once[name] = value;
      continue;
    }
    const plain = name.split('[', 1)[0] as string;
    if (wrong.has(plain)) continue;
    wrong.add(plain);
    const right = lists.has(plain)
      ? `Write ${plain}=A,B: all values in one, with commas between them.`
      : `Write ${plain === '' ? 'NAME' : shortened(plain)}=VALUE once, without brackets.`;
    faults.refuse(
      shortened(name, 100),
      hasBrackets
        ? `The name of ${quoted(name)} has brackets. ${right}`
        : `${shortened(name)} stands ${value?.length} times. ${right}`,
    );
  }
  return { once, wrong };
}

const KEY = 'api_key';

const CALLED_ELSEWHERE = {
  series: ['tenor', 'tenors', 'maturity', 'series_id'],
  date_from: ['date', 'from', 'start', 'start_date', 'observation_start', 'cosd'],
  date_to: ['to', 'end', 'end_date', 'observation_end', 'coed'],
  as_of: ['vintage', 'vintage_date', 'vintage_dates'],
  units: ['transformation'],
  frequency: ['freq', 'fq'],
  aggregation_method: ['aggregation', 'fam'],
  index_date: ['nd'],
  token_id: ['token'],
  offset: ['page'],
  limit: ['page_size', 'per_page'],
};
const OTHER_WORDS = new Map(
  Object.entries(CALLED_ELSEWHERE).flatMap(([name, words]) => words.map((word) => [word, name])),
);

/**
 * Refuses misspelt parameters and other routes' parameters; ignores other names, since tools add their own
 * (`_=1` against caches). @param all names of every route. @returns the meant parameters.
 */
export function expectOwnNames(
  query: RawQuery,
  isOwn: (name: string) => boolean,
  all: readonly string[],
  misplaced: (name: string) => string,
  faults: Faults,
): ReadonlySet<string> {
  const refused = new Set<string>();
  for (const given in query) {
    if (isOwn(given)) continue;
    const meant = closestName(given, all);
    // A key in the query is ignored if it means nothing (`service/api/README.md`, 'Keys').
    if (meant === undefined || (meant === KEY && !isOwn(KEY))) continue;
    refused.add(meant);
    if (isOwn(meant)) {
      faults.refuse(given, `${quoted(given)} is not a parameter. Did you mean ${meant}?`);
      continue;
    }
    const what =
      given === meant ? `${given} means nothing here` : `${quoted(given)} is not a parameter; for ${meant}`;
    faults.refuse(given, `${what}: ${misplaced(meant)}`);
  }
  return refused;
}

function closestName(given: string, all: readonly string[]): string | undefined {
  if (given.length > LONGEST_NAME) return undefined;
  const name = given.toLowerCase().replaceAll('-', '_');
  let found = OTHER_WORDS.get(name);
  if (found !== undefined) return found;
  let least = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const far = distance(name, one);
    if (far < least && far <= allowance(name, one)) {
      found = one;
      least = far;
    }
  }
  return found;
}

/** @returns how many letters may differ: two in names over five letters or if letters swap, else one. */
function allowance(name: string, known: string): number {
  const letters = (text: string) => [...text].sort().join('');
  return known.length > 5 || letters(name) === letters(known) ? 2 : 1;
}
