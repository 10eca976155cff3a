import type { Static, TSchema } from 'typebox';

type Check = (value: unknown) => boolean;

const checks = new WeakMap<TSchema, Check>();

/**
 * Checks a value against a schema. TypeBox is too slow: `Value.Check` takes 20 to 100 ms for a list of 300,
 * this 1 ms. The page's policy forbids code made at run time, as by `typebox/compile`.
 * @throws Error for a keyword that is not implemented here.
 */
export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  let check = checks.get(schema);
  if (!check) {
    check = checkOf(schema as SchemaWords);
    checks.set(schema, check);
  }
  return check(value);
}

export type SchemaWords = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaWords[];
  allOf?: SchemaWords[];
  properties?: Record<string, SchemaWords>;
  required?: string[];
  additionalProperties?: boolean | SchemaWords;
  patternProperties?: Record<string, SchemaWords>;
  /** Not a JSON Schema keyword: the most bytes of a free-form object's JSON text in UTF-8. */
  maxBytes?: number;
  items?: SchemaWords | SchemaWords[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

/** Keywords that only describe and check nothing. */
const DESCRIPTIVE_KEYWORDS = ['description', 'default', 'title', 'examples', 'format'];
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'maxBytes'],
  array: ['items', 'minItems', 'maxItems', 'additionalItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  null: [],
};

function checkOf(schema: SchemaWords): Check {
  const { type, anyOf, allOf, enum: values } = schema;
  const isPlain = 'const' in schema || anyOf || allOf || values;
  const known = [
    'type',
    'const',
    'enum',
    'anyOf',
    'allOf',
    ...DESCRIPTIVE_KEYWORDS,
    ...(KNOWN[type ?? ''] ?? []),
  ];
  const strange = Object.keys(schema).find((word) => !word.startsWith('~') && !known.includes(word));
  if (strange !== undefined) throw new Error(`A schema uses '${strange}', which fits() does not know.`);
  if ('const' in schema) return (value) => value === schema.const;
  if (values) return (value) => values.includes(value);
  if (anyOf) return oneOf(anyOf.map(checkOf));
  if (allOf) {
    const parts = allOf.map(checkOf);
    return (value) => parts.every((check) => check(value));
  }
  if (type === undefined && !isPlain) return () => true;
  switch (type) {
    case 'null':
      return (value) => value === null;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'string':
      return stringCheck(schema);
    case 'number':
    case 'integer':
      return numberCheck(schema);
    case 'array':
      return arrayCheck(schema);
    case 'object':
      return objectCheck(schema);
    default:
      throw new Error(`A schema has the type '${type}', which fits() does not know.`);
  }
}

function oneOf(ways: readonly Check[]): Check {
  return (value) => ways.some((check) => check(value));
}

function stringCheck({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: SchemaWords): Check {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return (value) => {
    if (typeof value !== 'string' || (shape && !shape.test(value))) return false;
    if (minLength === 0 && value.length <= maxLength) return true;
    // JSON Schema counts characters; a JavaScript string's length counts a surrogate pair as two.
    const length = [...value].length;
    return length >= minLength && length <= maxLength;
  };
}

function numberCheck({
  type,
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
}: SchemaWords): Check {
  return (value) =>
    (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
    (value as number) >= minimum &&
    (value as number) <= maximum;
}

function arrayCheck({ items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaWords): Check {
  const places = Array.isArray(items) ? items.map(checkOf) : undefined;
  const item = Array.isArray(items) ? undefined : checkOf(items);
  return (value) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false;
    if (item) return value.every(item);
    return value.length === places?.length && places.every((check, at) => check(value[at]));
  };
}

function objectCheck(schema: SchemaWords): Check {
  const {
    properties = {},
    required = [],
    additionalProperties = true,
    patternProperties = {},
    maxBytes,
  } = schema;
  const members = Object.entries(properties).map(
    ([name, member]) => [name, checkOf(member), required.includes(name)] as const,
  );
  const shapes = Object.entries(patternProperties).map(
    ([pattern, member]) => [new RegExp(pattern, 'u'), checkOf(member)] as const,
  );
  const isOpen = additionalProperties === true && shapes.length === 0;
  const other =
    typeof additionalProperties === 'object'
      ? checkOf(additionalProperties)
      : () => additionalProperties === true;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given = value as Record<string, unknown>;
    if (maxBytes !== undefined && jsonBytes(value) > maxBytes) return false;
    for (const [name, check, isRequired] of members) {
      if (given[name] === undefined ? isRequired : !check(given[name])) return false;
    }
    if (isOpen) return true;
    return Object.keys(given).every((name) => {
      if (Object.hasOwn(properties, name)) return true;
      const shape = shapes.find(([pattern]) => pattern.test(name));
      return shape ? shape[1](given[name]) : other(given[name]);
    });
  };
}

export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A surrogate pair takes four bytes, two per half. JSON.stringify writes a lone half as ASCII.
    if (code > 0x7f) bytes += code < 0x800 || (code & 0xf800) === 0xd800 ? 1 : 2;
  }
  return bytes;
}
