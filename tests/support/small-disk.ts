import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @returns a new file system of this size, removed after the test, or the reason why none can be made. */
export function smallDisk(
  megabytes: number,
): { path: string; readOnly(): void; grow(megabytes: number): void } | { why: string } {
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
  const remount = (option: string) => void execFileSync('mount', ['-o', `remount,${option}`, path]);
  return { path, readOnly: () => remount('ro'), grow: (to) => remount(`size=${to}m`) };
}
