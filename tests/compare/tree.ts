import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILD_ALL } from '../support/programs.ts';

/** Programs of a tree of the project, run as a user runs them: built, with a clock that stands still. */

/** A program's output and exit status. */
export type Said = { status: number | null; stdout: Buffer; stderr: string };
/** A program that listens until it is stopped. */
export type Listening = { port: number; line: string; printed: () => string; stop: () => Promise<void> };

export type Tree = {
  root: string;
  /** A folder for everything that is written: data folders, exports, temporary files. */
  scratch: string;
  /** Runs one command line. @param now what the clock says, ISO 8601. */
  almanac: (words: readonly string[], now: string) => Promise<Said>;
  serve: (words: readonly string[], now: string) => Promise<Listening>;
  browserMode: (words: readonly string[], now: string) => Promise<Listening>;
};

const CLOCK = new URL('fixed-clock.mjs', import.meta.url).href;
/** West of Greenwich: the local day is not the day in UTC for a part of each day. */
const ZONE = 'America/New_York';
const ENDS_MS = 120_000;

/** @returns the tree at `root`, which is built already. */
export function openTree(root: string, scratch: string): Tree {
  const home = path.join(scratch, 'home');
  const temporary = path.join(scratch, 'tmp');
  for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true });
  const bundle = (name: string): string => path.join(root, '.build', name);
  const start = (program: string, words: readonly string[], now: string): ChildProcess =>
    spawn(process.execPath, [bundle(program), ...words], {
      cwd: scratch,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        TMPDIR: temporary,
        TZ: ZONE,
        LANG: 'C.UTF-8',
        // No keychain of the person who runs this.
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        NODE_OPTIONS: `--import=${CLOCK}`,
        COMPARE_NOW: now,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    root,
    scratch,
    almanac: (words, now) => said(start('service/cli.js', words, now)),
    serve: (words, now) => listening(start('service/cli.js', ['serve', ...words], now)),
    browserMode: (words, now) => listening(start('shell/browser-mode.js', ['--no-open', ...words], now)),
  };
}

/** Builds what is stale in a tree. @throws Error where that fails. */
export async function buildTree(root: string): Promise<void> {
  if (!existsSync(path.join(root, 'electron/launch/set-up.mjs')))
    throw new Error(`${root} is no tree of this project`);
  const child = spawn(process.execPath, BUILD_ALL, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${root} could not be built`);
}

async function said(child: ChildProcess): Promise<Said> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr?.on('data', (piece: Buffer) => stderr.push(piece));
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() };
}

async function listening(child: ChildProcess): Promise<Listening> {
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      if (/http:\/\/127\.0\.0\.1:\d+/.test(line)) resolve(line);
    });
  }
  const gone = once(child, 'exit').then(() => reject(new Error(`The program ended:\n${lines.join('\n')}`)));
  const line = await promise;
  return {
    line,
    port: Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]),
    printed: () => lines.join('\n'),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await gone;
      clearTimeout(timer);
    },
  };
}
