import { parseArgs } from 'node:util';
import { Failure } from '../contract/failure.ts';
import type { CommandOption, Given } from './command.ts';
import { suggestion } from './suggestion.mjs';

/**
 * Parses a command line by parseArgs of `node:util`, but reports errors itself, so that it can say what would be right.
 * @throws Failure 'wrong_usage' for an unknown option, a missing or superfluous value, or an option given twice.
 */
export function parseArguments(args: readonly string[], options: readonly CommandOption[]): Given {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      options.map(({ name, short, value }) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
      ]),
    ),
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = options.find(({ name }) => name === token.name);
    if (!option) throw unknown(token.rawName, options);
    const before = values.get(option.name);
    if (before && !option.repeats) throw wrong(`${token.rawName} is given twice: give it once.`);
    values.set(option.name, [...(before ?? []), givenValue(option, token)]);
  }
  return {
    words: positionals,
    text: (name) => values.get(name)?.[0],
    texts: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
  };
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function givenValue(option: CommandOption, { rawName, value, inlineValue }: OptionToken): string {
  if (option.value === undefined) {
    if (value !== undefined) throw wrong(`${rawName} takes no value, and '${value}' was given.`);
    return '';
  }
  // In `--label --json` the value is missing. In `--port -1` it is '-1', which the command checks.
  const forgotten = !inlineValue && value !== undefined && /^-\D/.test(value);
  if (value === undefined || value === '' || forgotten) {
    throw wrong(`${rawName} needs a value: ${rawName} ${option.value}.`);
  }
  return value;
}

function unknown(rawName: string, options: readonly CommandOption[]): Failure {
  const known = options.map(({ name }) => `--${name}`);
  return wrong(`There is no option ${rawName}.${suggestion(rawName, known)}`);
}

function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
