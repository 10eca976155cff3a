import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The built app of a tree at one place, on one data folder and on the same ports, so that no text differs between trees. */

const PLACE = path.join(tmpdir(), 'almanac-pictures');
const CLOCK = path.join(import.meta.dirname, 'pictures-clock.mjs');
/** Programs whose clock is stopped. */
const PROGRAMS = [
  'shell/browser-mode.js',
  'service/main.js',
  'service/ingest-thread.js',
  'service/export-thread.js',
  'service/parquet-thread.js',
];
export const DATA_DIR = path.join(PLACE, 'data');
/** The same for every tree, so that no text differs, unless another program has them. */
export const [SERVICE_PORT, PAGE_PORT] = await freePorts(4790);

export type PictureHost = {
  /** A new address that signs a page in; it works once. */
  freshAddress(): Promise<string>;
  stop(): Promise<void>;
};

/** Waits until no other run has the place, and takes it. @returns what gives it back */
export async function takePlace(): Promise<() => void> {
  const lock = `${PLACE}.lock`;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return () => rmSync(lock, { force: true });
    } catch {
      if (!isRunning(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }
}

/** @returns the first two neighbouring ports of this machine, from `first` on, that no program has. */
async function freePorts(first: number): Promise<[number, number]> {
  for (let port = first; ; port += 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return [port, port + 1];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Copies the bundles of a tree to the place, with a clock that stands still. */
export function copyBuild(tree: string): void {
  const build = path.join(tree, '.build');
  if (!existsSync(path.join(build, 'shell/browser-mode.js'))) throw new Error(`${tree} is not built.`);
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(path.join(PLACE, '.build'), { recursive: true });
  for (const part of ['shell', 'service', 'renderer'])
    cpSync(path.join(build, part), path.join(PLACE, '.build', part), { recursive: true });
  for (const program of PROGRAMS) {
    const file = path.join(PLACE, '.build', program);
    if (existsSync(file))
      writeFileSync(file, `import ${JSON.stringify(CLOCK)};\n${readFileSync(file, 'utf8')}`);
  }
  symlinkSync(path.join(tree, 'node_modules'), path.join(PLACE, 'node_modules'));
  cpSync(path.join(tree, 'package.json'), path.join(PLACE, 'package.json'));
}

/** Starts the copied app on a new data folder. @param fill puts data into it first */
export async function startHost(
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  fill?: () => Promise<void>,
): Promise<PictureHost> {
  rmSync(DATA_DIR, { recursive: true, force: true });
  await fill?.();
  const child = spawn(
    process.execPath,
    [
      path.join(PLACE, '.build/shell/browser-mode.js'),
      ...['--no-open', '--data-dir', DATA_DIR],
      ...['--port', String(PAGE_PORT), '--service-port', String(SERVICE_PORT), ...words],
    ],
    { cwd: PLACE, env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...environment } },
  );
  // It never outlives this process, which may be stopped in the middle.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const next = addressesOf(child);
  await next();
  return {
    freshAddress() {
      const address = next();
      child.stdin?.write('\n');
      return address;
    },
    async stop() {
      const gone = once(child, 'exit');
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
      await gone;
    },
  };
}

/** @returns what waits for the next address that the host prints */
function addressesOf(child: ChildProcess): () => Promise<string> {
  const printed: string[] = [];
  let take: (address: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      printed.push(line);
      const address = /http:\/\/\S+#t=\S+/.exec(line)?.[0];
      if (address) take(address);
    });
  }
  child.once('exit', () => fail(new Error(`The host ended:\n${printed.join('\n')}`)));
  return () =>
    new Promise((resolve, reject) => {
      take = resolve;
      fail = reject;
    });
}
