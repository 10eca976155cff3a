#!/usr/bin/env node
// Replaces fpm, which electron-builder calls to make a .deb: accepts the same arguments, and calls dpkg-deb.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const words = process.argv.slice(2);
const FLAGS = new Set(['--force']);
/** @type {Map<string, string[]>} */
const given = new Map();
/** @type {string[]} */
const files = [];
for (let at = 0; at < words.length; at += 1) {
  const word = /** @type {string} */ (words[at]);
  if (!word.startsWith('-')) files.push(word);
  else if (!FLAGS.has(word)) {
    at += 1;
    given.set(word, [...(given.get(word) ?? []), /** @type {string} */ (words[at])]);
  }
}
const one = (/** @type {string} */ name) => given.get(name)?.[0] ?? '';

const root = mkdtempSync(path.join(tmpdir(), 'almanac-deb-'));
for (const mapping of files) {
  const [from = '', to = ''] = mapping.split('=');
  const target = path.join(root, to);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}
mkdirSync(path.join(root, 'DEBIAN'));
const control = [
  `Package: ${one('--name')}`,
  `Version: ${one('--version')}`,
  `Architecture: ${one('--architecture')}`,
  `Maintainer: ${one('--maintainer')}`,
  `Section: ${one('--category')}`,
  `Priority: ${one('--deb-priority')}`,
  `Homepage: ${one('--url')}`,
  `Depends: ${(given.get('-d') ?? []).join(', ')}`,
  `Recommends: ${(given.get('--deb-recommends') ?? []).join(', ')}`,
  `Description: ${one('--description')}`,
];
writeFileSync(path.join(root, 'DEBIAN/control'), `${control.join('\n')}\n`);
for (const [option, name] of [
  ['--after-install', 'postinst'],
  ['--after-remove', 'postrm'],
]) {
  writeFileSync(path.join(root, 'DEBIAN', name ?? ''), readFileSync(one(option ?? '')), { mode: 0o755 });
}
// Fast rather than small: the test inspects the package and deletes it.
execFileSync('dpkg-deb', ['-Zgzip', '-z1', '--root-owner-group', '--build', root, one('--package')], {
  stdio: 'inherit',
});
rmSync(root, { recursive: true, force: true });
