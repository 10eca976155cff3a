/** @returns whether a process has this id, even if this process may not signal it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
