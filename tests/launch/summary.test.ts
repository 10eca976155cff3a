import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  giveSecondTries,
  honestOutcome,
  type Outcome,
  summarise,
} from '../../electron/launch/test-runners.mjs';

describe('what a runner counts', () => {
  it('are its own counts if it ended well', () => {
    expect(honestOutcome('Vitest', { passed: 7, failed: 0 }, 0)).toMatchObject({ passed: 7, failed: 0 });
    expect(honestOutcome('Vitest', { passed: 7, failed: 2 }, 1)).toMatchObject({ passed: 7, failed: 2 });
  });

  it.each([
    ['left no summary', undefined, 0],
    ['found no tests', { passed: 0, failed: 0 }, 0],
    ['ended badly without naming a failure', { passed: 7, failed: 0 }, 1],
  ])('include a failure if it %s', (_what, counted, status) => {
    expect(honestOutcome('Vitest', counted, status).failed).toBe(1);
  });
});

describe('the summary', () => {
  const outcomes = [
    { name: 'Types', passed: 1, failed: 0, seconds: 2.04 },
    { name: 'Vitest', passed: 40, failed: 2, skipped: [{ test: 'real files', reason: 'no ../shared/data' }] },
    { name: 'End to end', passed: 0, failed: 0, notRun: 'there is no Chromium' },
  ];

  it('adds all runners on its last line, and names skips and runners that did not run', () => {
    const { text, isGood } = summarise(outcomes);
    expect(text).toMatch(/\n41 passed, 2 failed$/);
    expect(text).toContain('Types: 1 passed, 0 failed in 2.0 s');
    expect(text).toContain('1 tests could not run:\n  1: no ../shared/data (as ‘real files’)');
    expect(text).toContain('End to end: not run, there is no Chromium');
    expect(isGood).toBe(false);
  });

  it('is good only if something passed and nothing failed', () => {
    expect(summarise([{ name: 'Types', passed: 1, failed: 0 }]).isGood).toBe(true);
    expect(summarise([{ name: 'Types', passed: 0, failed: 0 }]).isGood).toBe(false);
    expect(summarise([]).isGood).toBe(false);
  });
});

describe('Playwright’s report', () => {
  const spec = (
    title: string,
    status: string,
    annotations: { type: string; description?: string }[] = [],
  ) => ({
    title,
    file: 'e2e/some.spec.ts',
    line: 7,
    tests: [{ status, annotations, projectName: 'browser' }],
  });

  it('is counted through nested suites, with errors outside tests; failures are named with their place', () => {
    const report = {
      errors: [{ message: 'no config' }],
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('exports', 'unexpected')] }],
        },
      ],
    };
    expect(countPlaywright(report)).toMatchObject({
      passed: 1,
      failed: 2,
      failures: [{ test: 'exports', file: 'e2e/some.spec.ts', line: 7, project: 'browser' }],
    });
  });

  it('gives the reason of a skip', () => {
    const skip = { type: 'skip', description: 'only in a window' };
    const skipped = {
      title: 'menus',
      tests: [{ status: 'skipped', annotations: [skip] }, { status: 'expected' }],
    };
    expect(countPlaywright({ suites: [{ specs: [skipped] }] }).skipped).toEqual([
      { test: 'menus', reason: 'only in a window' },
    ]);
  });

  it.each([
    ['fails', undefined, 1],
    ['fails where its tag says only where it runs', ['desktop-only'], 1],
    ['is a skip where a tag says what it needs', ['needs-publisher-files'], 0],
    ['is a skip where only Electron itself can show it', ['real-only'], 0],
  ])('a spec that is skipped on every target %s', (_what, tags, failed) => {
    const tests = [{ status: 'skipped' }, { status: 'skipped' }];
    const suites = [{ specs: [{ title: 'import', tests, ...(tags && { tags }) }] }];
    expect(countPlaywright({ suites }).failed).toBe(failed);
  });
});

describe('second tries', () => {
  const failing = (tests: string[], passes: boolean, isProperty = false): Outcome => ({
    name: 'Vitest',
    passed: 5,
    failed: tests.length,
    failures: tests.map((test) => ({ test, file: 'a.test.ts', isProperty })),
    tryAgain: async () => passes,
  });

  it('are counted as passed and named, if they pass', async () => {
    const outcomes = [failing(['one', 'two'], true), failing(['three'], false)];
    await giveSecondTries(outcomes);
    const { text, isGood } = summarise(outcomes);
    expect(isGood).toBe(false);
    expect(text).toMatch(/second try only, to be mended:\n {2}one\n {2}two\n\n12 passed, 1 failed$/);
  });

  it.each([
    ['a property', failing(['law'], true, true)],
    ['more than three tests', failing(['one', 'two', 'three', 'four'], true)],
  ])('are not given to %s', async (_, outcome) => {
    const before = outcome.failed;
    await giveSecondTries([outcome]);
    expect(outcome.failed).toBe(before);
  });
});
