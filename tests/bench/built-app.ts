import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type BuiltApp = {
  /** An address that signs in once. */
  address: string;
  stop(): Promise<void>;
};

const START_MS = 120_000;
/** Files that are not copied: the marks of a running Almanac, and the person's settings and saved items. */
const LEFT_OUT = /^(running\.json|service\.lock|work\.sqlite.*)$/;

/** @returns a new folder, empty or with a copy of the data in ALMANAC_BENCH_DATA. */
export function benchFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  const data = process.env.ALMANAC_BENCH_DATA;
  if (data !== undefined)
    cpSync(data, folder, { recursive: true, filter: (file) => !LEFT_OUT.test(path.basename(file)) });
  return folder;
}

/**
 * Starts the app of the built tree `root` in browser mode. It never outlives this process.
 * @throws Error if it is not built, or prints no address within two minutes
 */
export async function startBuilt(root: string, dataDir: string): Promise<BuiltApp> {
  if (!existsSync(path.join(root, '.build/shell/browser-mode.js')))
    throw new Error(`${root} is not built: run npm start -- --no-open there`);
  const launcher = path.join(root, 'electron/launch/launch.mjs');
  const host = spawn(
    process.execPath,
    [launcher, 'start', '--no-open', '--service-port', '0', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
  );
  const kill = (): void => void host.kill('SIGKILL');
  process.once('exit', kill);
  host.once('exit', () => process.off('exit', kill));
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      kill();
      reject(new Error(`Almanac of ${root} told no address within ${START_MS / 1000} seconds.`));
    }, START_MS);
    createInterface({ input: host.stdout }).on('line', (line) => {
      const told = /http:\/\/\S+#t=\S+/.exec(line)?.[0];
      if (told === undefined) return;
      clearTimeout(late);
      resolve(told);
    });
    host.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`Almanac of ${root} ended before it told its address.`));
    });
  });
  return {
    address,
    async stop() {
      if (host.exitCode !== null || host.signalCode !== null) return;
      const gone = once(host, 'exit');
      host.kill('SIGINT');
      await gone;
    },
  };
}
