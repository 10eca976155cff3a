import { programName } from '../process/command-line.ts';
import { alignColumns } from './align-columns.ts';
import { type Command, type CommandOption, HELP } from './command.ts';

/** @returns the help of one command, without the last end of line. */
export function commandHelp(command: Command): string {
  const [first, ...others] = command.usage;
  const program = programName();
  return [
    `Usage: ${program} ${first}`,
    ...others.map((line) => `       ${program} ${line}`),
    '',
    ...command.description,
    '',
    'Options:',
    ...alignColumns(
      [...command.options, HELP].map((option) => [`  ${optionName(option)}`, optionText(option)]),
    ),
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    ...command.examples.map((line) => `  ${program} ${line}`),
  ].join('\n');
}

function optionName({ name, short, value }: CommandOption): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function optionText({ text, default: without }: CommandOption): string {
  return without === undefined ? text : `${text} (default: ${without})`;
}
