import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runBundle } from '../run-bundle.mjs';
import { isReady, setUp } from '../set-up.mjs';

/**
 * `open` starts the app, and a team's node serves its page; every other command is the service's alone.
 * @param {string[]} args @returns {import('../set-up.mjs').BundleName[]}
 */
function bundlesOf([name, ...words]) {
  if (name === 'open') return ['service', 'host', 'renderer'];
  return name === 'serve' && words.includes('--team') ? ['service', 'renderer'] : ['service'];
}

/** Whether nothing has to be built. All sources are looked at once, since that takes some milliseconds. */
let isBuilt = false;

/** No key looks like this. The code that masks keys is TypeScript. */
const HARMLESS = /^[a-z-]{0,30}$/i;

/**
 * Where the program is not built, it answers from the sources for help and for what is mistyped, since neither needs packages. A Node
 * that reads no TypeScript answers for the program, but not for its commands.
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<boolean>} whether the line was answered
 */
export async function answerEarly(root, args) {
  // Some Nodes warn that they read TypeScript.
  process.removeAllListeners('warning');
  isBuilt = isReady(root, bundlesOf(args));
  if (isBuilt) return false;
  const load = (/** @type {string} */ file) =>
    import(pathToFileURL(path.join(root, 'service/cli', file)).href);
  const { readProgramWords, writeAnswer } = await load('commands.mjs');
  const { watchOutput } = await load('watch-output.mjs');
  const answerPlainly = async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const answer = await readProgramWords(args, async () => version);
    return args.every((word) => HARMLESS.test(word) || !answer.text?.includes(word)) ? answer : undefined;
  };
  const answer = await load('run-command-line.ts')
    .then(({ readCommandLine }) => readCommandLine(args))
    // This Node reads no TypeScript. Or the sources are broken: then the set-up says how.
    .catch(answerPlainly);
  if (answer?.status === undefined) return false;
  watchOutput();
  process.exitCode = writeAnswer(answer);
  return true;
}

/**
 * `npm run -s almanac -- …`: the command line, in this process.
 * @param {string} root
 * @param {string[]} args
 */
export async function run(root, args) {
  await setUp(root, isBuilt ? [] : bundlesOf(args), args[0] === 'open' ? 'usable' : undefined);
  await runBundle(path.join(root, '.build/service/cli.js'), args);
}
