import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openEntrance } from '../../service/api/index.ts';
import { type AppOptions, type AppService, openApp } from '../../service/app/index.ts';
import type { Calls } from '../../service/calls/index.ts';
import { startService } from '../../service/compose.ts';
import { composeApp } from '../../service/compose-app.ts';
import type { DataJob } from '../../service/contract/app-state.ts';
import { ENDPOINTS } from '../../service/contract/endpoints.ts';
import type { PageStart } from '../../service/contract/service-channel.ts';
import { createPageServer } from '../../service/page/index.ts';
import { portOf } from '../../service/process/http-server.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import { clock, temporaryFolder } from '../api/folder.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { pageStart } from '../support/service-child.ts';

export const INTERNAL = 'credential-of-this-launch';
const JSON_TYPE = { 'Content-Type': 'application/json' };

let folder: string | undefined;
/** All tests of a file share one folder with a built page. */
function startOf(over: Partial<PageStart> = {}): PageStart {
  folder ??= makePageFolder();
  return pageStart(folder, over);
}

/** A signed-in page, without a browser. */
export function pageAt(origin: string, bearer: string) {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: { Authorization: `Bearer ${bearer}`, ...(init.headers as Record<string, string>) },
    });
  const post = (name: string, body: unknown = {}, init: RequestInit = {}) =>
    ask(`/host/${name}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body), ...init });
  const jobs = async () => ((await (await ask('/host/jobs')).json()) as { jobs: DataJob[] }).jobs;
  return {
    origin,
    bearer,
    ask,
    post,
    jobs,
    /** Starts an action and waits until no job runs. @returns the status, and the newest job. */
    async done(name: string, body: object): Promise<[number, DataJob | undefined]> {
      const { status } = await post(name, body);
      await expect.poll(async () => (await jobs()).some(({ state }) => state === 'running')).toBe(false);
      return [status, (await jobs())[0]];
    },
    /** @returns the upload's id for other actions. */
    async upload(name = 'debt.csv', text = 'date,value\n'): Promise<string> {
      const answer = await ask(`/host/upload?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        body: text,
      });
      return ((await answer.json()) as { upload: string }).upload;
    },
  };
}

/** @returns the status and the body of an answer. */
export async function said(answered: Response | Promise<Response>) {
  const answer = await answered;
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
  return [answer.status, isJson ? JSON.parse(text) : text];
}

/** @returns the status, and the bearer if the token is valid. */
export async function exchange(origin: string, token: string) {
  const answer = await fetch(`${origin}/auth/exchange`, {
    ...{ method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ token }) },
  });
  const { bearer = '' } = (await answer.json()) as { bearer?: string };
  return { status: answer.status, bearer };
}

type Started = Partial<Omit<ServiceOptions, 'app'>> & {
  page?: Partial<PageStart>;
  /** Gets the function that closes the service. By default, the service closes with the test. */
  until?: (close: () => Promise<void>) => void;
};

/** A real service with its page, on its own folder, and with a vault in memory. */
export async function pageService(
  { page, until = onTestFinished, ...over }: Started = {},
  starting = startService,
) {
  const logs: string[] = [];
  const ends: string[] = [];
  const learned: string[] = [];
  const vault = memoryVault();
  const dataDir = over.dataDir ?? temporaryFolder();
  const app: AppOptions = {
    start: startOf(page),
    vault,
    learn: (secret) => learned.push(secret),
    end: (how) => ends.push(how),
  };
  const service = await starting({
    ...{ port: 0, pageSize: 5000, sample: false, internalCredential: INTERNAL },
    // The clock stands still, so that no window of the limits ends during a test.
    now: clock().now,
    log: (line) => logs.push(line),
    ...over,
    dataDir,
    app,
  });
  until(() => service.close(0));
  const { port = 0, token = '' } = service.page ?? {};
  const origin = `http://127.0.0.1:${port}`;
  const { bearer } = await exchange(origin, token);
  const { controlSecret } = app.start;
  return { ...pageAt(origin, bearer), service, dataDir, vault, logs, ends, learned, controlSecret };
}

/**
 * Opens one service with its page for all tests of a file.
 * @param fill puts data into its folder @returns a getter of the page for use within tests
 */
export function pageOfFile(fill: (dataDir: string) => void = () => undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-page-'));
  let page: Awaited<ReturnType<typeof pageService>>;
  let end: () => Promise<void>;
  beforeAll(async () => {
    fill(dataDir);
    page = await pageService({
      dataDir,
      until: (close) => {
        end = close;
      },
    });
  });
  afterAll(async () => {
    await end();
    rmSync(dataDir, { recursive: true });
  });
  return () => page;
}

type Answer = (name: string, input: unknown, signal: AbortSignal) => unknown;
type Script = {
  /** The answers of actions other than the app's own. */
  endpoints?: Answer;
  /** Replacements of long work, with the same parameters. */
  work?: { [Name in keyof Calls['work']]?: (...given: Parameters<Calls['work'][Name]>) => unknown };
  keys?: Partial<Calls['keys']>;
  page?: Partial<PageStart>;
  options?: Partial<AppOptions>;
  service?: Partial<AppService>;
  /** Address of a server that answers the app's own requests of data, in place of the service. */
  upstream?: string;
};

/** The app's page on a listening service with the test's functions, and the API of an empty folder. */
export async function scriptedPage(script: Script = {}) {
  const { endpoints = () => ({}), work = {}, keys = {}, page, options = {}, service = {}, upstream } = script;
  const dataDir = service.dataDir ?? temporaryFolder();
  const logs: string[] = [];
  const log = (line: string) => void logs.push(line);
  const start = startOf(page);
  const server = createPageServer(start.folder);
  const composed = await composeApp(
    {
      ...{
        dataDir,
        port: 0,
        pageSize: 100,
        sample: false,
        internalCredential: INTERNAL,
        now: clock().now,
        log,
      },
    },
    undefined,
    undefined,
    server,
  );
  const entrance = openEntrance(() => portOf(server.port));
  const app = openApp(
    {
      start,
      vault: memoryVault(),
      learn: () => undefined,
      end: () => undefined,
      ...options,
    },
    {
      ...{ dataDir, team: undefined, internalCredential: INTERNAL, log },
      apiUrl: () => 'http://127.0.0.1:4780',
      entrance: { ...entrance, ...(upstream !== undefined && { url: () => upstream }) },
      // Requests of `inject` have no connection; here they come to the page too.
      server: { ...server, isOf: () => true },
      damage: () => null,
      inspect: () => Promise.reject(new Error('nothing was inspected')),
      expectFiles: () => undefined,
      calls: {
        endpoints: Object.fromEntries(
          Object.keys(ENDPOINTS).map((name) => [
            name,
            async (input: unknown, { signal }: { signal: AbortSignal }) => endpoints(name, input, signal),
          ]),
        ),
        // The service's own functions are asynchronous, so these are too.
        work: Object.fromEntries(
          Object.entries({ isRefreshing: () => false, ...work }).map(([name, answer]) => [
            name,
            name === 'isRefreshing' || name === 'pauseSchedule'
              ? answer
              : async (...given: unknown[]) => (answer as (...given: unknown[]) => unknown)(...given),
          ]),
        ),
        keys,
      } as unknown as Calls,
      ...service,
    },
  );
  composed.addPage(app.port);
  await composed.app.ready();
  await server.listen(0);
  server.open();
  onTestFinished(async () => {
    await app.close();
    composed.app.server.closeAllConnections();
    server.port.close();
    await composed.close();
  });
  const origin = entrance.url();
  const { bearer } = await exchange(origin, app.issueToken());
  return { ...pageAt(origin, bearer), app, server: composed.app, dataDir, logs, host: new URL(origin).host };
}

/** Starts a server in place of the API, with the test's answers. @returns its address. */
export async function standIn(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
