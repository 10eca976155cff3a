import type { TSchema } from 'typebox';
import { fits, jsonBytes, type SchemaWords } from '../../service/contract/fits.ts';

/** The largest values that a schema allows, for tests that send them. */

/** Beginnings that the patterns of the contract require. */
const BEGINNINGS = ['', '/explore?title='];

/** @returns the largest value of each form that a schema allows. @param character of its texts */
export function largestValues(schema: TSchema, character: string): unknown[] {
  const { anyOf, allOf } = schema as SchemaWords;
  if (anyOf) return anyOf.flatMap((way) => largestValues(way, character));
  if (!allOf) return [largestOf(schema, character)];
  const parts = allOf.map((part) => largestValues(part, character));
  return parts.reduce((all, part) =>
    all.flatMap((one) => part.map((other) => ({ ...(one as object), ...(other as object) }))),
  );
}

function largestOf(schema: TSchema, character: string): unknown {
  const {
    type,
    anyOf,
    allOf,
    enum: values,
    properties,
    items,
    maxItems,
    maxBytes,
    ...words
  } = schema as SchemaWords;
  if ('const' in words) return words.const;
  if (values) return longest(values);
  if (anyOf || allOf) return longest(largestValues(schema, character));
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return words.maximum ?? Number.MAX_SAFE_INTEGER;
    case 'string':
      return text(schema as SchemaWords, character);
    case 'array':
      return Array.from({ length: limit(maxItems) }, () => largestOf(items ?? {}, character));
    case 'object':
      return maxBytes === undefined
        ? Object.fromEntries(
            Object.entries(properties ?? {}).map(([name, member]) => [name, largestOf(member, character)]),
          )
        : {
            filled: character.repeat(
              Math.floor((maxBytes - '{"filled":""}'.length) / (jsonBytes(character) - 2)),
            ),
          };
    default:
      throw new Error(`Nothing is the largest of ${JSON.stringify(schema)}`);
  }
}

function text(schema: SchemaWords, character: string): string {
  const most = limit(schema.maxLength);
  for (const filling of [character, 'a'])
    for (const beginning of BEGINNINGS) {
      const value = beginning + filling.repeat(most - beginning.length);
      if (most > beginning.length && fits(schema, value)) return value;
    }
  throw new Error(`No text was found for ${JSON.stringify(schema)}`);
}

function limit(most: number | undefined): number {
  if (most === undefined) throw new Error('A part of a body has no limit.');
  return most;
}

function longest(values: readonly unknown[]): unknown {
  return values.reduce((one, other) => (jsonBytes(other) > jsonBytes(one) ? other : one));
}
