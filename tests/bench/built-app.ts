import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type BuiltApp = {
  /** Where the page opens; it signs in once. */
  address: string;
  stop(): Promise<void>;
};

/** Starts the app of a built tree in browser mode. @param root the tree @throws Error where it is not built */
export async function startBuilt(root: string, dataDir: string): Promise<BuiltApp> {
  if (!existsSync(path.join(root, '.build/host/browser-mode.js')))
    throw new Error(`${root} is not built: run npm start -- --no-open there`);
  const launcher = path.join(root, 'electron/launch/launch.mjs');
  const host = spawn(
    process.execPath,
    [launcher, 'start', '--no-open', '--service-port', '0', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
  );
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: host.stdout }).on('line', (line) => {
      const told = /http:\/\/\S+#t=\S+/.exec(line)?.[0];
      if (told) resolve(told);
    });
    host.once('exit', () => reject(new Error(`Almanac of ${root} ended before it told its address.`)));
  });
  return {
    address,
    async stop() {
      host.kill('SIGINT');
      await once(host, 'exit');
    },
  };
}
