import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '../../service/process/whole-file.ts';

/**
 * Where the ports of the last run are kept: `api`, because other tools have its address in their settings; `page`, because the browser
 * keeps the page's files, their compiled code and the user's choices by scheme, host and port.
 */
const FILES = { api: 'api-port.json', page: 'page-port.json' } as const;

/** @returns the port of the last run on this data folder, or undefined where there was none. */
export function readLastPort(dataDir: string, of: keyof typeof FILES): number | undefined {
  try {
    const { port } = JSON.parse(readFileSync(path.join(dataDir, FILES[of]), 'utf8')) as { port?: unknown };
    return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    // Missing or damaged: the usual port does as well.
    return undefined;
  }
}

/** @throws the file system's error; then the next run may answer on another port. */
export async function writeLastPort(dataDir: string, of: keyof typeof FILES, port: number): Promise<void> {
  if (readLastPort(dataDir, of) === port) return;
  writeWholeFile(path.join(dataDir, FILES[of]), `${JSON.stringify({ port })}\n`, { isLasting: false });
}
