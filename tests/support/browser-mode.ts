import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLE = path.join(ROOT, '.build/shell/browser-mode.js');
const SOURCE = path.join(ROOT, 'electron/browser-mode.ts');

export type BrowserMode = {
  dataDir: string;
  /** The address with a new login token. */
  address: string;
  origin: string;
  process: ChildProcess;
  /** Everything printed so far, on both outputs. */
  printed(): string;
  /** Presses Enter in the terminal. @returns the new address. */
  freshAddress(): Promise<string>;
  /** Ctrl-C. @returns the exit status. */
  stop(): Promise<number | null>;
};

const LOOK_MS = 10;

/**
 * Starts the built program, or its sources if nothing is built, on a new data folder.
 * @param servicePort port of the API for other tools; a free one by default
 * @param fill puts files into the folder before the start
 */
export async function startBrowserMode(
  words: readonly string[] = [],
  servicePort: readonly string[] = ['--service-port', '0'],
  environment: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
): Promise<BrowserMode> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
  await fill?.(dataDir);
  const child = spawnBrowserMode(['--data-dir', dataDir, ...servicePort, ...words], environment);
  const lines: string[] = [];
  const waiting = new Set<(address: string) => void>();
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      const address = /http:\/\/\S+#t=\S+/.exec(line)?.[0];
      if (address) for (const take of waiting) take(address);
    });
  }
  const nextAddress = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const take = (address: string): void => {
        waiting.delete(take);
        resolve(address);
      };
      waiting.add(take);
      child.once('exit', () => reject(new Error(`Browser mode ended:\n${lines.join('\n')}`)));
    });
  const address = await nextAddress();
  // The address comes first, while the service starts; then that of the API, unless another Almanac has it.
  const isReady = () =>
    lines.some((line) => /^Other tools reach the API|^Almanac runs on .* already/.test(line));
  while (!isReady() && child.exitCode === null && child.signalCode === null) await sleep(LOOK_MS);
  return {
    dataDir,
    address,
    origin: new URL(address).origin,
    process: child,
    printed: () => lines.join('\n'),
    freshAddress() {
      const next = nextAddress();
      child.stdin?.write('\n');
      return next;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGINT');
        await gone;
      }
      await rm(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** Starts the program with exactly these arguments. */
export function spawnBrowserMode(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdio: StdioOptions = 'pipe',
): ChildProcess {
  return spawn(process.execPath, [browserModeProgram(), '--no-open', ...words], {
    stdio,
    // Tests must not write into the real keychain.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...environment },
  });
}

/** @returns the built program, or the sources if nothing is built. */
export const browserModeProgram = (): string => (existsSync(BUNDLE) ? BUNDLE : SOURCE);
