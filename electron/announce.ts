import { existsSync } from 'node:fs';
import {
  announceInstance,
  type Instance,
  ownProcessStart,
  removeInstance,
  runningInstance,
} from '../service/process/instances.ts';
import type { ServiceRun } from './run-service.ts';

/** `secret`: null where this Almanac has no page for browsers. */
export type Announced = Pick<Instance, 'kind' | 'dataDir' | 'secret'>;

/**
 * Keeps the runtime file of a data folder, by which other Almanacs find this one. Writes it as soon as the folder exists, and again
 * whenever the service answers at another port.
 * @returns a function that removes it.
 */
export function announceShell(
  shell: Announced,
  run: Pick<ServiceRun, 'at' | 'onChange'>,
  log: (line: string) => void,
): () => void {
  const startedAt = new Date().toISOString();
  let written: string | undefined;
  let isOver = false;

  function write(): void {
    const place = run.at();
    const ports = {
      pagePort: shell.secret === null ? null : (place?.pagePort ?? null),
      servicePort: place?.port ?? null,
    };
    const isKnown = written !== undefined && (place === undefined || written === JSON.stringify(ports));
    if (isOver || isKnown || !existsSync(shell.dataDir)) return;
    // Until our own service runs, the file may belong to an Almanac whose service does.
    const other = place === undefined ? runningInstance(shell.dataDir) : undefined;
    if (other && other.pid !== process.pid) return;
    written = JSON.stringify(ports);
    try {
      announceInstance({
        ...shell,
        ...ports,
        pid: process.pid,
        processStart: ownProcessStart(),
        startedAt,
      });
    } catch (error) {
      log(`Other Almanacs will not find this one: ${String(error)}`);
    }
  }

  write();
  run.onChange(write);
  return () => {
    isOver = true;
    removeInstance(shell.dataDir);
  };
}
