import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Folders and servers that end with their test. */

export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server on loopback. @returns its address without a scheme: `127.0.0.1:PORT`. */
export async function listening(server: Server & { closeAllConnections?(): void }): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
