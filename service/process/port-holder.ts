import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { SMALL_REQUEST } from '../datasets/examples.ts';

const LOOK_MS = 3_000;

/** @returns the process that listens on a TCP port of this machine; undefined if unknown. Never throws. */
export function findPortHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<ListeningProcess | undefined> {
  switch (platform) {
    case 'linux':
      return procHolder(port);
    case 'win32':
      return windowsHolder(port);
    default:
      return lsofHolder(port);
  }
}

/** @returns the process in words: `node (process 4242)`, or 'another program' if it is unknown. */
export function holderText(holder: ListeningProcess | undefined): string {
  if (holder === undefined) return 'another program';
  return holder.name === undefined ? `process ${holder.pid}` : `${holder.name} (process ${holder.pid})`;
}

async function lsofHolder(port: number): Promise<ListeningProcess | undefined> {
  return fromLsof(await output('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
}

/** @param text of `lsof -Fpc`: a line `pPID` and a line `cNAME` for each process. */
export function fromLsof(text: string): ListeningProcess | undefined {
  const pid = /^p(\d+)$/m.exec(text)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid), name: /^c(.+)$/m.exec(text)?.[1] };
}

async function windowsHolder(port: number): Promise<ListeningProcess | undefined> {
  const pid = fromNetstat(await output('netstat', ['-ano', '-p', 'TCP']), port);
  if (pid === undefined) return undefined;
  const tasks = await output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return { pid, name: /^"([^"]+)"/.exec(tasks.trim())?.[1] };
}

/** @param text of `netstat -ano`: `TCP local remote state pid`; the state is in the system's language. */
export function fromNetstat(text: string, port: number): number | undefined {
  for (const line of text.split('\n')) {
    const [protocol, local, remote, , pid] = line.trim().split(/\s+/);
    // Only a listening socket has port 0 on the remote side.
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) && remote?.endsWith(':0') && pid)
      return Number(pid);
  }
  return undefined;
}

/** @returns the output of a system program; '' if it is missing, fails or takes too long. */
function output(command: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, words, { timeout: LOOK_MS, windowsHide: true }, (_, text) => resolve(text));
  });
}

type ListeningProcess = { pid: number; name: string | undefined };

/** State 'LISTEN' in /proc/net/tcp (Linux, include/net/tcp_states.h). */
const LISTENING = '0A';

/** Finds the inode of the socket, then the process that has it open. Other users' open files are hidden. */
async function procHolder(port: number): Promise<ListeningProcess | undefined> {
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const inode of listeningInodes(await textOf(table), port)) inodes.add(`socket:[${inode}]`);
  }
  if (inodes.size === 0) return undefined;
  for (const name of await namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    for (const open of await namesIn(`/proc/${name}/fd`)) {
      const target = await readlink(`/proc/${name}/fd/${open}`).catch(() => '');
      if (inodes.has(target)) {
        return { pid: Number(name), name: await programOf(name) };
      }
    }
  }
  return undefined;
}

/** The name of the program's file if readable; otherwise the process's name, 'MainThread' for Node. */
async function programOf(pid: string): Promise<string | undefined> {
  const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
  const name = path.basename(file.replace(/ \(deleted\)$/, ''));
  return name || (await textOf(`/proc/${pid}/comm`)).trim() || undefined;
}

/** @param table text of /proc/net/tcp: `sl local_address rem_address st … inode`, addresses as HEX:PORT. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const cells = line.trim().split(/\s+/);
    const isListener = cells[1]?.split(':')[1] === wanted && cells[3] === LISTENING;
    return isListener && cells[9] !== undefined && cells[9] !== '0' ? [cells[9]] : [];
  });
}

/** An unreadable file counts as empty: its process may have ended, or belong to another user. */
const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const LOOPBACK = '127.0.0.1';
const ASK_MS = 1500;

/** Checks that a port is free before the service opens any file; 0 passes. @throws Failure 'port_in_use'. */
export async function expectFreePort(port: number, host = LOOPBACK): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    const listening = once(probe, 'listening');
    probe.listen({ host, port });
    await listening;
  } catch (error) {
    throw await portFailure(port, error);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** @returns a Failure with advice if the port is taken or not allowed; otherwise `error` itself. */
export async function portFailure(port: number, error: unknown): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  return new Failure('port_in_use', `Port ${port} ${await reason(port, code)}`, {}, { cause: error });
}

async function reason(port: number, code: 'EADDRINUSE' | 'EACCES'): Promise<string> {
  const other = 'or choose another port: --port 0 takes a free one.';
  if (code === 'EACCES') return `may not be used by this account. Let it, ${other}`;
  if (!(await isAlmanac(port))) return `is used by another program. Stop that program, ${other}`;
  return `is used by another Almanac service. Use that one (http://${LOOPBACK}:${port}/docs), stop it, ${other}`;
}

/** True if an Almanac answers on the port: it names itself to a request without a key. */
async function isAlmanac(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${LOOPBACK}:${port}${SMALL_REQUEST}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ASK_MS),
    });
    await answer.body?.cancel();
    return answer.headers.get('www-authenticate')?.includes('realm="Almanac"') ?? false;
  } catch {
    // The program there does not speak HTTP, or does not answer.
    return false;
  }
}
