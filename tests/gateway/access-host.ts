import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import { startService } from '../../service/compose.ts';
import { clock, publish } from '../http/folder.ts';
import { linkedCalls } from '../support/linked-calls.ts';
import { memoryVault } from '../support/memory-vault.ts';

const RANGE = 'date_from=2024-01-01&date_to=2024-12-31';
export const DEBT_PATH = `/api/v1/economic-data/us_debt?series=debt_held_by_public&${RANGE}`;
export const YIELDS_PATH = '/yields/series=US10Y';

/** A gateway on a real service with a little data, and a vault in memory, in one process. All ends with the test. */
export async function accessHost() {
  const vault = memoryVault();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-access-'));
  publish(dataDir, 'us_debt', [
    { code: 'debt_held_by_public', date: '2024-01-02', value: '26000000000000.10' },
    { code: 'debt_held_by_public', date: '2024-01-03', value: '26000000001000.10' },
  ]);
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.19' }]);
  const logs: string[] = [];
  const service = await startService({
    dataDir,
    port: 0,
    pageSize: 5000,
    sample: false,
    internalCredential: 'credential-of-this-launch',
    // It stands still, so that no window of the limits ends in the middle of a test.
    now: clock().now,
    log: (line) => logs.push(line),
  });
  const call = linkedCalls(service.calls);
  const status = { state: 'ready', port: service.port, message: null, problem: null, requests: 0 } as const;
  const uploads = createUploads();
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: async () => status,
      call,
    } as GatewayOptions['supervisor'],
    vault,
    credential: 'credential-of-this-launch',
    fetch,
    jobs: createJobs((line) => logs.push(line)),
    uploads,
    exports: createExports(),
    describeHost: () => Promise.resolve('asked'),
  } as GatewayOptions);
  onTestFinished(async () => {
    await service.close();
    await uploads.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function send(name: string, init?: RequestInit) {
    const answer = await gateway(new Request(`http://app/host/${name}`, init));
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }
  return {
    vault,
    logs,
    service,
    call,
    get: (name: string) => send(name),
    post: (name: string, body: unknown) =>
      send(name, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Asks the service's own port, as another tool does. */
    ask: (target: string, key: string, client = 'tool/1') =>
      fetch(service.url + target, { headers: { 'X-API-Key': key, 'User-Agent': client } }),
  };
}
