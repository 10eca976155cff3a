import { existsSync } from 'node:fs';
import {
  announceInstance,
  type Instance,
  ownProcessStart,
  removeInstance,
  runningInstance,
} from '../service/process/instances/index.ts';
import type { Supervisor } from './supervisor/index.ts';

export type Announced = Pick<Instance, 'kind' | 'dataDir' | 'pagePort' | 'secret'>;

/**
 * Keeps the runtime file of a data folder, by which other Almanacs find this one. Writes it as soon as the folder exists, and again
 * whenever the service answers on a new port.
 * @returns a function that removes it.
 */
export function announceHost(
  host: Announced,
  supervisor: Pick<Supervisor, 'onChange'>,
  log: (line: string) => void,
): () => void {
  const startedAt = new Date().toISOString();
  let written: number | null | undefined;
  let isOver = false;

  function write(servicePort: number | null): void {
    if (isOver || servicePort === written || !existsSync(host.dataDir)) return;
    // While this host has no service yet, it does not replace the entry of a host that has one.
    const other = servicePort === null ? runningInstance(host.dataDir) : undefined;
    if (other && other.pid !== process.pid) return;
    written = servicePort;
    try {
      announceInstance({
        ...host,
        pid: process.pid,
        processStart: ownProcessStart(),
        startedAt,
        servicePort,
      });
    } catch (error) {
      log(`Other Almanacs will not find this one: ${String(error)}`);
    }
  }

  write(null);
  supervisor.onChange(({ port }) => {
    if (port !== undefined) write(port);
  });
  return () => {
    isOver = true;
    removeInstance(host.dataDir);
  };
}
