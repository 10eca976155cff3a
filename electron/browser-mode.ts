import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../service/contract/failure.ts';
import { dataFolder } from '../service/process/data-folder.ts';
import { forkService, forkServiceAhead } from './child-process.ts';
import { parseStartArguments, type StartArguments, USAGE, WrongUsage } from './start-arguments.mjs';
import { reportPath } from './start-settings.ts';

/** Entry of browser mode, the shell without Electron. Prints the page's address. */

const HERE = import.meta.dirname;
/** True if this is a bundle: then it starts the other bundles, otherwise the other sources. */
const isBundle = path.extname(import.meta.filename) === '.js';
const SERVICE_PROGRAM = path.join(HERE, '..', 'service', isBundle ? 'main.js' : 'main.ts');
const KEYCHAIN_PROGRAM = path.join(HERE, isBundle ? 'keychain-process.js' : 'keychain-process.ts');
const RENDERER_FOLDER = isBundle ? path.join(HERE, '..', 'renderer') : path.join(HERE, '../.build/renderer');

/** How long to wait for the launcher's message, if a launcher has a channel to this process. */
const GIVEN_MS = 2_000;
const WORDS = process.argv.slice(2);
/** The service's process, started early so that it loads its program while this one loads its own. */
const ahead = WORDS.includes('--help') ? undefined : forkServiceAhead(SERVICE_PROGRAM);
const { runBrowserMode } = await import('./run-browser-mode.ts');

try {
  const wanted = parseStartArguments(WORDS);
  if (wanted.help) console.log(USAGE);
  else process.exitCode = await run(wanted);
} catch (error) {
  if (!(error instanceof Failure || error instanceof WrongUsage)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof WrongUsage || error.code === 'wrong_usage' ? 2 : 1;
} finally {
  // Nobody took the process if another Almanac uses the folder or the arguments are wrong.
  ahead?.discard();
}

async function run(wanted: StartArguments): Promise<number> {
  const rendererDir = wanted.rendererDir ?? RENDERER_FOLDER;
  if (!existsSync(path.join(rendererDir, 'index.html'))) {
    throw new Failure(
      'wrong_usage',
      `There is no built page in ${rendererDir}: run "npm start", which builds it.`,
    );
  }
  return runBrowserMode({
    ...wanted,
    rendererDir,
    dataDir: dataFolder(wanted.dataDir),
    report: reportPath(WORDS, process.env),
    sessionSecret: await givenSecret(),
    spawnService: (log) => ahead?.take(log) ?? forkService(SERVICE_PROGRAM, log),
    keychainProgram: KEYCHAIN_PROGRAM,
    print: (line) => console.log(line),
    echo: (line) => console.error(line),
  });
}

/** @returns the secret that `npm run dev` gives to every run, so that pages stay signed in. */
async function givenSecret(): Promise<string | undefined> {
  if (!process.send) return undefined;
  const [message] = await Promise.race([once(process, 'message'), sleep(GIVEN_MS, [], { ref: false })]);
  process.disconnect();
  return typeof message?.sessionSecret === 'string' ? message.sessionSecret : undefined;
}
