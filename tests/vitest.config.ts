import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    testTimeout: 60_000,
    // Many tests run real processes, sockets and clocks on a shared machine. One that passes on its second try only is
    // counted and named as to be mended. A property that failed is never tried again: other numbers would hide it.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    // Two cores, and several suites open real files and sockets.
    maxWorkers: 2,
  },
});
