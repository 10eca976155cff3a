import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILD_ALL } from '../support/programs.ts';

/** A fault that a person could make. Paths are from the project's root. */
export type Fault = {
  what: string;
  file: string;
  /** A text that occurs exactly once in the file. */
  find: string;
  replace: string;
  tests: readonly string[];
};

/** A copy of the tree into which faults are planted. */
export type Copy = {
  root: string;
  /** Plants a fault. @throws Error if its text is not in the file exactly once. */
  plant: (fault: Fault) => void;
  /** Takes all faults out again. */
  mend: () => void;
  /** Runs one of the paths of `Fault.tests`. @returns the failed tests by file and name, if any. */
  failing: (test: string) => Promise<string[]>;
  remove: () => void;
};

type Report = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** @returns a copy of the tree's files in git, with its packages, in a temporary folder. */
export function copyTree(from: string): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-planted-'));
  const root = path.join(folder, 'tree');
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: from, encoding: 'utf8' }).split('\0');
  for (const name of names.filter((each) => each !== '' && existsSync(path.join(from, each)))) {
    cpSync(path.join(from, name), path.join(root, name));
  }
  // Links each file, so that a program that installs packages in the copy does not remove those of the tree.
  linkFiles(path.join(from, 'node_modules'), path.join(root, 'node_modules'));
  const files = path.join(from, '../shared');
  if (existsSync(files)) symlinkSync(files, path.join(folder, 'shared'));
  const planted = new Map<string, string>();
  // Removes builds with the last fault, except the page's: tests need the page and do not build it.
  const renew = (): void => {
    rmSync(path.join(root, '.build'), { recursive: true, force: true });
    mkdirSync(path.join(root, '.build'));
    for (const name of ['renderer', 'stamps']) {
      const built = path.join(from, '.build', name);
      if (existsSync(built)) cpSync(built, path.join(root, '.build', name), { recursive: true });
    }
  };
  renew();
  return {
    root,
    plant({ file, find, replace, what }) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const parts = text.split(find);
      if (parts.length !== 2)
        throw new Error(`${file}: the text is there ${parts.length - 1} times (${what})`);
      if (!planted.has(file)) planted.set(file, text);
      writeFileSync(path.join(root, file), parts.join(replace));
    },
    mend() {
      for (const [file, text] of planted) writeFileSync(path.join(root, file), text);
      if (planted.size > 0) renew();
      planted.clear();
    },
    failing: (test) => (test.endsWith('.spec.ts') ? failingSpecs(root, test) : failingUnits(root, test)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links the files of a folder, or copies them if the other place is on another disk. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      try {
        linkSync(source, target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        cpSync(source, target);
      }
    }
  }
}

async function failingUnits(root: string, test: string): Promise<string[]> {
  const report = path.join(root, '.build/planted.json');
  const words = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--retry',
    '0',
    '--bail',
    '1',
    // The same filter as in `npm test`.
    '--tagsFilter=!soak',
    // A long limit, because on a busy machine a slow test has not caught a fault.
    '--testTimeout',
    '180000',
    '--hookTimeout',
    '180000',
    '--reporter',
    'json',
    '--outputFile',
    report,
    test,
  ];
  const status = await run(root, ['node_modules/vitest/vitest.mjs', ...words]);
  if (!existsSync(report)) return [`${test} (the runner ended with ${status})`];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  // After the first failure the other files are abandoned, and counted as failed without a message.
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName }) => `${path.relative(root, name)} › ${fullName}`),
  );
  const broken = testResults.filter(({ status: state, message }) => state === 'failed' && message);
  if (failed.length === 0)
    failed.push(
      ...broken.map(
        ({ name, message }) => `${path.relative(root, name)} › as a whole: ${message?.split('\n')[0]}`,
      ),
    );
  return failed.length === 0 && status !== 0 ? [`${test} (the runner ended with ${status})`] : failed;
}

async function failingSpecs(root: string, test: string): Promise<string[]> {
  const built = await run(root, BUILD_ALL);
  if (built !== 0) return ['the build'];
  const words = [
    'test',
    '--config',
    'tests/playwright.config.ts',
    test,
    '--project=browser',
    // The same filter as in `npm test`.
    '--grep-invert=@soak',
    '--pass-with-no-tests',
    '--retries=0',
    '-x',
  ];
  const status = await run(root, ['node_modules/@playwright/test/cli.js', ...words]);
  return status === 0 ? [] : [test];
}

async function run(root: string, words: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'ignore' });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
}
