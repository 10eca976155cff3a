import { readdir, readFile } from 'node:fs/promises';

/** @returns the ids of the service processes below `pid`, on Linux only. */
export async function servicesBelow(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const child of await childrenOf(pid)) {
    if ((await commandLine(child)).includes('service/main')) found.push(child);
    else found.push(...(await servicesBelow(child)));
  }
  return found;
}

/** @returns `pid` and all processes below it. */
export async function processesFrom(pid: number): Promise<number[]> {
  const below = await Promise.all((await childrenOf(pid)).map(processesFrom));
  return [pid, ...below.flat()];
}

/** @returns the processes with `words` in their command line, whatever their parent. */
export async function processesSaying(words: string): Promise<number[]> {
  const pids = (await orNothing(readdir('/proc'), [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(commandLine));
  return pids.filter((_, index) => lines[index]?.includes(words));
}

/** @returns the processes that still run. A zombie does not count. */
export async function stillRunning(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(pids.map((pid) => orNothing(readFile(`/proc/${pid}/stat`, 'utf8'), '')));
  return pids.filter((_, index) => /\) [^ZX]/.test(states[index] ?? ''));
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await orNothing(readdir(`/proc/${pid}/task`), []);
  const lists = await Promise.all(
    threads.map((thread) => orNothing(readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'), '')),
  );
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

const commandLine = (pid: number): Promise<string> =>
  orNothing(readFile(`/proc/${pid}/cmdline`, 'utf8'), '').then((line) => line.replaceAll('\0', ' '));

/** @returns `nothing` if the process ends while it is inspected. */
function orNothing<T>(read: Promise<T>, nothing: T): Promise<T> {
  return read.catch(() => nothing);
}
