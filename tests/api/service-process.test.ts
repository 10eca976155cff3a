import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { HostState } from '../../service/contract/host.ts';
import { SERVICE_EXITS } from '../../service/contract/service-channel.ts';
import { openKeys } from '../../service/keys/index.ts';
import { changeSettingsFile } from '../../service/settings/index.ts';
import { openReader } from '../../service/store/index.ts';
import { BEARER, CONTROL_SECRET, pageStart, SESSION_SECRET, startChild } from '../support/service-child.ts';
import { DEBT_PATH, fillFolder, startedService, temporaryFolder } from './folder.ts';

/** The service as a child of the shell: how it starts, answers and ends. */

function child(dataDir: string, more: Omit<Parameters<typeof startChild>[0], 'dataDir'> = {}) {
  const started = startChild({ dataDir, ...more });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

it('listens on two ports, answers, and ends when it is asked to', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const service = child(dataDir);
  const { origin, url, ask, token } = await service.listening();
  expect(origin).not.toBe(url);
  expect((await ask(DEBT_PATH)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(url + DEBT_PATH, { headers: BEARER })).status).toBe(401);
  expect(await service.stop()).toBe(SERVICE_EXITS.done);
  // What was refused goes to the log; what lets somebody in goes nowhere.
  expect(service.log()).toMatch(/ 401 /);
  const kept = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  for (const secret of [SESSION_SECRET, CONTROL_SECRET, token, BEARER.Authorization])
    expect([service.log(), ...kept].some((text) => text.includes(secret))).toBe(false);
});

it('reports a damaged data file in its state, whoever found it', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const { ask } = await child(dataDir).listening();
  const state = async () => ((await (await ask('/host/state')).json()) as HostState).damage;
  expect(await state()).toBeNull();
  const reader = openReader(dataDir);
  expect(() => reader.damaged('as a test says')).toThrow(/is damaged/);
  reader.close();
  expect(await state()).toMatchObject({ message: expect.stringContaining('damaged (as a test says)') });
});

it('says why it cannot start', async () => {
  const dataDir = temporaryFolder();
  const { port } = await startedService(dataDir);
  const taken = { ...pageStart('/nowhere'), port, isPortFixed: true };
  for (const [service, code, message] of [
    [child(dataDir), 'folder_in_use', dataDir],
    [child(temporaryFolder(), { port }), 'port_in_use', `Port ${port} `],
    [child(temporaryFolder(), { page: taken }), 'port_in_use', '--port'],
  ] as const) {
    expect(await service.message('fatal')).toEqual({
      ...{ t: 'fatal', code, message: expect.stringContaining(message) },
    });
    expect(await service.exit).toEqual([SERVICE_EXITS.failed, null]);
  }
});

it('takes the port of the settings, the one that it had before where that is taken, or a free one', async () => {
  const { port: taken } = await startedService(temporaryFolder());
  const dataDir = temporaryFolder();
  changeSettingsFile(dataDir, { port: taken });
  const first = child(dataDir, { port: undefined });
  const { url } = await first.listening();
  expect(first.log()).toContain(`Port ${taken} is in use by `);
  await first.stop();
  const portBefore = Number(new URL(url).port);
  const next = child(dataDir, { port: undefined, portBefore });
  expect((await next.listening()).url).toBe(url);
});

it('ends with the status that says what the shell does then', async () => {
  for (const [path, body, status] of [
    ['/host/restart-service', '{}', SERVICE_EXITS.again],
    ['/host/quit', '{}', SERVICE_EXITS.done],
    ['/control/stop', undefined, SERVICE_EXITS.done],
  ] as const) {
    const service = child(temporaryFolder());
    const { origin } = await service.listening();
    const authorization = path === '/control/stop' ? `Bearer ${CONTROL_SECRET}` : BEARER.Authorization;
    const headers = { authorization, ...(body && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(origin + path, { method: 'POST', headers, ...(body && { body }) });
    expect([path, answer.ok, await answer.json()]).toEqual([path, true, {}]);
    expect([path, await service.exit]).toEqual([path, [status, null]]);
  }
});

it('ends when its shell is gone', async () => {
  const service = child(temporaryFolder());
  await service.listening();
  service.child.disconnect();
  expect((await service.exit)[0]).toBe(SERVICE_EXITS.done);
});

it('keeps every count that was written before kill -9, and frees the folder at once', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const keys = openKeys(dataDir, { now: () => new Date() });
  onTestFinished(() => keys.close());
  const { key } = await keys.create('k');
  const service = child(dataDir);
  const { url: before } = await service.listening();
  const path = `${DEBT_PATH}&api_key=${key}`;
  for (let i = 0; i < 20; i++) await (await fetch(before + path)).text();
  await expect.poll(async () => (await keys.list())[0]?.today, { timeout: 5000 }).toBe(20);
  service.child.kill('SIGKILL');
  await service.exit;
  const { url } = await startedService(dataDir, { now: () => new Date() });
  const answer = await fetch(url + path);
  expect(answer.headers.get('ratelimit')).toMatch(/"day";r=9979;/);
});
