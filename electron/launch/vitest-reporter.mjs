import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a run's counts to the file ALMANAC_TEST_COUNTS, with the reason of every skip and the facts for a
 * second try: Vitest's own JSON lacks these.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class CountingReporter {
  /** @type {string[] | undefined} */
  #tags;

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#tags = vitest.config.tagsFilter;
  }

  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} unhandled errors outside of any test */
  onTestRunEnd(modules, unhandled) {
    const counts = {
      passed: 0,
      failed: unhandled.length,
      skipped: /** @type {import('./test-runners.mjs').Skip[]} */ ([]),
      failures: /** @type {import('./test-runners.mjs').Failure[]} */ ([]),
      ran: /** @type {string[]} */ ([]),
      files: /** @type {string[]} */ ([]),
    };
    for (const module of modules) {
      const before = counts.passed + counts.failed;
      let failedHere = 0;
      const file = path.relative(process.cwd(), module.moduleId);
      counts.files.push(file);
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') counts.passed++;
        else if (result.state === 'skipped') {
          // Tests that the tags filter excludes do not count as skipped.
          if (this.#tags !== undefined && test.tags.includes('soak') === this.#tags.includes('!soak'))
            continue;
          counts.skipped.push({ test: test.fullName, reason: result.note ?? 'no reason given' });
        } else {
          failedHere++;
          const isProperty =
            result.errors?.some(({ message }) => message.startsWith('Property failed')) ?? false;
          counts.failures.push({ test: test.fullName, file, isProperty });
        }
      }
      // A file that does not load, or a hook that throws, fails without a failed test.
      counts.failed += failedHere === 0 && !module.ok() ? 1 : failedHere;
      if (counts.passed + counts.failed > before) counts.ran.push(file);
    }
    const file = process.env.ALMANAC_TEST_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
  }
}
