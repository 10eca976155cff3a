import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Rooms whose code keeps nothing in its modules but what it can work out again: their files share the modules that a worker has
 * read, which took half of their time. A test here leaves no global, environment variable or mock behind, and mocks no module.
 */
const PURE = [
  ...['architecture', 'calendar', 'contract', 'datasets', 'derived', 'desktop', 'http', 'ingest', 'keys'],
  ...['renderer', 'saved', 'series-math', 'sources', 'store', 'tables', 'view', 'work'],
];
const pure = PURE.map((room) => `tests/${room}/**/*.test.{ts,tsx}`);

/** The long ones run in the soak, and where one is asked for by its name. */
const LONG = '**/*.soak.test.{ts,tsx}';
const isLong = Boolean(process.env.ALMANAC_SOAK) || process.argv.some((word) => word.includes('.soak.test'));
const left = isLong ? [] : [LONG];
/** Beginnings of paths that `npm test` runs in other time zones instead. */
const ran = process.env.ALMANAC_RAN?.split(',').flatMap((path) => [`${path}*`, `${path}/**`]) ?? [];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 60_000,
    // A database that tests start may take its time where much else runs.
    hookTimeout: 60_000,
    // `npm test` gives the second tries, where CI asks for them: a flaky test is mended.
    retry: 0,
    maxWorkers: availableParallelism(),
    setupFiles: process.env.ALMANAC_SOAK ? [new URL('support/soak.ts', import.meta.url).pathname] : [],
    projects: [
      { extends: true, test: { name: 'pure', include: pure, exclude: [...left, ...ran], isolate: false } },
      {
        extends: true,
        test: { name: 'others', include: ['tests/**/*.test.{ts,tsx}'], exclude: [...pure, ...left] },
      },
    ],
  },
});
