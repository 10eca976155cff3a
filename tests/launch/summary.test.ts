import { describe, expect, it } from 'vitest';
import { honestOutcome, readClosingLine, summarise } from '../../electron/launch/summary.mjs';
import { countPlaywright } from '../../electron/launch/test-runners.mjs';

describe('what a runner counts', () => {
  it('is what it counted when it ended well', () => {
    expect(honestOutcome('Vitest', { passed: 7, failed: 0 }, 0)).toMatchObject({ passed: 7, failed: 0 });
    expect(honestOutcome('Vitest', { passed: 7, failed: 2 }, 1)).toMatchObject({ passed: 7, failed: 2 });
  });

  it.each([
    ['left no summary', undefined, 0],
    ['found no tests', { passed: 0, failed: 0 }, 0],
    ['ended badly without naming a failure', { passed: 7, failed: 0 }, 1],
  ])('has a failure when it %s', (_what, counted, status) => {
    expect(honestOutcome('Vitest', counted, status).failed).toBe(1);
  });

  it('is read from its last closing line', () => {
    const output = 'FAIL  something\n3 passed, 1 failed\nagain\n12 passed, 0 failed\n';
    expect(readClosingLine(output)).toEqual({ passed: 12, failed: 0 });
    expect(readClosingLine('Error: cannot start')).toBeUndefined();
  });
});

describe('the summary', () => {
  const outcomes = [
    { name: 'Types', passed: 1, failed: 0, seconds: 2.04 },
    { name: 'Vitest', passed: 40, failed: 2, skipped: [{ test: 'real files', reason: 'no ../shared/data' }] },
    { name: 'End to end', passed: 0, failed: 0, notRun: 'there is no Chromium' },
  ];

  it('adds all runners on its last line, and names skips and what did not run', () => {
    const { text, isGood } = summarise(outcomes);
    expect(text).toMatch(/\n41 passed, 2 failed$/);
    expect(text).toContain('Types: 1 passed, 0 failed in 2.0 s');
    expect(text).toContain('Vitest: real files (no ../shared/data)');
    expect(text).toContain('End to end: not run, there is no Chromium');
    expect(isGood).toBe(false);
  });

  it('is good only when something passed and nothing failed', () => {
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
    tests: [{ status, annotations }],
  });

  it('is counted through nested suites, with errors outside of tests; what passed on its second try only is named', () => {
    const report = {
      errors: [{ message: 'no config' }],
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('exports', 'unexpected'), spec('reloads', 'flaky')] }],
        },
      ],
    };
    expect(countPlaywright(report)).toMatchObject({ passed: 2, failed: 2, unsteady: ['reloads'] });
    const text = summarise([{ name: 'End to end', passed: 2, failed: 0, unsteady: ['reloads'] }]).text;
    expect(text).toContain('Passed on the second try only, to be mended:\n  reloads');
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
