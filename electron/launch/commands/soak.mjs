import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureKeyring } from '../machine.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';
import { runVitest, summarise } from '../test-runners.mjs';
import { endToEnd, playwrightBrowser } from './test.mjs';

/** How many rounds of property tests to run, each with new random numbers. */
const ROUNDS = 10;

/** Tests that run longer here than in `npm test`, and tests that run only here. */
const LONG = [
  'tests/faults',
  'tests/app/refused-requests',
  'tests/sources/text-damage',
  'tests/sources/markup-damage',
  '.soak.test',
];

/** Rooms with property tests, as parts of paths. */
const WITH_PROPERTIES = [
  ...['calendar', 'contract', 'datasets', 'desktop', 'ingest', 'keys', 'renderer', 'series-math'],
  ...['settings', 'sources', 'shell', 'store', 'tables', 'vault', 'view'],
]
  .map((room) => `tests/${room}/`)
  // The team room's long tests run only once.
  .concat(['feed/desktop', 'pages', 'publish', 'tables'].map((file) => `tests/team/${file}.test`));

/**
 * `npm run soak [-- SEED]`: runs the long tests, the property tests in ten rounds, and every desktop spec on
 * the stand-in. Takes hours. @param {string} root @param {string[]} args the seed of an earlier run
 */
export async function run(root, [given]) {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (!Number.isSafeInteger(seed))
    throw new SetUpFailure(`‘${given}’ is not a seed: a seed is a whole number`);
  await setUp(root, ['service', 'shell', 'renderer'], 'always');
  process.env.ALMANAC_BUILT = '1';
  await ensureKeyring();
  process.chdir(root);
  const ownBrowser = await playwrightBrowser(root);
  ownTestFolders(process.env);
  say(`the seed is ${seed}`);
  const started = new Date().toISOString();
  const outcomes = [
    {
      ...(await runVitest(root, 'UTC', LONG, { ALMANAC_SOAK: String(seed) }, { tags: '!soak' })),
      name: 'Long tests',
    },
    {
      ...(await runVitest(root, 'UTC', [], { ALMANAC_SOAK: String(seed) }, { tags: 'soak' })),
      name: 'Single long tests',
    },
  ];
  for (let round = 1; round <= ROUNDS; round++) {
    const name = `Properties, round ${round} (seed ${seed + round})`;
    process.stdout.write(`\n=== ${name} ===\n`);
    outcomes.push({
      ...(await runVitest(root, 'UTC', WITH_PROPERTIES, { ALMANAC_SOAK: String(seed + round) })),
      name,
    });
  }
  outcomes.push(await endToEnd(root, [], ownBrowser, { ALMANAC_SOAK: String(seed) }));
  const { text, isGood } = summarise(outcomes);
  const file = path.join(root, '.build/soak', `${started.replaceAll(':', '-')}.txt`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `Seed ${seed}, begun ${started}, ended ${new Date().toISOString()}\n${text}\n`);
  process.exitCode = isGood ? 0 : 1;
  process.stdout.write(`\n=== Summary ===\n${text}\nSeed ${seed}; kept in ${path.relative(root, file)}\n`);
}
