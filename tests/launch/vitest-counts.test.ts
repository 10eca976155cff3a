import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageProgram, runQuietly } from '../../electron/launch/run-child.mjs';
import { runVitest } from '../../electron/launch/test-runners.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A test that fails once, one that always fails, a property that fails once, and one of the soak only. */
const SUITE = `
import fc from 'fast-check';
import { expect, test } from 'vitest';
let steady = 0, law = 0;
test('holds', () => expect(1).toBe(1));
test('holds the second time', () => expect(++steady).toBe(2));
test('never holds', () => expect(1).toBe(2));
test('a law that held by luck', () => { law++; fc.assert(fc.property(fc.nat(), () => law > 1)); });
test('is left', ({ skip }) => skip(true, 'no such thing here'));
test('takes long', { tags: 'soak' }, () => expect(1).toBe(2));
`;

test('the run repeats no test, but counts failures and names them with the facts for a second try', async () => {
  // The folder is inside the project, so that the suite finds its packages.
  mkdirSync(path.join(ROOT, '.build/test'), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, '.build/test/counted-'));
  try {
    mkdirSync(path.join(folder, 'tests'));
    writeFileSync(path.join(folder, 'tests/some.test.ts'), SUITE);
    const counts = path.join(folder, 'counts.json');
    const args = [
      'run',
      '--config',
      path.join(ROOT, 'tests/vitest.config.ts'),
      '--root',
      folder,
      '--tagsFilter=!soak',
    ];
    args.push(`--reporter=${path.join(ROOT, 'electron/launch/vitest-reporter.mjs')}`);
    const child = spawn(process.execPath, [packageProgram(ROOT, 'vitest', 'vitest'), ...args], {
      cwd: ROOT,
      env: { ...process.env, ALMANAC_TEST_COUNTS: counts },
      stdio: 'ignore',
    });
    const [status] = await once(child, 'exit');
    expect(status).toBe(1);
    expect(JSON.parse(readFileSync(counts, 'utf8'))).toEqual({
      passed: 1,
      failed: 3,
      skipped: [{ test: 'is left', reason: 'no such thing here' }],
      failures: [
        { test: 'holds the second time', file: expect.stringMatching(/some\.test\.ts$/), isProperty: false },
        { test: 'never holds', file: expect.stringMatching(/some\.test\.ts$/), isProperty: false },
        { test: 'a law that held by luck', file: expect.stringMatching(/some\.test\.ts$/), isProperty: true },
      ],
      ran: [expect.stringMatching(/some\.test\.ts$/)],
      files: [expect.stringMatching(/some\.test\.ts$/)],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A test that fails at its first run, in any process. */
const FAILS_ONCE = `
import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('holds the second time', () => {
  const [isSecond] = [existsSync('ran'), writeFileSync('ran', '')];
  expect(isSecond).toBe(true);
});
test('never holds', () => expect(1).toBe(2));
`;

test('a failed test is tried again alone after a run with few workers', { tags: 'soak' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-second-try-'));
  try {
    mkdirSync(path.join(folder, 'tests'));
    writeFileSync(path.join(folder, 'tests/some.test.ts'), FAILS_ONCE);
    writeFileSync(path.join(folder, 'tests/vitest.config.ts'), 'export default {};');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    for (const name of ['electron', 'node_modules'])
      symlinkSync(path.join(ROOT, name), path.join(folder, name));
    const outcome = await runVitest(folder, 'UTC', [], {}, { workers: 1 });
    expect(outcome).toMatchObject({ passed: 0, failed: 2 });
    const again: (boolean | undefined)[] = [];
    for (const failure of outcome.failures ?? []) again.push(await outcome.tryAgain?.(failure));
    expect(again).toEqual([true, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a named path without a run test is a failure, even beside one that passed', {
  tags: 'soak',
}, async () => {
  const suites = {
    passes: "test('holds', () => undefined)",
    skips: "test.skip('never runs', () => undefined)",
  };
  // Each run has its own folder, because a folder has one file of results.
  const run = async (...names: (keyof typeof suites)[]) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-nothing-ran-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, 'tests/store'), { recursive: true });
    for (const name of names)
      writeFileSync(
        path.join(folder, `tests/store/${name}.test.ts`),
        `import { test } from 'vitest';\n${suites[name]};\n`,
      );
    writeFileSync(path.join(folder, 'tests/vitest.config.ts'), 'export default {};');
    for (const name of ['electron', 'node_modules', 'package.json', 'package-lock.json'])
      symlinkSync(path.join(ROOT, name), path.join(folder, name));
    const paths = names.map((name) => `tests/store/${name}.test.ts`);
    // Makes the launcher take this folder for the project's.
    const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const launcher = path.join(folder, 'electron/launch/launch.mjs');
    return runQuietly(process.execPath, [...flags, launcher, 'test', ...paths], { cwd: folder });
  };
  const [good, bad, both] = await Promise.all([run('passes'), run('skips'), run('passes', 'skips')]);
  expect(good).toMatchObject({ status: 0, output: expect.stringMatching(/^1 passed, 0 failed$/m) });
  expect(bad).toMatchObject({ status: 1, output: expect.stringMatching(/^0 passed, 1 failed$/m) });
  expect(both).toMatchObject({ status: 1, output: expect.stringMatching(/^1 passed, 1 failed$/m) });
  expect(both.output).toContain('tests/store/skips.test.ts: not run, none of its tests ran');
});
