import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createControl } from '../../electron/browser/control.ts';
import { guardGateway } from '../../electron/browser/guard.ts';
import { createLogin } from '../../electron/browser/login.ts';
import { type PageServer, serveGateway } from '../../electron/browser/serve-gateway.ts';
import { forkService } from '../../electron/child-process.ts';
import { createHost, type Host } from '../../electron/create-host.ts';
import { openHostLog } from '../../electron/diagnostics/index.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { standInService } from '../supervisor/stand-in-service.ts';
import { memoryVault } from '../support/memory-vault.ts';

export type StreamingHost = {
  host: Host;
  server: PageServer;
  origin: string;
  /** Sends a request like the signed-in page. */
  ask(target: string, body?: unknown): Promise<Response>;
  /** @returns the one-use address of a download that has no end. */
  endlessDownload(): Promise<string>;
  killService(): Promise<void>;
  stop(): Promise<void>;
};

/** Browser mode in this process, with a service whose answers never end, as a very large export looks to its reader. */
export async function startStreamingHost(): Promise<StreamingHost> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-killed-'));
  const host = await createHost({
    mode: 'browser',
    service: {
      dataDir,
      port: 0,
      pageSize: 1,
      sample: false,
    },
    mayUseAnotherPort: false,
    rendererDir: makePageFolder(),
    fetch: (url, init) => fetch(url, init),
    spawn: (log) => forkService(standInService('streams'), log),
    vault: memoryVault(),
    log: openHostLog(dataDir, () => undefined),
  });
  const login = createLogin(() => 0);
  const control = createControl({ state: () => ({}), open: () => '', stop: () => undefined });
  const guarded = guardGateway(host.gateway, login, () => server.port, control);
  const server: PageServer = await serveGateway(guarded, [0], () => undefined);
  const bearer = login.exchange(login.issueToken());
  const origin = `http://127.0.0.1:${server.port}`;
  const ask = (target: string, body?: unknown) =>
    fetch(origin + target, {
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  host.supervisor.start();
  await host.supervisor.waitForStart(10_000);
  return {
    host,
    server,
    origin,
    ask,
    async endlessDownload() {
      const ticket = await ask('/host/download', { path: '/api/v1/economic-data/us_debt?format=csv' });
      return ((await ticket.json()) as { url: string }).url;
    },
    async killService() {
      const { pid } = (await (await ask('/healthz')).json()) as { pid: number };
      process.kill(pid, 'SIGKILL');
    },
    async stop() {
      await server.close();
      await host.stop();
    },
  };
}
