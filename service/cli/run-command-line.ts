import { Failure } from '../contract/failure.ts';
import { HELP } from './command.ts';
import { COMMANDS } from './commands.ts';
import { plainLine, print, tell } from './output.ts';
import { parseArguments } from './parse-arguments.ts';

/**
 * Runs one command line.
 * @param args the words after the program's name
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage; where it is not 0, one line on standard error says why.
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) {
      const { reportBug } = await import('./report-bug.ts');
      reportBug(error);
      return 1;
    }
    tell(`almanac: ${plainLine(error)}`);
    return error.code === 'wrong_usage' ? 2 : 1;
  }
}

async function run([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined)
    throw wrong('Say what to do: almanac COMMAND. `almanac --help` lists the commands.');
  if (name === '--version' || name === '-V') {
    const { almanacVersion } = await import('../process/version.ts');
    return print(almanacVersion());
  }
  if (name === '--help' || name === '-h' || name === 'help') return help(rest[0]);
  if (name.startsWith('-')) throw wrong(`The command comes before its options: almanac COMMAND ${name} …`);
  const command = await commandOf(name);
  if (rest.some((word) => word === '--help' || word === '-h')) return help(name);
  await command.run(parseArguments(rest, [...command.options, HELP]));
}

async function help(name: string | undefined): Promise<void> {
  const { commandHelp, programHelp } = await import('./help.ts');
  process.stdout.write(name === undefined ? programHelp() : commandHelp(await commandOf(name)));
}

async function commandOf(name: string) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command.load();
  const { suggestion } = await import('../datasets/nearest-name.ts');
  throw wrong(`There is no command '${name}'.${suggestion(name, Object.keys(COMMANDS))}`);
}

function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
