const LOOK_MS = 2_000;
/** As early as can be: a host that is killed while this process still loads must not be missed. */
const parent = process.ppid;

/**
 * Calls `handle` once the process that started this one is gone. POSIX gives an orphan another parent; Windows keeps the
 * number, so there it is asked whether a process has it still. The look does not keep the process alive.
 */
export function watchParent(handle: () => void): void {
  const look = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(look);
    handle();
  }, LOOK_MS);
  look.unref();
}

/** @returns whether a process has this number, also where it may not be signalled. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
