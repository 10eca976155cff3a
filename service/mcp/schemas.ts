import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { TObject, TSchema } from 'typebox';
import { fits } from '../contract/fits.ts';
import { suggestion } from '../datasets/nearest-name.ts';

/**
 * @param schema of what a client gives. @returns it as the library takes it. What does not fit is refused with a line that names the
 * argument and says what would be right, by which an assistant corrects itself.
 */
export function askedSchema<Given>(schema: TObject) {
  return fromJsonSchema<Given>(plain(schema), {
    getValidator: () => (given) => {
      const errorMessage = problemOf(schema, given);
      return errorMessage === undefined
        ? { valid: true, data: given as never, errorMessage }
        : { valid: false, data: undefined, errorMessage };
    },
  });
}

/** @returns the schema of an answer. Answers are not checked when they are sent: the compiler and the tests do it. */
export function answerSchema(schema: TObject) {
  return fromJsonSchema(plain(schema), {
    getValidator: () => (answer) => ({ valid: true, data: answer as never, errorMessage: undefined }),
  });
}

/** A schema of TypeBox is JSON Schema, with symbols that JSON leaves out. */
function plain(schema: TObject) {
  return JSON.parse(JSON.stringify(schema));
}

function problemOf(schema: TObject, given: unknown): string | undefined {
  if (fits(schema, given)) return undefined;
  const { properties, required = [] } = schema as {
    properties: Record<string, TSchema>;
    required?: string[];
  };
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
