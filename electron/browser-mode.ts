import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../service/contract/failure.ts';
import { dataFolder } from '../service/process/data-folder.ts';
import {
  type BrowserArguments,
  openInBackground,
  parseBrowserArguments,
  runBrowserMode,
  STAYS,
  USAGE,
} from './browser/index.ts';

/** Entry: the host without Electron. Prints the address of the page. */

const HERE = import.meta.dirname;
/** A bundle runs the bundles of the others; the source runs their sources, and a built page. */
const isBundle = path.extname(import.meta.filename) === '.js';
const SERVICE_PROGRAM = path.join(HERE, '..', 'service', isBundle ? 'main.js' : 'main.ts');
const KEYCHAIN_PROGRAM = path.join(HERE, isBundle ? 'keychain-process.js' : 'vault/keychain-process.ts');
const RENDERER_FOLDER = isBundle ? path.join(HERE, '..', 'renderer') : path.join(HERE, '../.build/renderer');

try {
  const wanted = parseBrowserArguments(process.argv.slice(2));
  if (wanted.help) console.log(USAGE);
  else await run(wanted);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.code === 'wrong_usage' ? 2 : 1;
}

async function run(wanted: BrowserArguments): Promise<void> {
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
    return openInBackground(process.argv.slice(2), { dataDir, open: wanted.open, print });
  }
  await runBrowserMode({
    ...wanted,
    rendererDir,
    dataDir,
    waitsForVisit: !isStaying,
    serviceProgram: SERVICE_PROGRAM,
    keychainProgram: KEYCHAIN_PROGRAM,
    print,
    // In the background nobody reads the terminal; the log file has everything.
    echo: isStaying ? () => undefined : (line) => console.error(line),
  });
}
