import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { memoryVault } from '../support/memory-vault.ts';

type Call = { name: string; input: unknown; signal: AbortSignal | undefined };
export const uploads = createUploads(1_000_000);

/** A host whose service answers as the test says; `calls` is what it was asked. */
export function host(answer: (call: Call) => unknown) {
  const calls: Call[] = [];
  const logs: string[] = [];
  const status = {
    state: 'ready' as const,
    port: 4780,
    message: null,
    problem: null,
    requests: 0,
  };
  const call = async (
    name: string,
    input: unknown,
    how: { signal?: AbortSignal; onProgress?: unknown } = {},
  ) => {
    calls.push({ name, input, signal: how.signal });
    return answer({ name, input, signal: how.signal });
  };
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: () => Promise.resolve(status),
      call: call as GatewayOptions['supervisor']['call'],
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs((line) => logs.push(line)),
    uploads,
    exports: createExports(),
    describeHost: () => Promise.resolve('asked'),
  });
  const get = async (path: string) => {
    const found = await gateway(new Request(`http://app/host/${path}`));
    return { status: found.status, body: await found.json() };
  };
  const post = async (path: string, body: unknown) => {
    const found = await gateway(
      new Request(`http://app/host/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: found.status, body: await found.json() };
  };
  const upload = async (name: string, bytes: string) => {
    const address = `http://app/host/upload?name=${encodeURIComponent(name)}`;
    const found = await gateway(new Request(address, { method: 'POST', body: bytes }));
    return { status: found.status, body: await found.json() };
  };
  /** Waits until no job runs. */
  const ended = async (): Promise<HostJob[]> => {
    for (;;) {
      const { jobs } = (await get('jobs')).body as { jobs: HostJob[] };
      if (jobs.every(({ state }) => state !== 'running')) return jobs;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { get, post, upload, ended, calls, logs };
}
