import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceMessage } from '../../service/contract/control.ts';
import { pinned } from './measure.ts';

const ROOT = join(import.meta.dirname, '../..');
export const CREDENTIAL = 'bench';
export const BEARER = { Authorization: `Bearer ${CREDENTIAL}` };

export type ServiceProcess = { url: string; pid: number; process: ChildProcess; stop(): Promise<void> };

/** The built service where there is one, else its source. */
export function serviceEntry(): string {
  const built = join(ROOT, '.build/service/main.js');
  return existsSync(built) ? built : join(ROOT, 'service/main.ts');
}

/** Starts the service as a host does, on core 0. */
export async function startServiceProcess(dataDir: string, pageSize = 5000): Promise<ServiceProcess> {
  const [program = '', ...args] = pinned(0, [process.execPath, serviceEntry()]);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send({
    t: 'init',
    settings: { dataDir, port: 0, pageSize, sample: false, internalCredential: CREDENTIAL },
  });
  const [message] = (await once(child, 'message')) as [ServiceMessage];
  if (message.t !== 'listening') throw new Error(JSON.stringify(message));
  return {
    url: `http://127.0.0.1:${message.port}`,
    pid: message.pid,
    process: child,
    async stop() {
      const exit = once(child, 'exit');
      child.send({ t: 'shutdown', deadlineMs: 1000 });
      await exit;
    },
  };
}
