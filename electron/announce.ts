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
 * Keeps the runtime file of a data folder: who runs here, and where. It is written once the folder is there, and again
 * whenever the service answers, for only one service can hold the folder.
 * @returns a function that removes it.
 */
export function announceHost(
  host: Announced,
  supervisor: Pick<Supervisor, 'onChange'>,
  log: (line: string) => void,
): () => void {
  const startedAt = new Date().toISOString();
  let told: number | null | undefined;
  let isOver = false;

  function tell(servicePort: number | null): void {
    if (isOver || servicePort === told || !existsSync(host.dataDir)) return;
    // Who has no service yet does not stand in the place of one that has.
    const other = servicePort === null ? runningInstance(host.dataDir) : undefined;
    if (other && other.pid !== process.pid) return;
    told = servicePort;
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

  tell(null);
  supervisor.onChange(({ port }) => {
    if (port !== undefined) tell(port);
  });
  return () => {
    isOver = true;
    removeInstance(host.dataDir);
  };
}
