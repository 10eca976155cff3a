import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @returns the folder of a new file system of this size, which is removed after the test; or why there is none. */
export function smallDisk(megabytes: number): { path: string; readOnly(): void } | { why: string } {
  if (process.platform !== 'linux') return { why: 'only Linux has tmpfs' };
  const path = mkdtempSync(join(tmpdir(), 'almanac-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    return { why: `no file system can be mounted here: ${String(error).split('\n').at(-2)}` };
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  });
  return { path, readOnly: () => void execFileSync('mount', ['-o', 'remount,ro', path]) };
}
