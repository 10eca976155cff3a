import { currentProgramName } from './program-name.mjs';
import { suggestion } from './suggestion.mjs';

/**
 * What the program answers without any of its commands. In plain JavaScript and without packages: the launcher asks here before
 * anything is installed, on a Node that may be too old for TypeScript.
 */

/** @typedef {import('./command.ts').Command} Command */
/** @typedef {{ status: 0 | 1 | 2, text: string }} Answer of help, or an error where the status is not 0 */

/**
 * The commands: a line for the help, and how to load it. A command is loaded only when it is called.
 * @type {Readonly<Record<string, { summary: string, load: () => Promise<Command> }>>}
 */
export const COMMANDS = {
  open: {
    summary: 'Open the app in the browser, starting it where it does not run',
    load: async () => (await import('./open.ts')).open,
  },
  list: {
    summary: 'List the Almanacs that run',
    load: async () => (await import('./list.ts')).listData,
  },
  stop: {
    summary: 'End the Almanac that runs on a data folder',
    load: async () => (await import('./stop.ts')).stop,
  },
  serve: {
    summary: 'Run the service and answer the API',
    load: async () => (await import('./serve.ts')).serve,
  },
  mcp: {
    summary: 'Answer an assistant by the Model Context Protocol',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  import: {
    summary: "Import publishers' files or CSV",
    load: async () => (await import('./import.ts')).importCommand,
  },
  refresh: {
    summary: 'Fetch new data from the publishers',
    load: async () => (await import('./refresh.ts')).refresh,
  },
  keys: {
    summary: 'Create, list and revoke API keys',
    load: async () => (await import('./keys.ts')).keys,
  },
  team: {
    summary: "Set up and look after a team's Almanac",
    load: async () => (await import('./team.ts')).team,
  },
  status: {
    summary: 'Show what the data folder holds',
    load: async () => (await import('./status.ts')).status,
  },
  settings: {
    summary: 'Show and change settings',
    load: async () => (await import('./settings.ts')).settings,
  },
  rescue: {
    summary: 'Bring back what can be read of a damaged data file',
    load: async () => (await import('./rescue.ts')).rescueCommand,
  },
  export: {
    summary: 'Write a dataset as CSV, XLSX, Parquet or JSON',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  view: {
    summary: 'Write the lines of a chart as CSV, XLSX, Parquet or JSON',
    load: async () => (await import('./view.ts')).viewCommand,
  },
  explain: {
    summary: 'Say where a value comes from and what it was before',
    load: async () => (await import('./explain.ts')).explain,
  },
  revisions: {
    summary: 'List values that were revised, newest first',
    load: async () => (await import('./revisions.ts')).revisions,
  },
};

/**
 * @param {readonly string[]} args the words after the program's name
 * @param {() => Promise<string>} version
 * @returns {Promise<Answer | { load: () => Promise<Command>, words: readonly string[] }>} the answer, or the command that is named and its words
 */
export async function readProgramWords([word, ...words], version) {
  if (word === undefined)
    return wrong(`Say what to do. This lists the commands: ${currentProgramName()} --help`);
  if (word === '--version' || word === '-V') return { status: 0, text: await version() };
  const isHelp = word === '--help' || word === '-h' || word === 'help';
  const [name = word] = isHelp ? words : [];
  if (isHelp && words.length === 0) return { status: 0, text: programHelp() };
  if (!isHelp && word.startsWith('-'))
    return wrong(`The command comes before its options: ${currentProgramName()} COMMAND ${word} …`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return wrong(`There is no command '${name}'.${suggestion(name, Object.keys(COMMANDS))}`);
  return { load: command.load, words: isHelp ? ['--help'] : words };
}

/** Writes an answer. @param {Answer} answer @returns {number} the exit status */
export function writeAnswer({ status, text }) {
  if (status === 0) process.stdout.write(`${text}\n`);
  else process.stderr.write(`almanac: ${text}\n`);
  return status;
}

/** @param {string} text @returns {Answer} */
function wrong(text) {
  return { status: 2, text };
}

/** @returns {string} the help of the whole program */
function programHelp() {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const program = currentProgramName();
  return [
    'Almanac: US economic and market data in a local store, with a read-only HTTP API',
    '',
    `Usage: ${program} COMMAND [OPTION...]`,
    '',
    'Commands:',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Options:',
    '  -h, --help     show this help, or that of a command',
    '  -V, --version  show the version',
    '',
    'Exit status: 0 done, 1 failed, 2 wrong usage.',
    'ALMANAC_DATA_DIR sets the data folder; ALMANAC_DEBUG=1 shows the details of an internal error.',
    '',
    'Examples:',
    `  ${program} import DebtPenny_20200307_20250306.csv`,
    `  ${program} keys create --label notebook`,
    `  ${program} serve`,
  ].join('\n');
}
