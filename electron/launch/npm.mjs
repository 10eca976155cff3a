import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure } from './say.mjs';

/** An npm that reaches no registry says one of these. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/** For the question whether the registry answers. */
const PING_MS = 15_000;

/**
 * What the settings of a person or an environment (NODE_ENV=production) must not change: all packages of the lockfile are installed, and
 * none of their scripts is run, since npm before 11.16 would compile better-sqlite3, which has its binaries in its package.
 */
const INSTALLS = [
  ...['--ignore-scripts', '--include=dev', '--include=optional', '--include=peer', '--package-lock=true'],
  ...['--no-audit', '--no-fund', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=5000'],
];

/**
 * Runs npm with the running Node.
 * @param {string} folder that of the package.json; without it npm would take another above it
 * @param {string[]} words
 * @param {{ environment?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 */
export async function runNpm(folder, words, { environment = process.env, timeoutMs = 0 } = {}) {
  const { program, args } = findNpm();
  return runQuietly(program, [...args, ...words, '--prefix', folder, '--loglevel=error'], {
    cwd: folder,
    // npm tells its scripts which folder is theirs, and would believe it again.
    env: { ...environment, npm_config_local_prefix: folder },
    timeoutMs,
  });
}

/**
 * Installs packages into a folder of their own, so that an install that fails or is interrupted leaves what is there as it is.
 * @param {string} folder is made where it is missing
 * @param {string[]} words of npm
 * @param {string} what for example ‘the packages of package-lock.json’
 * @throws {SetUpFailure} in one line where there is no network, with npm's own words otherwise
 */
export async function npmInstall(folder, words, what) {
  mkdirSync(folder, { recursive: true });
  // Asked first: with hundreds of packages npm tries for a minute and more before it gives up.
  const ping = await runNpm(folder, ['ping', '--fetch-retries=0'], { timeoutMs: PING_MS });
  const isOffline = ping.status === 124 || (ping.status !== 0 && NO_NETWORK.test(ping.output));
  // What npm has kept may do.
  const offline = isOffline ? ['--offline'] : [];
  const { status, output } = await runNpm(folder, [...words, ...INSTALLS, ...offline]);
  if (status === 0) return;
  const cause = NO_NETWORK.exec(isOffline ? ping.output : output)?.[0];
  if (isOffline || cause !== undefined)
    throw new SetUpFailure(
      `no network: npm cannot reach its registry (${cause ?? 'no answer'}), from which it installs ${what}. Connect, and run the same command again`,
    );
  throw new SetUpFailure(`npm could not install ${what}. It says:\n${output.trim()}`);
}

/**
 * Finds npm, to run with the running Node: the npm that started us, otherwise the one beside Node, otherwise the one in PATH.
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [node] the Node to run it with
 * @returns {{ program: string, args: string[] }}
 */
export function findNpm(environment = process.env, node = process.execPath) {
  const startedBy = environment.npm_execpath;
  // yarn and pnpm set the same variable, and neither reads npm's lockfile.
  if (startedBy?.endsWith('npm-cli.js') && existsSync(startedBy)) return { program: node, args: [startedBy] };
  const folder = path.dirname(node);
  const places = ['node_modules/npm/bin/npm-cli.js', '../lib/node_modules/npm/bin/npm-cli.js'];
  const beside = places.map((place) => path.join(folder, place)).find((file) => existsSync(file));
  if (beside !== undefined) return { program: node, args: [beside] };
  for (const place of (environment.PATH ?? '').split(path.delimiter)) {
    const link = path.join(place, 'npm');
    if (place === '' || !existsSync(link)) continue;
    const file = realpathSync(link);
    if (file.endsWith('.js')) return { program: node, args: [file] };
    const near = path.join(path.dirname(file), 'node_modules/npm/bin/npm-cli.js');
    if (existsSync(near)) return { program: node, args: [near] };
  }
  throw new SetUpFailure('npm is not to be found: install it, or start Almanac by ‘npm start’');
}
