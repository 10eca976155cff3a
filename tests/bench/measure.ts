import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Medians of interleaved rounds, and the printed table. Ratios are comparable, absolute times hardly. */

export type BenchRow = { name: string; ours: string; against: string; ratio: string; goal: string };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function printTable(rows: readonly BenchRow[]): void {
  console.log('| name | ours | against | ratio | goal |\n|---|---|---|---|---|');
  for (const { name, ours, against, ratio, goal } of rows) {
    console.log(`| ${name} | ${ours} | ${against} | ${ratio} | ${goal} |`);
  }
}

/** @returns the median of each contender over interleaved rounds: A B C A B C … */
export async function rounds<Name extends string>(
  count: number,
  contenders: Record<Name, () => Promise<number> | number>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < count; round++) {
    for (const name of names) found.get(name)?.push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

/** @returns the command bound to one core, if the system can do that. */
export function pinned(core: number, command: string[]): string[] {
  return has('taskset') && has('nproc') && Number(spawnSync('nproc').stdout) > 1
    ? ['taskset', '-c', String(core), ...command]
    : command;
}

/** @returns resident memory of a process in MB; `NaN` if the system does not show it. */
export function residentMb(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    // No /proc (macOS, Windows), or the process has gone.
    return Number.NaN;
  }
}
