import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLE = path.join(ROOT, '.build/service/cli.js');
const SOURCE = path.join(ROOT, 'service/cli/main.ts');

const PROGRAM = existsSync(BUNDLE) ? BUNDLE : SOURCE;

/** Runs a command of the command line to its end. @returns what it printed. @throws where its exit status is not 0. */
export async function runCommandLine(words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words]);
  return stdout;
}

/** Starts a command that keeps running. */
export function startCommandLine(words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...words], { stdio: 'ignore' });
}
