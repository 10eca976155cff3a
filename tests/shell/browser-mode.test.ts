import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BrowserMode, spawnBrowserMode, startBrowserMode } from '../support/browser-mode.ts';
import { servicesBelow } from '../support/child-processes.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { type SignedIn, signIn } from '../support/signed-in.ts';

/** The real program with the real service, over sockets. */

const page = makePageFolder();
let host: BrowserMode;
let signedIn: SignedIn;

beforeAll(async () => {
  host = await startBrowserMode(['--renderer-dir', page, '--no-sample']);
  signedIn = await signIn(host);
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

/** Runs the program until it ends without a signal. */
async function outcome(words: readonly string[]) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-outcome-'));
  const child = spawnBrowserMode(['--renderer-dir', page, '--data-dir', dataDir, ...words]);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, said: said.trim() };
}

test('the app’s data comes through the page’s own address, and only with the bearer', async () => {
  const path =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2020-01-01&date_to=2020-02-01';
  expect((await fetch(host.origin + path)).status).toBe(401);
  const answer = await signedIn.ask(path);
  expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'OK']);
});

test('Enter prints a new address, which works once', async () => {
  const token = new URL(await host.freshAddress()).hash.slice('#t='.length);
  expect((await exchange(token)).status).toBe(200);
  expect((await exchange(token)).status).toBe(401);
});

test('a killed service returns at the same addresses, and its page stays signed in', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const before = await signedIn.state();
  const [pid = Number.NaN] = await servicesBelow(host.process.pid ?? 0);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => {
    const [next] = await servicesBelow(host.process.pid ?? 0);
    expect([undefined, pid]).not.toContain(next);
    expect((await signedIn.ask('/host/state')).status).toBe(200);
  }, 30_000);
  const { base_url, started_at } = await signedIn.state();
  expect(base_url).toBe(before.base_url);
  expect(started_at).not.toBe(before.started_at);
  expect(host.printed()).toContain('The data service stopped unexpectedly and is being started again.');
});

test('a service restarted on request returns too', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const [pid] = await servicesBelow(host.process.pid ?? 0);
  expect((await signedIn.ask('/host/restart-service', {})).status).toBe(200);
  await vi.waitFor(async () => {
    const [next] = await servicesBelow(host.process.pid ?? 0);
    expect([undefined, pid]).not.toContain(next);
  }, 30_000);
  await signedIn.state();
});

test('no secret is printed, except the token in the address', () => {
  expect(host.printed()).not.toContain(signedIn.bearer);
});

test('wrong usage prints one line and ends with status 2', async () => {
  expect(await outcome(['--port', 'x'])).toEqual({
    status: 2,
    said: '--port x is not a whole number from 0 to 65535.',
  });
});

test('a page port in use prints one line and ends with status 1', async () => {
  const server = createServer((_, response) => response.end('not Almanac')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status, said } = await outcome(['--port', String(port)]);
  server.close();
  expect(status).toBe(1);
  expect(said).toMatch(new RegExp(`^Port ${port} is in use by .+: choose another one .*$`));
});

test('a folder without a built page prints one line', async () => {
  const empty = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-none-')), 'renderer');
  mkdirSync(empty);
  writeFileSync(path.join(empty, 'readme.txt'), '');
  const { status, said } = await outcome(['--renderer-dir', empty]);
  expect(status).toBe(2);
  expect(said).toContain(`There is no built page in ${empty}`);
});

test('Ctrl-C ends shell and service', async () => {
  const other = await startBrowserMode(['--renderer-dir', page, '--no-sample']);
  expect(await other.stop()).toBe(0);
  await expect(fetch(other.origin)).rejects.toThrow();
});

test('a person can also end it in the page', async () => {
  const other = await startBrowserMode(['--renderer-dir', page, '--no-sample']);
  const ended = once(other.process, 'exit');
  expect((await (await signIn(other)).ask('/host/quit', {})).status).toBe(200);
  expect(await ended).toEqual([0, null]);
  await other.stop();
});
