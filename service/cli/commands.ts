import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { Failure } from '../contract/failure.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { programName } from '../process/command-line.ts';
import { maskSecrets } from '../process/mask.ts';
import { almanacVersion } from '../process/version.ts';
import { type Command, commandHelp, type Given, parseArguments, wrong } from './command.ts';
import { plainLine, print, printToStderr } from './output.ts';

/** The commands. Each is loaded only when it is used. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  open: async () => (await import('./running.ts')).open,
  list: async () => (await import('./running.ts')).listData,
  stop: async () => (await import('./running.ts')).stop,
  serve: async () => (await import('./serve.ts')).serve,
  mcp: async () => (await import('./mcp.ts')).mcp,
  import: async () => (await import('./import.ts')).importCommand,
  refresh: async () => (await import('./refresh.ts')).refresh,
  keys: async () => (await import('./keys.ts')).keys,
  team: async () => (await import('./team.ts')).team,
  status: async () => (await import('./status.ts')).status,
  settings: async () => (await import('./settings.ts')).settings,
  rescue: async () => (await import('./rescue.ts')).rescueCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  view: async () => (await import('./view.ts')).viewCommand,
  explain: async () => (await import('./explain.ts')).explain,
  revisions: async () => (await import('./revisions.ts')).revisions,
};

const PROGRAM_HELP = `Almanac: US economic and market data in a local store, with a read-only HTTP API

Usage: PROGRAM COMMAND [OPTION...]

Commands:
  open       Open the app in the browser, starting it if it does not run
  list       List the Almanacs that run
  stop       End the Almanac that runs on a data folder
  serve      Run the service and answer the API
  mcp        Answer an assistant by the Model Context Protocol
  import     Import publishers' files or CSV
  refresh    Fetch new data from the publishers
  keys       Create, list and revoke API keys
  team       Set up and look after a team's Almanac
  status     Show what the data folder holds
  settings   Show and change settings
  rescue     Recover the readable rows of a damaged data file
  export     Write a dataset as CSV, XLSX, Parquet or JSON
  view       Write the lines of a chart as CSV, XLSX, Parquet or JSON
  explain    Say where a value comes from and what it was before
  revisions  List values that were revised, newest first

Options:
  -h, --help     show this help, or a command's help
  -V, --version  show the version

Exit status: 0 done, 1 failed, 2 wrong usage.
ALMANAC_DATA_DIR sets the data folder; ALMANAC_DEBUG=1 shows the details of an internal error.

Examples:
  PROGRAM import DebtPenny_20200307_20250306.csv
  PROGRAM keys create --label notebook
  PROGRAM serve`;

/** @returns the exit status: 0 done, 1 failed, 2 wrong usage. A line on standard error says what failed. */
export async function runCommandLine(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const read = await readCommandLine(args);
    if (typeof read === 'string') print(read);
    else await read.command.run(read.given);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) {
      reportBug(error);
      return 1;
    }
    printToStderr(`almanac: ${plainLine(error)}`);
    return error.code === 'wrong_usage' ? 2 : 1;
  }
}

/** @returns help or version if asked for, else the command and its words. @throws Failure 'wrong_usage'. */
export async function readCommandLine([first, ...others]: readonly string[]): Promise<
  string | { command: Command; given: Given }
> {
  const program = programName();
  if (first === undefined) throw wrong(`Say what to do. This lists the commands: ${program} --help`);
  if (first === '--version' || first === '-V') return almanacVersion();
  const isHelp = first === '--help' || first === '-h' || first === 'help';
  const [name, ...words] = isHelp ? others : [first, ...others];
  if (name === undefined) return PROGRAM_HELP.replaceAll('PROGRAM', program);
  if (!isHelp && name.startsWith('-'))
    throw wrong(`The command comes before its options: ${program} COMMAND ${name} …`);
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command) throw wrong(`There is no command '${name}'.${suggestion(name, Object.keys(COMMANDS))}`);
  if (isHelp || words.some((word) => word === '--help' || word === '-h')) return commandHelp(command);
  return { command, given: parseArguments(words, command.options) };
}

/** Reports a bug in one line with the place of its details; `ALMANAC_DEBUG=1` prints them instead. */
function reportBug(error: unknown): void {
  const details = maskSecrets(inspect(error));
  if (process.env.ALMANAC_DEBUG === '1') {
    printToStderr(details);
    return;
  }
  // All accounts can write to this folder: a random name, never overwritten, so that no link can be there.
  const file = path.join(tmpdir(), `almanac-error-${process.pid}-${randomBytes(6).toString('hex')}.txt`);
  try {
    writeFileSync(file, `${new Date().toISOString()}\n${details}\n`, { mode: 0o600, flag: 'wx' });
    printToStderr(`almanac: an error in Almanac itself; the details are in ${file}`);
  } catch {
    printToStderr(
      'almanac: an error in Almanac itself; run it again with ALMANAC_DEBUG=1 to see the details',
    );
  }
}
