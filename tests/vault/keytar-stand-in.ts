import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A keytar that keeps its entries in a file, for the keychain's program in a folder (`copyKeychainProgram`). By the account it also
 * refuses, hangs, or takes its time. It writes down when it is loaded, and when each call begins and ends.
 */
const STAND_IN = `const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const log = (...words) => appendFileSync(__dirname + '/log', JSON.stringify(words) + '\\n');
const FILE = __dirname + '/held.json';
const held = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});
const keep = (entries) => writeFileSync(FILE, JSON.stringify(entries));
async function called(words, account, work) {
  log('begin', ...words);
  if (account === 'refused') throw new Error('It is refused.\\nAnd why, in a second line.');
  if (account === 'odd') throw 'no error at all';
  if (account === 'hangs') await new Promise((resolve) => setTimeout(resolve, 1e6));
  await new Promise((resolve) => setTimeout(resolve, 5));
  log('end', words[0]);
  return work();
}
log('loaded');
exports.getPassword = (service, account) => called(['get', service, account], account, () => held()[account] ?? null);
exports.setPassword = (service, account, password) =>
  called(['set', service, account, password], account, () => keep({ ...held(), [account]: password }));
exports.deletePassword = (service, account) =>
  called(['delete', service, account], account, () => {
    const { [account]: gone, ...others } = held();
    keep(others);
    return gone !== undefined;
  });
`;

/** @param folder in which the keychain's program was put @returns what this keytar wrote down since it was asked last */
export async function putKeytar(folder: string): Promise<() => Promise<unknown[]>> {
  const own = path.join(folder, 'node_modules/keytar');
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'package.json'), '{ "main": "keytar.js" }');
  await writeFile(path.join(own, 'keytar.js'), STAND_IN);
  let seen = 0;
  return async () => {
    const lines = (await readFile(path.join(own, 'log'), 'utf8').catch(() => '')).split('\n').slice(seen, -1);
    seen += lines.length;
    return lines.map((line) => JSON.parse(line) as unknown);
  };
}
