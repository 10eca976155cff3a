import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runQuietly } from '../../electron/launch/run-child.mjs';

/** A release in a separate repository, which has Almanac's launcher and its two files with versions. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const CHANGELOG = '.github/CHANGELOG.md';
const FILES = ['package.json', 'package-lock.json', CHANGELOG];
const NOTES = ['### New', '', '- Maps of counties.', '', '### Mended', '', '- `1.10` keeps its zero.'].join(
  '\n',
);
const EARLIER = '## 0.1.0 (2026-01-02)\n\n- The first one.\n';

const missing =
  spawnSync('git', ['--version']).status === 0 ? '' : 'not on this machine: git (apt-get install git)';
let folder: string;
let repository: string;

/** Hides the name, hooks and signing of the user who runs the test. */
const env = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
};
const git = (...words: string[]) => execFileSync('git', words, { cwd: repository, env, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(path.join(repository, file), text);
const commit = () => git('commit', '--quiet', '--all', '--message=Change');
const changelog = (...sections: string[]) => ['# Changelog\n', ...sections].join('\n');

const release = (words: readonly string[], environment: NodeJS.ProcessEnv = env) =>
  runQuietly(process.execPath, [path.join(repository, 'electron/launch/launch.mjs'), 'release', ...words], {
    cwd: repository,
    env: environment,
  });

/** Everything that a release may change. */
const state = () => ({
  files: FILES.map(read),
  head: git('rev-parse', 'HEAD'),
  tags: git('for-each-ref', 'refs/tags'),
  status: git('status', '--porcelain'),
});

/** Expects that a release is refused and changes nothing. @returns the one line with the reason */
async function refused(
  words: readonly string[] = ['0.2.0'],
  { environment = env, expected = 1 }: { environment?: NodeJS.ProcessEnv; expected?: number } = {},
): Promise<string> {
  const before = state();
  const { status, output } = await release(words, environment);
  expect(status).toBe(expected);
  expect(state()).toEqual(before);
  expect(output).toMatch(/^almanac: .*\n$/);
  return output.slice('almanac: '.length, -1);
}

beforeAll(() => {
  if (missing !== '') return;
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-release-'));
  repository = path.join(folder, 'template');
  mkdirSync(path.join(repository, '.github'), { recursive: true });
  for (const file of [
    'electron/launch',
    'electron/start-arguments.mjs',
    '.gitignore',
    'package.json',
    'package-lock.json',
  ]) {
    cpSync(path.join(ROOT, file), path.join(repository, file), { recursive: true });
  }
  // The test does not depend on Almanac's present version.
  setVersion('package.json', 1);
  setVersion('package-lock.json', 2);
  write(CHANGELOG, changelog('## Unreleased\n', `${NOTES}\n`, EARLIER));
  git('init', '--quiet');
  git('add', '--all');
  commit();
});
beforeEach(({ skip }) => {
  skip(missing !== '', missing);
  repository = path.join(mkdtempSync(path.join(folder, 'one-')), 'almanac');
  cpSync(path.join(folder, 'template'), repository, { recursive: true });
});
afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

/** Sets the first `count` versions in a file to 0.1.0. */
function setVersion(file: string, count: number): void {
  let left = count;
  write(
    file,
    read(file).replaceAll(/"version": ".*"/g, (each) => (left-- > 0 ? '"version": "0.1.0"' : each)),
  );
}

describe('a release', () => {
  it('sets the version, dates the section of the changelog, commits and tags', async () => {
    const [manifest = '', lockfile = ''] = FILES.map(read);
    const days = [new Date()];
    const { status, output } = await release(['0.2.0']);
    days.push(new Date());
    expect(output).toBe(
      [
        'almanac: 0.2.0 is committed and tagged, not yet pushed: git push origin HEAD v0.2.0',
        'almanac: after that, npm run package makes the installers, on each system',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);

    // Nothing else in the files has changed.
    expect(read('package.json')).toBe(manifest.replace('"version": "0.1.0"', '"version": "0.2.0"'));
    const [top, first, ...rest] = lockfile.split('"version": "0.1.0"');
    expect(read('package-lock.json')).toBe(
      [`${top}"version": "0.2.0"${first}"version": "0.2.0"${rest[0]}`, ...rest.slice(1)].join(
        '"version": "0.1.0"',
      ),
    );
    const heading = /^## (0\.2\.0 \((.*)\))$/m.exec(read(CHANGELOG));
    expect(days.map((day) => day.toISOString().slice(0, 10))).toContain(heading?.[2]);
    expect(read(CHANGELOG)).toBe(changelog('## Unreleased\n', `${heading?.[0]}\n`, `${NOTES}\n`, EARLIER));

    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s', '--name-only', '-1').trim().split('\n').toSorted()).toEqual(
      ['', 'Release 0.2.0', ...FILES].toSorted(),
    );
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag\n');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v0.2.0').trim()).toBe(
      `${heading?.[1]}\n\n${NOTES}`,
    );
  });

  it('may be the first one, with the version already in package.json', async () => {
    write(CHANGELOG, changelog('## Unreleased\n', NOTES));
    commit();
    expect((await release(['0.1.0'])).status).toBe(0);
    expect(read('package.json')).toContain('"version": "0.1.0"');
    expect(read(CHANGELOG)).toMatch(/^# Changelog\n\n## Unreleased\n\n## 0\.1\.0 \(.*\)\n\n### New\n/);
    expect(git('tag')).toBe('v0.1.0\n');
  });

  it('follows another one', async () => {
    await release(['0.2.0']);
    write(CHANGELOG, read(CHANGELOG).replace('## Unreleased\n', '## Unreleased\n\n- More.\n'));
    commit();
    expect((await release(['0.10.0'])).status).toBe(0);
    expect(read(CHANGELOG)).toMatch(/## Unreleased\n\n## 0\.10\.0 \(.*\)\n\n- More\.\n\n## 0\.2\.0 \(/);
    expect(git('tag').trim().split('\n').toSorted()).toEqual(['v0.10.0', 'v0.2.0']);
  });
});

describe('a release is refused, and nothing is changed,', () => {
  it.each([[[]], [['0.2']], [['v0.2.0']], [['0.2.0-beta']], [['0.02.0']], [['0.2.0', '0.3.0']]])(
    'for the version %j',
    async (words) => {
      expect(await refused(words, { expected: 2 })).toBe(
        'name the version as x.y.z, for example: npm run release -- 0.2.0',
      );
    },
  );

  it('for a version older than the present one', async () => {
    expect(await refused(['0.0.9'])).toBe("0.0.9 is older than package.json's 0.1.0");
  });

  it('for a version in the changelog, even if the clone has no tags', async () => {
    expect(await refused(['0.1.0'])).toBe('.github/CHANGELOG.md has 0.1.0 already');
  });

  it('for a tag that exists', async () => {
    git('tag', 'v0.2.0');
    expect(await refused()).toBe('the tag v0.2.0 exists already');
  });

  it('when a change is not committed', async () => {
    appendFileSync(path.join(repository, '.gitignore'), 'more\n');
    expect(await refused()).toBe('commit or remove first: M .gitignore');
  });

  it('when a file is not added, even if the user’s settings hide it', async () => {
    write('new.txt', 'new');
    git('config', 'status.showUntrackedFiles', 'no');
    expect(await refused()).toBe('commit or remove first: ?? new.txt');
  });

  it.each([
    ['nothing', '## Unreleased\n'],
    ['headings alone', '## Unreleased\n\n### New\n'],
    ['no such section', ''],
  ])('when Unreleased has %s', async (_what, section) => {
    write(CHANGELOG, changelog(section, EARLIER));
    commit();
    expect(await refused()).toBe('.github/CHANGELOG.md has nothing under ‘Unreleased’');
  });

  it('when the folder is not a git checkout, or only a subfolder of one', async () => {
    rmSync(path.join(repository, '.git'), { recursive: true });
    const before = FILES.map(read);
    const none = await release(['0.2.0']);
    execFileSync('git', ['init', '--quiet', path.dirname(repository)], { env });
    const within = await release(['0.2.0']);
    const why = 'almanac: a release is made at the top of a git checkout, which this folder is not:';
    expect([none.status, none.output.startsWith(why)]).toEqual([1, true]);
    expect([within.status, within.output]).toEqual([1, `${why} almanac/\n`]);
    expect(FILES.map(read)).toEqual(before);
  });

  it('when git has no user name for the commit', async () => {
    git('config', 'user.useConfigOnly', 'true');
    const { GIT_AUTHOR_NAME: _name, GIT_AUTHOR_EMAIL: _address, ...environment } = env;
    expect(await refused(['0.2.0'], { environment })).toMatch(
      /^git could not commit: fatal: .*; everything is as it was$/,
    );
  });

  it('when a hook refuses the commit', async () => {
    mkdirSync(path.join(repository, '.git/hooks'), { recursive: true });
    const hook = '#!/bin/sh\necho checking\necho not on a Friday >&2\nexit 1\n';
    writeFileSync(path.join(repository, '.git/hooks/pre-commit'), hook, { mode: 0o755 });
    expect(await refused()).toBe('git could not commit: not on a Friday; everything is as it was');
  });

  it('when git cannot make the tag; the commit is undone too', async () => {
    // A tag of this name occupies the path at which git would store the new tag as a file.
    git('tag', 'v0.2.0/candidate');
    expect(await refused()).toMatch(/^git could not make the tag: .*; everything is as it was$/);
  });
});
