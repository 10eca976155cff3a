import type { TObject, TSchema } from 'typebox';
import { fits } from '../contract/fits.ts';
import { suggestion } from '../datasets/nearest-name.ts';

/** @returns a schema of TypeBox as JSON Schema, without the symbols that it has beside. */
export function plainSchema(schema: TObject): { type: 'object' } {
  return JSON.parse(JSON.stringify(schema));
}

/** @returns the arguments of a prompt, as the protocol lists them. */
export function argumentsOf(schema: TObject) {
  const { properties, required = [] } = membersOf(schema);
  return Object.entries(properties).map(([name, { description }]) => ({
    name,
    description,
    required: required.includes(name),
  }));
}

type Members = { properties: Record<string, TSchema & { description?: string }>; required?: string[] };
const membersOf = (schema: TObject) => schema as unknown as Members;

/**
 * @param schema of what a client gives.
 * @returns what is wrong with it: a line that names the argument and says what would be right, by which an assistant corrects itself;
 * undefined where it fits.
 */
export function problemOf(schema: TObject, given: unknown): string | undefined {
  if (fits(schema, given)) return undefined;
  const { properties, required = [] } = membersOf(schema);
  const names = Object.keys(properties);
  const values = (given ?? {}) as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => values[name] === undefined);
  if (missing !== undefined) return `${missing} is missing. ${saidOf(properties[missing])}`;
  const strange = Object.keys(values).find((name) => !Object.hasOwn(properties, name));
  if (strange !== undefined)
    return names.length === 0
      ? 'It takes no arguments.'
      : `There is no argument '${strange.slice(0, LONGEST_NAME)}'.${suggestion(strange, names)}`;
  const wrong = names.find((name) => {
    const member = properties[name];
    return member && values[name] !== undefined && !fits(member, values[name]);
  });
  return `${wrong ?? 'The arguments'} is not right. ${saidOf(properties[wrong ?? ''])}`;
}

const LONGEST_NAME = 60;

/** @returns what a schema says of its value: its words, and the numbers or words that it allows. */
function saidOf(schema: TSchema | undefined): string {
  const said = (schema ?? {}) as {
    description?: string;
    enum?: string[];
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  };
  return [
    said.description && `It is: ${said.description}.`,
    said.enum && `One of ${said.enum.join(', ')}.`,
    said.maximum !== undefined && `A whole number from ${said.minimum} to ${said.maximum}.`,
    said.maxLength !== undefined && `A text of at most ${said.maxLength} characters.`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}
