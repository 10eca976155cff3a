import { Failure } from '../contract/failure.ts';
import { commandLine } from '../process/command-line.ts';
import type { Given } from './command.ts';

/** @throws Failure 'wrong_usage' if a command that takes only options was given a word. */
export function expectNoWords({ words }: Given, command: string): void {
  if (words.length === 0) return;
  throw new Failure(
    'wrong_usage',
    `${command} takes options only, and '${words[0]}' is none. See: ${commandLine`${command} --help`}`,
  );
}
