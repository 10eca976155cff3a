import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Rooms of plain functions, whose files share the modules that a worker has read: half of their time was reading them
 * again. A test here leaves no global, environment variable or mock behind.
 */
const PURE = ['architecture', 'calendar', 'contract', 'datasets', 'renderer', 'series-math', 'view'];
const pure = PURE.map((room) => `tests/${room}/**/*.test.{ts,tsx}`);

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 60_000,
    // `npm test` gives the second tries, where CI asks for them: a flaky test is mended.
    retry: 0,
    maxWorkers: availableParallelism(),
    setupFiles: process.env.ALMANAC_SOAK ? [new URL('support/soak.ts', import.meta.url).pathname] : [],
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      { extends: true, test: { name: 'others', include: ['tests/**/*.test.{ts,tsx}'], exclude: pure } },
    ],
  },
});
