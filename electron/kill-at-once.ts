/** Ends a process by force: also one that hangs, and hears no gentler signal. @param pid undefined where there is no process now */
export function killAtOnce(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has just ended, which is told on its own.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
