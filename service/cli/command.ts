import { parseArgs } from 'node:util';
import { Failure } from '../contract/failure.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { commandLine, programName } from '../process/command-line.ts';
import { dataFolder } from '../process/data-folder.ts';
import { alignColumns } from './output.ts';

/** Commands with their options and help, and the parser of their words. */

export type Command = {
  /** Forms of the command, without the program's name. */
  usage: readonly string[];
  description: readonly string[];
  options: readonly CommandOption[];
  /** Complete command lines, without the program's name. */
  examples: readonly string[];
  /** @throws Failure 'wrong_usage' (exit status 2) or another (status 1). */
  run(given: Given): Promise<void>;
};

export type CommandOption = {
  /** Long name without the dashes. */
  name: string;
  short: string | undefined;
  /** Placeholder of the value: 'DIR', 'N'. An option without it is a switch. */
  value: string | undefined;
  isRepeatable: boolean;
  text: string;
};

/** A parsed command line. */
export type Given = {
  words: readonly string[];
  /** The value of an option; `undefined` if it was left out. */
  text(name: string): string | undefined;
  /** All values of an option that may be given several times, in their order. */
  texts(name: string): readonly string[];
  has(name: string): boolean;
  /** The data folder that the command line means. */
  dataDir(): string;
};

/** @param form '--json', '-o, --output FILE', '--origin ORIGIN...' (repeatable) @param otherwise default */
export function option(form: string, text: string, otherwise?: string): CommandOption {
  const [, short, name = '', value, dots] = /^(?:-(\w), )?--([\w-]+)(?: ([^.]+)(\.{3})?)?$/.exec(form) ?? [];
  const fullText = otherwise === undefined ? text : `${text} (default: ${otherwise})`;
  return { name, short, value, isRepeatable: dots !== undefined, text: fullText };
}

export const DATA_DIR = option(
  '--data-dir DIR',
  'folder of the data',
  "$ALMANAC_DATA_DIR, else the platform's application-data folder",
);
export const JSON_SWITCH = option('--json', 'print JSON');
/** An option of imports and refreshes. */
export const ALLOW_JUMPS = option(
  '--allow-jumps',
  'take values that no publisher can have meant, changes to what is never revised, and unrelated lists',
);
/** Options that name a team's database. */
export const TEAM_OPTIONS: readonly CommandOption[] = [
  option('--team ADDRESS', "the team's database: postgres://user@host:5432/database, without a password"),
  option(
    '--team-password-file FILE',
    'file whose first line is the password of the database',
    '$PGPASSFILE, else ~/.pgpass',
  ),
];
const HELP = option('-h, --help', 'show this help');

/** @returns the options that make a printed command use the same data as this one. */
export function sameData(given: Given): string[] {
  return [DATA_DIR, ...TEAM_OPTIONS].flatMap(({ name }) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
}

/** @returns a command's help, without a line end at its end. */
export function commandHelp({ usage, description, options, examples }: Command): string {
  const program = programName();
  const optionRows = [...options, HELP].map(({ short, name, value, text }) => [
    `  ${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`,
    text,
  ]);
  return [
    ...usage.map((form, at) => `${at === 0 ? 'Usage:' : '      '} ${program} ${form}`),
    '',
    ...description,
    '',
    'Options:',
    ...alignColumns(optionRows),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((line) => `  ${program} ${line}`),
  ].join('\n');
}

/** Reads a command line; its errors say what would be right. @throws Failure 'wrong_usage' */
export function parseArguments(args: readonly string[], own: readonly CommandOption[]): Given {
  const options = [...own, HELP];
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
  const names = options.map(({ name }) => `--${name}`);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const wanted = options.find((each) => each.name === name);
    if (!wanted) throw wrong(`There is no option ${rawName}.${suggestion(rawName, names)}`);
    const before = values.get(name);
    if (before && !wanted.isRepeatable) throw wrong(`${rawName} is given twice: give it once.`);
    if (wanted.value === undefined && value !== undefined)
      throw wrong(`${rawName} takes no value, and '${value}' was given.`);
    // In `--label --json` the value is missing. In `--port -1` the value is '-1', which the command checks.
    const isForgotten = !inlineValue && value !== undefined && /^-\D/.test(value);
    if (wanted.value !== undefined && (!value || isForgotten))
      throw wrong(`${rawName} needs a value: ${rawName} ${wanted.value}.`);
    values.set(name, [...(before ?? []), value ?? '']);
  }
  const text = (name: string) => values.get(name)?.[0];
  return {
    words: positionals,
    text,
    texts: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
    dataDir: () => dataFolder(text(DATA_DIR.name)),
  };
}

/** @throws Failure 'wrong_usage' if a command that takes only options was given a word. */
export function expectNoWords({ words }: Given, command: string): void {
  if (words.length > 0)
    throw wrong(
      `${command} takes only options, and '${words[0]}' is not one. See: ${commandLine`${command} --help`}`,
    );
}

export function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
