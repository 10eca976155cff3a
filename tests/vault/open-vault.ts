import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createVault, forkKeychain, type VaultOptions } from '../../electron/vault/index.ts';
import type { Vault } from '../../electron/vault/types.ts';

export const KEYCHAIN_PROGRAM = path.resolve(import.meta.dirname, '../../electron/vault/keychain-process.ts');

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
  options: Partial<VaultOptions> & { environment: NodeJS.ProcessEnv; program?: string },
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
