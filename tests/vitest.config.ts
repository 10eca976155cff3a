import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ownTestFolders } from '../electron/launch/test-folders.mjs';

/**
 * Rooms whose code keeps nothing in its modules but what it can work out again: their files share the modules that a worker has
 * read, which took half of their time. A test here leaves no global, environment variable or mock behind, and mocks no module.
 */
const PURE = [
  ...['architecture', 'calendar', 'contract', 'datasets', 'derived', 'desktop', 'ingest', 'keys'],
  ...['renderer', 'saved', 'series-math', 'sources', 'store', 'tables', 'view', 'work'],
];
const pure = PURE.map((room) => `tests/${room}/**/*.test.{ts,tsx}`);

/**
 * Code of a test that changes its whole process. Such a file has a process of its own; the others share one, since each new one
 * reads the same modules again: a third of a second of processor time a file.
 */
const CHANGES_PROCESS =
  /\bvi\.(mock|doMock|spyOn|stubEnv|stubGlobal|useFakeTimers)\b|\bprocess\.(chdir|on|once|exitCode|umask)\b|\bprocess\.env[.[][\w'\]]+ *=[^=]|\bglobalThis\b|from 'node:module'/;

// Where `npm test` has not done so.
ownTestFolders(process.env);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Reached by a name that is no constant: the files of the builds belong to no project of the types.
const { guideData } = await import(`${ROOT}renderer/guide-data.ts`);
const alone = globSync('tests/**/*.test.{ts,tsx}', { cwd: ROOT }).filter((file) =>
  CHANGES_PROCESS.test(readFileSync(`${ROOT}${file}`, 'utf8')),
);

/**
 * The long ones run in the soak, and where one is asked for by its name: files of this kind, and single tests with the tag 'soak', which
 * `npm test` leaves out (`electron/launch/test-runners.mjs`).
 */
const LONG = '**/*.soak.test.{ts,tsx}';
const isLong = Boolean(process.env.ALMANAC_SOAK) || process.argv.some((word) => word.includes('.soak.test'));
const left = isLong ? [] : [LONG];
/** The page as a whole in a document without layout (`renderer/open-page.tsx`). */
const PAGES = 'tests/renderer/**/*.page.test.tsx';
/** Beginnings of paths that `npm test` runs in other time zones instead. */
const ran = process.env.ALMANAC_RAN?.split(',').flatMap((path) => [`${path}*`, `${path}/**`]) ?? [];

/** Threads of services that tests make in their own process start from the build too, once `npm test` has made it (`support/programs.ts`). */
const threads = {
  find: /^\.\/thread-file\.ts$/,
  replacement: `${ROOT}tests/support/built-threads.ts`,
};

export default defineConfig({
  resolve: { alias: process.env.ALMANAC_BUILT === '1' ? [threads] : [] },
  test: {
    root: ROOT,
    // The soak tries properties ten times as often, and more.
    testTimeout: process.env.ALMANAC_SOAK ? 600_000 : 60_000,
    // A database that tests start may take its time where much else runs.
    hookTimeout: 60_000,
    // `npm test` gives the second tries, where CI asks for them: a flaky test is mended.
    retry: 0,
    tags: [{ name: 'soak', description: 'takes long, and others have its subject in short' }],
    maxWorkers: availableParallelism(),
    setupFiles: process.env.ALMANAC_SOAK ? [fileURLToPath(new URL('support/soak.ts', import.meta.url))] : [],
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pure, exclude: [...left, ...ran, PAGES], isolate: false },
      },
      {
        extends: true,
        plugins: [guideData()],
        test: {
          name: 'pages',
          include: [PAGES],
          environment: './tests/renderer/page-environment.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...pure, ...left, ...alone],
          // A soak may grow as it likes.
          isolate: isLong,
        },
      },
      { extends: true, test: { name: 'others, alone', include: alone, exclude: [...pure, ...left] } },
    ],
  },
});
