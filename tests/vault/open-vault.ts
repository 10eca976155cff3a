import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { forkKeychain } from '../../electron/child-process.ts';
import { type KeychainDeadlines, openKeychain } from '../../electron/keychain.ts';
import { createVault, type Vault, type VaultOptions } from '../../service/vault/index.ts';
import {
  createFileStore,
  createSessionStore,
  type FileStore,
  type SecretStore,
} from '../../service/vault/secret-stores.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Copies the keychain's program and its imports into a folder without keytar. @returns its path */
export async function copyKeychainProgram(folder: string): Promise<string> {
  for (const file of [
    'electron/keychain-process.ts',
    'service/contract/fits.ts',
    'service/contract/schema.ts',
    'service/contract/service-channel.ts',
    'service/process/channel.ts',
    'service/process/drafts.ts',
  ]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await copyFile(path.join(ROOT, file), path.join(folder, file));
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules/typebox'), path.join(folder, 'node_modules/typebox'));
  return path.join(folder, 'electron/keychain-process.ts');
}

/**
 * Runs the keychain's program as in a utility process of Electron: messages are events of a port, Node's own
 * channel is hidden, and the port does not report its end, which Electron does not promise. @returns its path
 */
export async function portProgram(folder: string, program: string): Promise<string> {
  const file = path.join(folder, 'entry.js');
  const text = `const send = process.send.bind(process);
process.parentPort = {
  postMessage: (message) => send({ through: 'port', ...message }),
  on: (event, listener) => event === 'message' && process.on('message', (data) => listener({ data })),
};
process.send = undefined;
// Electron's port keeps the process alive.
setInterval(() => undefined, 1e6);
await import(${JSON.stringify(pathToFileURL(program).href)});
`;
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(file, text);
  return file;
}

export type OpenVault = {
  vault: Vault;
  /** Ends the keychain's process, as the shell does when the app ends. */
  close(): Promise<void>;
  dataDir: string;
  indexFile: string;
  sealedFile: string;
  /** The ids of all keychain processes so far. */
  pids: number[];
  /** The output of keychain processes. */
  lines: string[];
};

// Long deadlines: a busy machine may take seconds to start a process.
const PATIENT: KeychainDeadlines = { promptMs: 60_000, plainMs: 20_000, startMs: 0, killMs: 500 };

/** A vault on a new data folder or that of `options`, with real keychain processes. */
export async function openVault(
  options: Partial<VaultOptions> & {
    environment: NodeJS.ProcessEnv;
    program?: string | undefined;
    deadlines?: KeychainDeadlines;
  },
): Promise<OpenVault> {
  const { program = KEYCHAIN_PROGRAM, deadlines = PATIENT, ...others } = options;
  const dataDir = others.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'almanac-vault-')));
  const [pids, lines]: [number[], string[]] = [[], []];
  const spawn = () => {
    const child = forkKeychain(program, options.environment, (line) => lines.push(line));
    if (child.pid !== undefined) pids.push(child.pid);
    return child;
  };
  const { ask, close } = openKeychain(spawn, { deadlines });
  const vault = createVault({ askKeychain: ask, probeMs: deadlines.plainMs, ...others, dataDir });
  const [indexFile, sealedFile] = ['vault.json', 'vault-sealed.json'].map((name) =>
    path.join(dataDir, name),
  ) as [string, string];
  return { vault, close, dataDir, indexFile, sealedFile, pids, lines };
}

/**
 * A keytar for a copied program (`copyKeychainProgram`), with its entries in a file. Some accounts make it
 * refuse, hang or take its time. It records when it is loaded, and when each call begins and ends.
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

/** @param folder of the keychain's program @returns a function that gives the records since its last call */
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

/** A session of the app without keys. */
export function newSession(): SecretStore {
  return createSessionStore(
    openKeychain(() => {
      throw new Error('The memory needs no process.');
    }).ask,
  );
}

/** The file of keys in a new session, in which nobody has opened it. */
export const newFileStore = (file: string): FileStore => createFileStore(file, newSession());
