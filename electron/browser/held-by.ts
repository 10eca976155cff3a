import { Failure } from '../../service/contract/failure.ts';
import type { Instance } from '../../service/process/instances/types.ts';

/** What each kind is, and what a person does with one that has no page to hand over. */
const KINDS: Readonly<Record<Instance['kind'], { is: string; advice: string }>> = {
  desktop: { is: 'in a desktop window', advice: 'Use that window, or end it' },
  service: { is: 'as a service without a page (almanac serve)', advice: 'End it' },
  browser: { is: 'in the browser, but does not answer', advice: 'End it' },
};

/** @returns who holds the data folder, where its page cannot be opened, and what can be done about it. */
export function heldBy({ kind, dataDir, pid, servicePort }: Instance): Failure {
  const { is, advice } = KINDS[kind];
  const api = servicePort === null ? '' : `, API at http://127.0.0.1:${servicePort}`;
  return new Failure(
    'folder_in_use',
    `Almanac runs on ${dataDir} already, ${is} (process ${pid}${api}). ${advice} with: almanac stop --data-dir ${dataDir}. Or choose another folder with --data-dir.`,
    { file: dataDir },
  );
}
