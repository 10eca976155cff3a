import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '../../service/process/whole-file.ts';

/** Holds the port on which the API last answered, so that other tools can keep its address from run to run. */
const FILE = 'api-port.json';

/** @returns the port of the last run on this data folder, or undefined where there was none. */
export function readLastPort(dataDir: string): number | undefined {
  try {
    const { port } = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8')) as { port?: unknown };
    return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    // Missing or damaged: the usual port does as well.
    return undefined;
  }
}

/** @throws the file system's error; then the next run may answer on another port. */
export async function writeLastPort(dataDir: string, port: number): Promise<void> {
  if (readLastPort(dataDir) === port) return;
  writeWholeFile(path.join(dataDir, FILE), `${JSON.stringify({ port })}\n`, { isLasting: false });
}
