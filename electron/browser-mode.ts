import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../service/contract/failure.ts';
import { dataFolder } from '../service/process/data-folder.ts';
import { forkService, forkServiceAhead } from './child-process.ts';
import { parseStartArguments, type StartArguments, USAGE, WrongUsage } from './start-arguments.mjs';
import { reportPath } from './startup.ts';

/** Entry: the host without Electron. Prints the address of the page. */

const HERE = import.meta.dirname;
/** A bundle runs the bundles of the others; the source runs their sources, and a built page. */
const isBundle = path.extname(import.meta.filename) === '.js';
const SERVICE_PROGRAM = path.join(HERE, '..', 'service', isBundle ? 'main.js' : 'main.ts');
const KEYCHAIN_PROGRAM = path.join(HERE, isBundle ? 'keychain-process.js' : 'keychain-process.ts');
const RENDERER_FOLDER = isBundle ? path.join(HERE, '..', 'renderer') : path.join(HERE, '../.build/renderer');

const WORDS = process.argv.slice(2);
/** While this program is read, the service's is too. `--help` needs none, and `--background` starts a program of its own. */
const ahead = WORDS.some((word) => ['--help', '--background'].includes(word))
  ? undefined
  : forkServiceAhead(SERVICE_PROGRAM);
const { openInBackground, runBrowserMode, STAYS } = await import('./browser/index.ts');

try {
  const wanted = parseStartArguments(WORDS);
  if (wanted.help) console.log(USAGE);
  else await run(wanted);
} catch (error) {
  if (!(error instanceof Failure || error instanceof WrongUsage)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof WrongUsage || error.code === 'wrong_usage' ? 2 : 1;
} finally {
  // Where another Almanac has the folder, or the arguments are wrong.
  ahead?.discard();
}

async function run(wanted: StartArguments): Promise<void> {
  const rendererDir = wanted.rendererDir ?? RENDERER_FOLDER;
  if (!existsSync(path.join(rendererDir, 'index.html'))) {
    throw new Failure(
      'wrong_usage',
      `There is no built page in ${rendererDir}: run "npm start", which builds it.`,
    );
  }
  const dataDir = dataFolder(wanted.dataDir);
  const isStaying = process.env[STAYS] !== undefined;
  const print = (line: string): void => console.log(line);
  if (wanted.background && !isStaying) {
    return openInBackground(WORDS, { dataDir, open: wanted.open, print });
  }
  await runBrowserMode({
    ...wanted,
    rendererDir,
    dataDir,
    startupReport: reportPath(WORDS, process.env),
    waitsForVisit: !isStaying,
    spawnService: (log) => ahead?.take(log) ?? forkService(SERVICE_PROGRAM, log),
    keychainProgram: KEYCHAIN_PROGRAM,
    print,
    // In the background nobody reads the terminal; the log file has everything.
    echo: isStaying ? () => undefined : (line) => console.error(line),
  });
}
