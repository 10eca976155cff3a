import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { forkKeychain } from '../../electron/child-process.ts';
import { createVault, type VaultOptions } from '../../electron/vault/index.ts';
import type { Vault } from '../../electron/vault/types.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Puts the keychain's program, with what it is made of, into a folder from which no keytar is found. @returns where it is */
export async function copyKeychainProgram(folder: string): Promise<string> {
  for (const file of [
    'electron/vault/keychain-contract.ts',
    'electron/vault/keychain-process.ts',
    'service/contract/call.ts',
    'service/contract/failure.ts',
    'service/contract/fits.ts',
    'service/process/channel.ts',
    'service/process/is-alive.ts',
    'service/process/rpc.ts',
  ]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await copyFile(path.join(ROOT, file), path.join(folder, file));
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules/typebox'), path.join(folder, 'node_modules/typebox'));
  return path.join(folder, 'electron/vault/keychain-process.ts');
}

/**
 * A program in which the keychain's runs as in a utility process of Electron: messages are in events of a port, Node's own
 * channel is not for it, and the port never tells that it closed, which Electron does not promise. @returns where it is
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
  dataDir: string;
  indexFile: string;
  sealedFile: string;
  /** Of every keychain process so far. */
  pids: number[];
  /** What keychain processes printed. */
  lines: string[];
};

/** A vault on a new data folder, or on that of `options`, with real keychain processes. */
export async function openVault(
  options: Partial<VaultOptions> & { environment: NodeJS.ProcessEnv; program?: string | undefined },
): Promise<OpenVault> {
  const { program = KEYCHAIN_PROGRAM, ...others } = options;
  const dataDir = others.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'almanac-vault-')));
  const [pids, lines]: [number[], string[]] = [[], []];
  const vault = createVault({
    spawnKeychain() {
      const child = forkKeychain(program, options.environment, (line) => lines.push(line));
      if (child.pid !== undefined) pids.push(child.pid);
      return child;
    },
    // Generous: a machine that runs other tests may take seconds to start a process.
    deadlines: { promptMs: 60_000, plainMs: 20_000, startMs: 0, killMs: 500 },
    ...others,
    dataDir,
  });
  const [indexFile, sealedFile] = ['vault.json', 'vault-sealed.json'].map((name) =>
    path.join(dataDir, name),
  ) as [string, string];
  return { vault, dataDir, indexFile, sealedFile, pids, lines };
}
