/** A command, as the parser, the help and the entry use it. */

export type CommandOption = {
  /** Long name without the dashes. */
  name: string;
  short?: string;
  /** Placeholder of the value in the help: 'DIR', 'N'. An option without one is a switch. */
  value?: string;
  text: string;
  /** It may be given several times. */
  repeats?: true;
  /** What applies without the option, in the words of the help. */
  default?: string;
};

export type Command = {
  /** Forms of the command, without the program's name. */
  usage: readonly string[];
  description: readonly string[];
  options: readonly CommandOption[];
  /** Complete command lines, without the program's name. */
  examples: readonly string[];
  /** @throws Failure; 'wrong_usage' is status 2, every other 1. */
  run(given: Given): Promise<void>;
};

/** A parsed command line. */
export type Given = {
  words: readonly string[];
  /** The value of an option, or `undefined` where it was left out. */
  text(name: string): string | undefined;
  /** All values of an option that may be given several times, in their order. */
  texts(name: string): readonly string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
};

/** What `--allow-jumps` allows, for the help of imports and refreshes. */
export const ALLOW_JUMPS =
  'take values that no publisher can have meant, changes to what is never revised, and unrelated lists';

export const DATA_DIR: CommandOption = {
  name: 'data-dir',
  value: 'DIR',
  text: 'folder of the data',
  default: "$ALMANAC_DATA_DIR, else the platform's application-data folder",
};
/** Where a team's data and keys are. */
export const TEAM_OPTIONS: readonly CommandOption[] = [
  {
    name: 'team',
    value: 'ADDRESS',
    text: "the team's database: postgres://user@host:5432/database, without a password",
  },
  {
    name: 'team-password-file',
    value: 'FILE',
    text: 'file whose first line is the password of the database',
    default: '$PGPASSFILE, else ~/.pgpass',
  },
];
/** @returns the options by which a command that is printed concerns the same data as this one. */
export function sameData(given: Given): string[] {
  return [DATA_DIR, ...TEAM_OPTIONS].flatMap(({ name }) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
}

export const HELP: CommandOption = { name: 'help', short: 'h', text: 'show this help' };
