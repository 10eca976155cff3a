import { Failure } from '../contract/failure.ts';
import { HELP } from './command.ts';
import { type Answer, readProgramWords, writeAnswer } from './commands.mjs';
import { plainLine } from './output.ts';
import { parseArguments } from './parse-arguments.ts';

/**
 * Runs one command line.
 * @param args the words after the program's name
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage; where it is not 0, one line on standard error says why.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const read = await readCommandLine(args);
    if (typeof read !== 'function') return writeAnswer(read);
    await read();
    return 0;
  } catch (error) {
    if (error instanceof Failure) return writeAnswer(refusal(error));
    const { reportBug } = await import('./report-bug.ts');
    reportBug(error);
    return 1;
  }
}

/**
 * Reads one command line. Nothing that it loads needs a package: the launcher calls it before any is installed.
 * @returns the answer where help is asked for or a word is wrong, otherwise what runs the command.
 */
export async function readCommandLine(args: readonly string[]): Promise<Answer | (() => Promise<void>)> {
  const read = await readProgramWords(args, async () =>
    (await import('../process/version.ts')).almanacVersion(),
  );
  if ('status' in read) return read.status === 0 ? read : refusal(new Failure('wrong_usage', read.text));
  const command = await read.load();
  if (read.words.some((word) => word === '--help' || word === '-h')) {
    const { commandHelp } = await import('./help.ts');
    return { status: 0, text: commandHelp(command) };
  }
  try {
    const given = parseArguments(read.words, [...command.options, HELP]);
    return () => command.run(given);
  } catch (error) {
    if (error instanceof Failure) return refusal(error);
    throw error;
  }
}

function refusal(failure: Failure): Answer {
  return { status: failure.code === 'wrong_usage' ? 2 : 1, text: plainLine(failure) };
}
