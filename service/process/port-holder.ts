import { execFile } from 'node:child_process';
import { type ListeningProcess, procHolder } from './proc-sockets.ts';

const LOOK_MS = 3_000;

/** @returns who listens on a TCP port of this machine; undefined where the system does not tell. Never throws. */
export function whoHolds(
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

/** @returns the holder in words: `node (process 4242)`, or 'another program' where it is unknown. */
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

/** @param text of `netstat -ano`: `TCP local remote state pid`; the state is in the language of the system. */
export function fromNetstat(text: string, port: number): number | undefined {
  for (const line of text.split('\n')) {
    const [protocol, local, remote, , pid] = line.trim().split(/\s+/);
    // Only a socket that listens has no port on the other side.
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) && remote?.endsWith(':0') && pid)
      return Number(pid);
  }
  return undefined;
}

/** @returns the output of a program of the system; '' where it is missing, fails or takes too long. */
function output(command: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, words, { timeout: LOOK_MS, windowsHide: true }, (_, text) => resolve(text));
  });
}
