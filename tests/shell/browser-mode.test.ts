import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { HostState } from '../../service/contract/host.ts';
import { type BrowserMode, spawnBrowserMode, startBrowserMode } from '../support/browser-mode.ts';
import { makePageFolder } from './page-folder.ts';

/** The real program with the real service, over sockets. */

const page = makePageFolder();
let host: BrowserMode;
let bearer: string;

beforeAll(async () => {
  host = await startBrowserMode(['--renderer-dir', page, '--no-sample']);
  const token = new URL(host.address).hash.slice('#t='.length);
  bearer = ((await (await exchange(token)).json()) as { bearer: string }).bearer;
  await stateWhen('ready');
}, 60_000);
afterAll(async () => {
  await host.stop();
});

const exchange = (token: string) =>
  fetch(`${host.origin}/auth/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
const ask = (pathname: string, init: RequestInit = {}) =>
  fetch(host.origin + pathname, { ...init, headers: { Authorization: `Bearer ${bearer}`, ...init.headers } });

async function stateWhen(wanted: HostState['service']): Promise<HostState> {
  return vi.waitFor(
    async () => {
      const state = (await (await ask('/host/state')).json()) as HostState;
      expect(state.service).toBe(wanted);
      return state;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Runs the program until it ends by itself. */
async function outcome(words: readonly string[]) {
  const child = spawnBrowserMode(['--renderer-dir', page, ...words]);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, said: said.trim() };
}

async function occupyPort(): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => response.end('not Almanac'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

test('the app’s data comes through the page’s own address, and only with the bearer', async () => {
  const path =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2020-01-01&date_to=2020-02-01';
  expect((await fetch(host.origin + path)).status).toBe(401);
  const answer = await ask(path);
  expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'OK']);
});

test('the service itself refuses the bearer, and answers other tools only what the API allows', async () => {
  const { base_url } = await stateWhen('ready');
  const direct = await fetch(`${base_url}/yields/series=US10Y`, {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  expect(direct.status).toBe(401);
});

test('a foreign host name on our socket is refused (DNS rebinding)', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(host.origin);
    request({ port, host: '127.0.0.1', headers: { Host: `evil.test:${port}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(421);
});

test('Enter prints a new address, good once', async () => {
  const token = new URL(await host.freshAddress()).hash.slice('#t='.length);
  expect((await exchange(token)).status).toBe(200);
  expect((await exchange(token)).status).toBe(401);
});

test('a killed service is back at the same address for other tools, and no request is lost meanwhile', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const before = await stateWhen('ready');
  const health = (await (await ask('/healthz')).json()) as unknown;
  expect(health).toBeTruthy();
  const pid = Number(await serviceProcess());
  process.kill(pid, 'SIGKILL');
  await stateWhen('degraded');
  expect((await ask('/healthz')).status).toBe(200);
  expect((await stateWhen('ready')).base_url).toBe(before.base_url);
});

/** The one child process of the host. */
async function serviceProcess(): Promise<string> {
  const pid = host.process.pid;
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
}

test('no secret is printed, but for the token in the address', () => {
  expect(host.printed()).not.toContain(bearer);
});

test('wrong usage is one line and status 2', async () => {
  expect(await outcome(['--port', 'x'])).toEqual({
    status: 2,
    said: '--port x is not a whole number from 0 to 65535.',
  });
});

test('a page port in use is one line and status 1', async () => {
  const taken = await occupyPort();
  const { status, said } = await outcome(['--port', String(taken.port)]);
  taken.close();
  expect(status).toBe(1);
  expect(said).toMatch(new RegExp(`^Port ${taken.port} is in use by .+: choose another one .*$`));
});

test('if the usual port of the API is in use, a free one is taken and printed', {
  tags: 'soak',
}, async () => {
  const taken = await occupyPort();
  const usual = { ALMANAC_PORT: String(taken.port) };
  const other = await startBrowserMode(['--renderer-dir', page, '--no-sample'], [], usual);
  await vi.waitFor(() => expect(other.printed()).toMatch(/^Other tools reach the API at http/m), {
    timeout: 15_000,
  });
  await other.stop();
  taken.close();
  expect(other.printed()).toContain(`Port ${taken.port} is in use by another program, so`);
  expect(other.printed()).not.toContain(`API at http://127.0.0.1:${taken.port}`);
});

test('a folder that is no built page is one line', async () => {
  const empty = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-none-')), 'renderer');
  mkdirSync(empty);
  writeFileSync(path.join(empty, 'readme.txt'), '');
  const { status, said } = await outcome(['--renderer-dir', empty]);
  expect(status).toBe(2);
  expect(said).toContain(`There is no built page in ${empty}`);
});

test('Ctrl-C ends host and service', async () => {
  const other = await startBrowserMode(['--renderer-dir', page, '--no-sample']);
  expect(await other.stop()).toBe(0);
  await expect(fetch(other.origin)).rejects.toThrow();
});
