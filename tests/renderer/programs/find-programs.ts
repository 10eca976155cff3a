import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** @returns whether a program is on this machine. */
export function has(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

let python: Promise<string | undefined> | undefined;

/** @returns a Python that has pandas, or `undefined`. Searched only once: pandas takes a second to start. */
export function pythonWithPandas(): Promise<string | undefined> {
  python ??= findPython();
  return python;
}

async function findPython(): Promise<string | undefined> {
  // Another Python may come first in PATH, while only the system's one has the packages.
  for (const one of ['python3', '/usr/bin/python3']) {
    const found = await run(one, ['-c', 'import pandas']).then(
      () => true,
      () => false,
    );
    if (found) return one;
  }
  return undefined;
}
