import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAlive } from '../is-alive.ts';
import type { Instance } from './types.ts';

/**
 * @returns when a process was started, in the system's own notation; null if the system does not tell, or if there is no such process.
 * Together with the start time a process number is unique; systems reuse the numbers alone.
 */
export function processStart(pid: number, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'linux') return linuxStart(pid);
  return platform === 'darwin' ? macStart(pid) : null;
}

/** @returns the start of this process, as `processStart` gives it. */
export const ownProcessStart = (): string | null => processStart(process.pid);

/** @returns whether the process that wrote the runtime file still runs. A zombie process counts as ended. */
export function isProcessOf({ pid, processStart: start }: Instance): boolean {
  if (!isAlive(pid) || hasEnded(pid)) return false;
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

/** @returns the boot's id and the clock ticks from boot to start, field 22 of /proc/PID/stat (proc_pid_stat(5)). */
function linuxStart(pid: number): string | null {
  try {
    const ticks = linuxFields(pid)[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    // The process has just ended, or /proc does not show it.
    return null;
  }
}

/** @returns whether the process is a zombie: it was killed, but keeps its number in state Z (field 3) until its parent collects it. */
function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return linuxFields(pid)[0] === 'Z';
  } catch {
    // The process has just ended, or /proc does not show it; its start time then decides.
    return false;
  }
}

/** @returns the fields of /proc/PID/stat from the third on. @throws the file system's error. */
function linuxFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name, in parentheses, may itself contain spaces and parentheses.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function macStart(pid: number): string | null {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || null;
  } catch {
    // ps exits with 1 if there is no such process.
    return null;
  }
}
