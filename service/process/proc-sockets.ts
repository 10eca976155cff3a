import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** The process that listens on a port. */
export type ListeningProcess = { pid: number; name: string | undefined };

/** State 'LISTEN' in /proc/net/tcp (Linux, include/net/tcp_states.h). */
const LISTENING = '0A';

/**
 * Finds in Linux's /proc who listens on a port of this machine: first the inode of the socket, then the process that has it open.
 * Returns undefined for processes of other users, whose open files are hidden.
 */
export async function procHolder(port: number): Promise<ListeningProcess | undefined> {
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

/** The name of the program's file, if it can be read; otherwise the process's own name, which is 'MainThread' for Node. */
async function programOf(pid: string): Promise<string | undefined> {
  const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
  const name = path.basename(file.replace(/ \(deleted\)$/, ''));
  return name || (await textOf(`/proc/${pid}/comm`)).trim() || undefined;
}

/** @param table text of /proc/net/tcp: `sl local_address rem_address st … uid timeout inode`, addresses as HEX:PORT. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const cells = line.trim().split(/\s+/);
    const isIt = cells[1]?.split(':')[1] === wanted && cells[3] === LISTENING;
    return isIt && cells[9] !== undefined && cells[9] !== '0' ? [cells[9]] : [];
  });
}

/** A file that cannot be read counts as empty: its process may have ended, or belong to another user. */
const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
