import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WrongUsage } from '../../start-arguments.mjs';
import { compareVersions } from '../node-version.mjs';
import { runQuietly } from '../run-child.mjs';
import { SetUpFailure, say } from '../say.mjs';

const CHANGELOG = '.github/CHANGELOG.md';
const FILES = ['package.json', 'package-lock.json', CHANGELOG];
const UNRELEASED = /^## Unreleased[ \t]*$/m;

/**
 * `npm run release -- 0.2.0`: sets the version and heads the changelog's notes with it, commits and tags. A
 * failure undoes everything. @param {string} root @param {string[]} args the version
 */
export async function run(root, args) {
  const version = args[0] ?? '';
  if (args.length !== 1 || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new WrongUsage('name the version as x.y.z, for example: npm run release -- 0.2.0');
  }
  const before = FILES.map((file) => readFileSync(path.join(root, file), 'utf8'));
  const [manifest = '', lockfile = '', changelog = ''] = before;
  const notes = unreleased(changelog);
  const whyNot = (await whyNotClean(root)) ?? (await whyNotNew(root, version, manifest, changelog));
  if (whyNot !== undefined) throw new SetUpFailure(whyNot);
  if (notes === '') throw new SetUpFailure(`${CHANGELOG} has nothing under ‘Unreleased’`);

  const heading = `${version} (${new Date().toISOString().slice(0, 10)})`;
  const section = `## Unreleased\n\n## ${heading}`;
  write(root, [at(manifest, version), at(lockfile, version), changelog.replace(UNRELEASED, section)]);
  const failure = await commitAndTag(root, version, `${heading}\n\n${notes}\n`);
  if (failure !== undefined) {
    write(root, before);
    throw new SetUpFailure(`${failure}; everything is as it was`);
  }
  say(`${version} is committed and tagged, not yet pushed: git push origin HEAD v${version}`);
  say('after that, npm run package makes the installers, on each system');
}

/** @param {string} root @returns {Promise<string | undefined>} */
async function whyNotClean(root) {
  const { status, output } = await git(root, 'rev-parse', '--show-prefix');
  // The prefix is empty at the top of a checkout.
  if (status !== 0 || output.trim() !== '') {
    return `a release is made at the top of a git checkout, which this folder is not: ${lastLine(output)}`;
  }
  // Untracked files count too: the release would lack them. Show them even if the user's settings hide them.
  const changed = await git(root, 'status', '--porcelain', '--untracked-files=normal');
  return changed.output === '' ? undefined : `commit or remove first: ${lastLine(changed.output)}`;
}

/** @param {string} root @param {string} version @param {string} manifest @param {string} changelog */
async function whyNotNew(root, version, manifest, changelog) {
  const tag = await git(root, 'rev-parse', '--verify', '--quiet', `refs/tags/v${version}`);
  if (tag.status === 0) return `the tag v${version} exists already`;
  // A clone may lack the tags, but not the changelog.
  if (changelog.includes(`\n## ${version} (`)) return `${CHANGELOG} has ${version} already`;
  /** @type {string} */
  const current = JSON.parse(manifest).version;
  // The first release may be the version that package.json has had from the beginning.
  return compareVersions(version, current) < 0
    ? `${version} is older than package.json's ${current}`
    : undefined;
}

/** @param {string} changelog @returns {string} the text under ‘Unreleased’; empty if it is only headings */
function unreleased(changelog) {
  const section = changelog.split(/^(?=## )/m).find((each) => UNRELEASED.test(each)) ?? '';
  const notes = section.replace(UNRELEASED, '').trim();
  return /^[^#\s]/m.test(notes) ? notes : '';
}

/** @param {string} json package.json, or the lockfile, which has the version twice @param {string} version */
function at(json, version) {
  const content = JSON.parse(json);
  content.version = version;
  if (content.packages !== undefined) content.packages[''].version = version;
  // npm formats both files like this.
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** @param {string} root @param {string[]} texts contents of FILES, in order */
function write(root, texts) {
  for (const [place, text] of texts.entries()) writeFileSync(path.join(root, FILES[place] ?? ''), text);
}

/**
 * @param {string} root @param {string} version @param {string} message @returns {Promise<string | undefined>}
 * why it failed and left neither commit nor tag
 */
async function commitAndTag(root, version, message) {
  const commit = await git(root, 'commit', '--quiet', `--message=Release ${version}`, '--', ...FILES);
  if (commit.status !== 0) return `git could not commit: ${lastLine(commit.output)}`;
  // Without --cleanup git leaves out the message's headings, because ‘#’ begins a comment.
  const words = ['--annotate', '--cleanup=whitespace', `--message=${message}`, `v${version}`];
  const tag = await git(root, 'tag', ...words);
  if (tag.status === 0) return undefined;
  await git(root, 'reset', '--quiet', '--keep', 'HEAD~1');
  return `git could not make the tag: ${lastLine(tag.output)}`;
}

/** @param {string} root @param {string[]} words */
function git(root, ...words) {
  return runQuietly('git', words, { cwd: root });
}

/** @param {string} output @returns {string} git's last line, which says why it failed */
function lastLine(output) {
  return output.trim().split('\n').at(-1) ?? '';
}
