import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import type { HostState } from '../../service/contract/host.ts';
import { SERVICE_EXITS } from '../../service/contract/service-channel.ts';
import { openKeys } from '../../service/keys/index.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import { changeSettingsFile } from '../../service/settings/index.ts';
import { openReader } from '../../service/store/index.ts';
import {
  BEARER as CHILD_BEARER,
  CONTROL_SECRET,
  pageStart,
  SESSION_SECRET,
  startChild,
} from '../support/service-child.ts';
import {
  CREDENTIAL,
  clock,
  DEBT_QUESTION,
  DEBT_RANGE,
  economic,
  fillFolder,
  publish,
  temporaryFolder,
  testApp,
  weekdays,
} from './folder.ts';

const BEARER = { authorization: `Bearer ${CREDENTIAL}` };
const LONG_ROWS = 60_000;
const LONG = economic('us_debt', {
  series: 'debt_held_by_public,intragovernmental_holdings,total_public_debt_outstanding',
  date_from: '1900-01-01',
  date_to: '2024-12-31',
  format: 'csv',
});

async function start(dataDir: string, more: Partial<ServiceOptions> = {}) {
  const logs: string[] = [];
  const log = (line: string) => void logs.push(line);
  const options = { dataDir, port: 0, pageSize: 7, sample: false, internalCredential: CREDENTIAL };
  const service = await startService({ ...options, now: clock().now, log, ...more });
  onTestFinished(() => service.close(0));
  return { ...service, logs };
}

/** A folder whose CSV is larger than what sockets hold, so that it is still under way when something happens. */
function longFolder(): string {
  const dataDir = temporaryFolder();
  const codes = ['debt_held_by_public', 'intragovernmental_holdings', 'total_public_debt_outstanding'];
  const days = weekdays('1940-01-01', LONG_ROWS / 3);
  const value = '12345678901234567890.12'.padEnd(120, '3');
  publish(
    dataDir,
    'us_debt',
    codes.flatMap((code) => days.map((date) => ({ code, date, value }))),
  );
  return dataDir;
}

function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: BEARER }, resolve);
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

describe('the service', () => {
  it('answers over the socket what it answers in process', async () => {
    const inProcess = await testApp();
    const { url } = await start(inProcess.dataDir);
    for (const path of [
      economic('us_debt', DEBT_QUESTION).replace('debt_held_by_public', 'total_public_debt_outstanding'),
      `${economic('us_debt', DEBT_QUESTION)}&format=csv`,
      economic('us_debt', { series: 'nope', ...DEBT_RANGE }),
      '/yields/series=US2Y?format=csv',
      '/constituents/series=TESTIDX?limit=0',
      '/api/v1/catalog',
    ]) {
      const socket = await fetch(url + path, { headers: { ...BEARER, 'accept-encoding': 'identity' } });
      const direct = await inProcess.get(path, BEARER);
      const plain = (text: string) => text.replace(/token_id=[\w-]+/, 'token_id=…');
      expect([socket.status, plain(await socket.text())], path).toEqual([direct.status, plain(direct.text)]);
      for (const name of ['etag', 'content-type', 'x-data-origin', 'vary', 'x-total-count']) {
        expect(socket.headers.get(name) ?? undefined, `${path} ${name}`).toBe(direct.headers[name]);
      }
    }
  });

  it('names the port that is in use, and the folder', async () => {
    const dataDir = temporaryFolder();
    const { port } = await start(dataDir);
    await expect(start(temporaryFolder(), { port })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(new RegExp(`Port ${port} .*--port 0`)),
    });
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'folder_in_use' });
  });

  it('sets a broken file aside, says so, and goes on', async () => {
    const dataDir = temporaryFolder();
    const broken = 'this is no database, and never was one'.repeat(100);
    writeFileSync(join(dataDir, 'data.sqlite'), broken);
    writeFileSync(join(dataDir, 'keys.sqlite'), broken);
    const { url, logs } = await start(dataDir);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const kept = readdirSync(dataDir).filter((name) => name.includes('.broken-'));
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      expect(readFileSync(join(dataDir, name), 'utf8')).toBe(broken);
      expect(logs.join('\n')).toContain(name);
    }
  });

  it('fills an empty folder with sample data once, and every answer says so', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir, { sample: true });
    const ask = async (url: string) => {
      const answer = await fetch(url + economic('us_debt', DEBT_QUESTION), { headers: BEARER });
      return { origin: answer.headers.get('x-data-origin'), text: await answer.text() };
    };
    const made = await ask(first.url);
    expect(made.origin).toBe('sample');
    expect(JSON.parse(made.text).data).toHaveLength(7);
    const version = async (url: string) => (await fetch(`${url}/api/v1/catalog`)).headers.get('etag');
    const before = await version(first.url);
    await first.close();
    expect(await version((await start(dataDir, { sample: true })).url)).toBe(before);
  });

  it('starts again after a failed start', async () => {
    const dataDir = temporaryFolder();
    const { port } = await start(temporaryFolder());
    await expect(start(dataDir, { port })).rejects.toMatchObject({ code: 'port_in_use' });
    expect((await fetch(`${(await start(dataDir)).url}/healthz`)).status).toBe(200);
  });

  it('finishes a running CSV, takes no new request, and then ends', async () => {
    const { url, close } = await start(longFolder());
    const answer = await open(url + LONG);
    expect(answer.headers['x-total-count']).toBe(String(LONG_ROWS));
    await once(answer, 'readable');
    const closed = close(10_000);
    let text = '';
    for await (const part of answer) text += part;
    await closed;
    expect(text.trimEnd().split('\n')).toHaveLength(LONG_ROWS + 1);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('cuts off what has not ended at the deadline, and the client can tell', async () => {
    const { url, close } = await start(longFolder());
    const answer = await open(url + LONG);
    await once(answer, 'readable');
    await close(50);
    const end = new Promise((resolve) => {
      answer.on('end', () => resolve('whole'));
      answer.on('error', () => resolve('broken'));
      answer.on('aborted', () => resolve('broken'));
    });
    answer.resume();
    expect(await end).toBe('broken');
  });

  it('breaks a CSV off when the data are published anew under it', async () => {
    const dataDir = longFolder();
    const { url, logs } = await start(dataDir);
    const answer = await open(url + LONG);
    await once(answer, 'readable');
    const row = { code: 'debt_held_by_public', date: '1930-01-01', value: '1' };
    publish(dataDir, 'us_debt', [row], 'file', '2026-11-20T13:00:00.000Z');
    const read = async () => {
      for await (const _ of answer);
    };
    await expect(read()).rejects.toThrow();
    expect(logs.join('\n')).toContain('published anew');
  });

  it('stops working for a client that went away', async () => {
    const { url, logs } = await start(longFolder());
    const answer = await open(url + LONG);
    await once(answer, 'readable');
    answer.destroy();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(logs).toEqual([]);
  });
});

describe('the service as a child of the shell', () => {
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
    expect((await ask(economic('us_debt', DEBT_QUESTION))).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(url + economic('us_debt', DEBT_QUESTION), { headers: CHILD_BEARER })).status).toBe(
      401,
    );
    expect(await service.stop()).toBe(SERVICE_EXITS.done);
    // What was refused goes to the log; what lets somebody in goes nowhere.
    expect(service.log()).toMatch(/ 401 /);
    const kept = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    for (const secret of [SESSION_SECRET, CONTROL_SECRET, token, CHILD_BEARER.Authorization])
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
    const { port } = await start(dataDir);
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
    const { port: taken } = await start(temporaryFolder());
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
      const authorization =
        path === '/control/stop' ? `Bearer ${CONTROL_SECRET}` : CHILD_BEARER.Authorization;
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
    const { key } = keys.create('k');
    const service = child(dataDir);
    const { url: before } = await service.listening();
    const path = `${economic('us_debt', DEBT_QUESTION)}&api_key=${key}`;
    for (let i = 0; i < 20; i++) await (await fetch(before + path)).text();
    await expect.poll(() => keys.list()[0]?.today, { timeout: 5000 }).toBe(20);
    service.child.kill('SIGKILL');
    await service.exit;
    const { url } = await start(dataDir, { now: () => new Date() });
    const answer = await fetch(url + path);
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=9979;/);
  });
});
