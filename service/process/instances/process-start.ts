import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Instance } from './types.ts';

/**
 * When a process was started, as the system says it: numbers of processes are used again, so the number alone does not tell
 * one process from a later one.
 * @returns null where the system does not tell, or there is no such process.
 */
export function processStart(pid: number, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'linux') return linuxStart(pid);
  return platform === 'darwin' ? macStart(pid) : null;
}

export const ownProcessStart = (): string | null => processStart(process.pid);

/** @returns whether the process that wrote the runtime file runs still; one that only waits to be reaped does not. */
export function isProcessOf({ pid, processStart: start }: Instance): boolean {
  if (!isAlive(pid) || hasEnded(pid)) return false;
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

/** Clock ticks from boot to start, field 22 of /proc/PID/stat (proc_pid_stat(5)), with the boot that they count from. */
function linuxStart(pid: number): string | null {
  try {
    const ticks = linuxFields(pid)[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    // Gone in between, or a /proc that does not show it.
    return null;
  }
}

/** A killed process whose parent takes no notice of it keeps its number, in state Z (field 3). */
function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return linuxFields(pid)[0] === 'Z';
  } catch {
    // Gone in between, or a /proc that does not show it: its start tells.
    return false;
  }
}

/** @returns the fields of /proc/PID/stat from the third on. @throws the file system's error. */
function linuxFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces and parentheses itself.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function macStart(pid: number): string | null {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || null;
  } catch {
    // ps ends with 1 where there is no such process.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
