import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../support/service-child.ts';
import { pinned } from './measure.ts';

const ROOT = join(import.meta.dirname, '../..');

export { BEARER } from '../support/service-child.ts';

/** `url` has the port of the page, where a bearer gets the whole API without limits. */
export type ServiceProcess = { url: string; pid: number; process: ChildProcess; stop(): Promise<void> };

/** @returns the built service if there is one, else its source. */
export function serviceEntry(): string {
  const built = join(ROOT, '.build/service/main.js');
  return existsSync(built) ? built : join(ROOT, 'service/main.ts');
}

/** Starts the service on core 0, like a shell. */
export async function startServiceProcess(dataDir: string, pageSize = 5000): Promise<ServiceProcess> {
  const service = startChild({ dataDir, pageSize }, pinned(0, [process.execPath, serviceEntry()]));
  service.child.stderr?.pipe(process.stderr);
  const { origin } = await service.listening();
  return {
    url: origin,
    pid: service.child.pid ?? 0,
    process: service.child,
    stop: async () => void (await service.stop()),
  };
}
