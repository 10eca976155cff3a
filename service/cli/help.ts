import { alignColumns } from './align-columns.ts';
import { type Command, HELP, type Option } from './command.ts';
import { COMMANDS } from './commands.ts';

const PROGRAM = 'almanac';

/** @returns the help of the whole program. */
export function programHelp(): string {
  return [
    'Almanac: US economic and market data in a local store, with a read-only HTTP API',
    '',
    `Usage: ${PROGRAM} COMMAND [OPTION...]`,
    '',
    'Commands:',
    ...alignColumns(Object.entries(COMMANDS).map(([name, { summary }]) => [`  ${name}`, summary])),
    '',
    'Options:',
    ...alignColumns([
      ['  -h, --help', 'show this help, or that of a command'],
      ['  -V, --version', 'show the version'],
    ]),
    '',
    'Exit status: 0 done, 1 failed, 2 wrong usage.',
    'ALMANAC_DATA_DIR sets the data folder; ALMANAC_DEBUG=1 shows the details of an internal error.',
    '',
    'Examples:',
    `  ${PROGRAM} import DebtPenny_20200307_20250306.csv`,
    `  ${PROGRAM} keys create --label notebook`,
    `  ${PROGRAM} serve`,
    '',
  ].join('\n');
}

/** @returns the help of one command. */
export function commandHelp(command: Command): string {
  const [first, ...others] = command.usage;
  return [
    `Usage: ${PROGRAM} ${first}`,
    ...others.map((line) => `       ${PROGRAM} ${line}`),
    '',
    ...command.description,
    '',
    'Options:',
    ...alignColumns(
      [...command.options, HELP].map((option) => [`  ${optionName(option)}`, optionText(option)]),
    ),
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    ...command.examples.map((line) => `  ${PROGRAM} ${line}`),
    '',
  ].join('\n');
}

function optionName({ name, short, value }: Option): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function optionText({ text, default: without }: Option): string {
  return without === undefined ? text : `${text} (default: ${without})`;
}
