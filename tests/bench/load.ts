import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { has, pinned } from './measure.ts';

const run = promisify(execFile);

/**
 * Requests the paths in turn over the given number of connections, with wrk on core 1 if it is installed,
 * else from this process.
 * @returns answers per second.
 */
export async function load(
  base: string,
  paths: readonly string[],
  {
    connections,
    seconds = 2,
    headers = {},
  }: { connections: number; seconds?: number; headers?: Record<string, string> },
): Promise<number> {
  return has('wrk')
    ? await withWrk(base, paths, connections, seconds, headers)
    : await fromHere(base, paths, connections, seconds, headers);
}

async function withWrk(
  base: string,
  paths: readonly string[],
  connections: number,
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-wrk-'));
  const script = join(folder, 'paths.lua');
  const list = paths.map((path) => JSON.stringify(path)).join(',\n');
  writeFileSync(
    script,
    `local paths = {${list}}\nlocal at = 0\nrequest = function()\n at = at % #paths + 1\n return wrk.format("GET", paths[at])\nend\n`,
  );
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, ...flags, base];
  const [program = '', ...rest] = pinned(1, ['wrk', ...args]);
  const { stdout } = await run(program, rest);
  rmSync(folder, { recursive: true });
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (failed) throw new Error(`${failed} answers were refused:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

async function fromHere(
  base: string,
  paths: readonly string[],
  connections: number,
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(base + paths[count++ % paths.length], { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`));
        answer.resume().on('end', resolve);
      }).on('error', reject);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await ask();
    }),
  );
  agent.destroy();
  return count / seconds;
}
