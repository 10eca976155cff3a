import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandOption } from '../../service/cli/command.ts';
import { parseArguments } from '../../service/cli/parse-arguments.ts';
import { wholeNumber } from '../../service/cli/serve.ts';
import { Failure } from '../../service/contract/failure.ts';

const OPTIONS: CommandOption[] = [
  { name: 'output', short: 'o', value: 'FILE', text: '' },
  { name: 'page-size', value: 'N', text: '' },
  { name: 'json', text: '' },
];

function refusal(args: string[]): string {
  try {
    parseArguments(args, OPTIONS);
  } catch (error) {
    if (error instanceof Failure && error.code === 'wrong_usage') return error.message;
    throw error;
  }
  return '';
}

describe('the words of a command line', () => {
  test('are split into words, values and switches, in any order', () => {
    const given = parseArguments(['a', '--json', '-o', 'x.csv', 'b', '--page-size=7'], OPTIONS);
    expect(given.words).toEqual(['a', 'b']);
    expect(given.text('output')).toBe('x.csv');
    expect(given.text('page-size')).toBe('7');
    expect(given.has('json')).toBe(true);
    expect(given.text('label')).toBeUndefined();
  });

  test('after -- are words even with dashes', () => {
    expect(parseArguments(['--', '--json', '-x'], OPTIONS).words).toEqual(['--json', '-x']);
  });

  test('that are unknown options name the nearest right one', () => {
    expect(refusal(['--page-sise', '7'])).toBe('There is no option --page-sise. Did you mean --page-size?');
    expect(refusal(['--jsn'])).toContain('--json?');
    expect(refusal(['--colour'])).toBe(
      'There is no option --colour. Known are: --output, --page-size, --json.',
    );
    expect(refusal(['-x'])).toContain('There is no option -x.');
  });

  test('that lack a value, have a superfluous one or are repeated are refused', () => {
    expect(refusal(['--output'])).toBe('--output needs a value: --output FILE.');
    expect(refusal(['-o'])).toBe('-o needs a value: -o FILE.');
    expect(refusal(['--output', '--json'])).toBe('--output needs a value: --output FILE.');
    expect(refusal(['--output='])).toBe('--output needs a value: --output FILE.');
    expect(refusal(['--json=yes'])).toBe("--json takes no value, and 'yes' was given.");
    expect(refusal(['-o', 'a', '--output', 'b'])).toBe('--output is given twice: give it once.');
  });

  test('can be values with a dash where they are written with = or are numbers', () => {
    expect(parseArguments(['--output=-x'], OPTIONS).text('output')).toBe('-x');
    expect(parseArguments(['--page-size', '-1'], OPTIONS).text('page-size')).toBe('-1');
  });

  test('are parsed or refused with one sentence, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--json', '-o', '--', '--page-size'))),
        (args) => {
          try {
            parseArguments(args, OPTIONS);
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
          }
        },
      ),
    );
  });
});

describe('a whole number of an option', () => {
  const bounds = { least: 0, most: 65535, otherwise: 4780 };
  test('is the written number, or the default', () => {
    expect(wholeNumber('--port', undefined, bounds)).toBe(4780);
    expect(wholeNumber('--port', '0', bounds)).toBe(0);
    expect(wholeNumber('--port', '65535', bounds)).toBe(65535);
  });
  test.each(['65536', '-1', '1.5', '1e3', '0x10', ' 1', 'abc', '99999999999999999999'])(
    'is not %j',
    (text) => {
      expect(() => wholeNumber('--port', text, bounds)).toThrow(
        `--port is a whole number from 0 to 65535, not '${text}'.`,
      );
    },
  );
});
