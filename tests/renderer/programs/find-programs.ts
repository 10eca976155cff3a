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

export async function pythonWithPandas(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3']) {
    const found = await run(python, ['-c', 'import pandas']).then(
      () => true,
      () => false,
    );
    if (found) return python;
  }
  return undefined;
}
