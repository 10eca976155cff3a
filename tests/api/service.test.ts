import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppState } from '../../service/contract/app-state.ts';
import { SERVICE_EXITS } from '../../service/contract/service-channel.ts';
import { changeSettingsFile } from '../../service/settings/index.ts';
import { openReader } from '../../service/store/index.ts';
import {
  CONTROL_SECRET,
  pageStart,
  BEARER as SESSION,
  SESSION_SECRET,
  startChild,
} from '../support/service-child.ts';
import {
  BEARER,
  DEBT_CODES,
  DEBT_PATH,
  DEBT_RANGE,
  economic,
  fillFolder,
  publish,
  startedService,
  temporaryFolder,
  testApp,
  weekdays,
} from './folder.ts';

const LONG_ROWS = 60_000;
const LONG = economic('us_debt', {
  series: DEBT_CODES.join(),
  date_from: '1900-01-01',
  date_to: '2024-12-31',
  format: 'csv',
});

/** @returns a folder whose CSV, compressed or not, exceeds the socket buffers. */
function longFolder(): string {
  const dataDir = temporaryFolder();
  const days = weekdays('1940-01-01', LONG_ROWS / 3);
  let seed = 1;
  const digits = () => {
    seed = (seed * 48271) % 2147483647;
    return String(seed);
  };
  const values = days.map(() => Array.from({ length: 16 }, digits).join(''));
  publish(
    dataDir,
    'us_debt',
    DEBT_CODES.flatMap((code) => days.map((date, i) => ({ code, date, value: values[i] as string }))),
  );
  return dataDir;
}

function open(url: string, encoding = 'identity'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: { ...BEARER, 'accept-encoding': encoding } }, resolve);
    request.on('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

describe('the service', () => {
  it('gives the same answers over the socket as in process', async () => {
    const inProcess = await testApp();
    const { url } = await startedService(inProcess.dataDir);
    for (const path of [
      DEBT_PATH.replace('debt_held_by_public', 'total_public_debt_outstanding'),
      `${DEBT_PATH}&format=csv`,
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

  it('sets a broken file aside, reports it, and continues', async () => {
    const dataDir = temporaryFolder();
    const broken = 'this is no database, and never was one'.repeat(100);
    writeFileSync(join(dataDir, 'data.sqlite'), broken);
    writeFileSync(join(dataDir, 'keys.sqlite'), broken);
    const { url, logs } = await startedService(dataDir);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const kept = readdirSync(dataDir).filter((name) => name.includes('.broken-'));
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      expect(readFileSync(join(dataDir, name), 'utf8')).toBe(broken);
      expect(logs.join('\n')).toContain(name);
    }
  });

  it('fills an empty folder with sample data once, and marks every answer as sample', async () => {
    const dataDir = temporaryFolder();
    const first = await startedService(dataDir, { sample: true });
    const ask = async (url: string) => {
      const answer = await fetch(url + DEBT_PATH, { headers: BEARER });
      return { origin: answer.headers.get('x-data-origin'), text: await answer.text() };
    };
    const made = await ask(first.url);
    expect(made.origin).toBe('sample');
    expect(JSON.parse(made.text).data).toHaveLength(7);
    const version = async (url: string) => (await fetch(`${url}/api/v1/catalog`)).headers.get('etag');
    const before = await version(first.url);
    await first.close();
    expect(await version((await startedService(dataDir, { sample: true })).url)).toBe(before);
  });

  it('finishes a running CSV, accepts no new request, and then ends', async () => {
    const { url, close } = await startedService(longFolder());
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

  it('cuts off answers that have not ended at the deadline, and the client notices', async () => {
    const { url, close } = await startedService(longFolder());
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

  it.each(['identity', 'gzip', 'br'])(
    'breaks off a CSV as %s if its data are published again during the transfer',
    async (encoding) => {
      const dataDir = longFolder();
      const { url, logs } = await startedService(dataDir);
      const answer = await open(url + LONG, encoding);
      await once(answer, 'readable');
      const row = { code: 'debt_held_by_public', date: '1930-01-01', value: '1' };
      publish(dataDir, 'us_debt', [row], 'file', '2026-11-20T13:00:00.000Z');
      const read = async () => {
        for await (const _ of answer);
      };
      await expect(read()).rejects.toThrow();
      expect(logs.join('\n')).toContain('published again');
    },
  );

  it.each(['identity', 'gzip'])('stops working for a client of %s that disconnected', async (encoding) => {
    const { url, logs } = await startedService(longFolder());
    const answer = await open(url + LONG, encoding);
    await once(answer, 'readable');
    answer.destroy();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(logs).toEqual([]);
  });
});

/** @returns the port of a program that sends this answer, or accepts connections and sends nothing. */
async function otherProgram(answer?: string): Promise<number> {
  const server = createServer((socket) => {
    if (answer !== undefined) socket.end(answer);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a port that is in use', () => {
  it('leaves a folder as it was: missing, empty, or used by a service that has ended', async () => {
    const port = await otherProgram('no HTTP');
    const missing = join(temporaryFolder(), 'deep', 'folder');
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    const used = temporaryFolder();
    await (await startedService(used)).close();
    const before = readdirSync(used);
    for (const folder of [missing, empty, used]) {
      await expect(startedService(folder, { port })).rejects.toMatchObject({
        code: 'port_in_use',
        message: expect.stringMatching(`^Port ${port} is used by another program\\. .*--port 0`),
      });
    }
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
    expect(readdirSync(used)).toEqual(before);
  });

  it('is reported as an Almanac’s if it is, and the folder can be started again', async () => {
    const { port } = await startedService(temporaryFolder());
    const dataDir = temporaryFolder();
    await expect(startedService(dataDir, { port })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(`^Port ${port} is used by another Almanac service\\. .*:${port}/docs`),
    });
    expect((await fetch(`${(await startedService(dataDir)).url}/healthz`)).status).toBe(200);
    const other = await otherProgram(
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="Router"\r\nContent-Length: 0\r\n\r\n',
    );
    await expect(startedService(temporaryFolder(), { port: other })).rejects.toMatchObject({
      message: expect.stringMatching('another program'),
    });
  });

  it('is reported only if the folder is free: a second start on it is refused for the folder', async () => {
    const dataDir = temporaryFolder();
    const { port } = await startedService(dataDir);
    await expect(startedService(dataDir, { port })).rejects.toMatchObject({ code: 'folder_in_use' });
  });
});

it('a service ends at once even if a browser holds connections that it has not used yet', async () => {
  const service = await startedService(temporaryFolder());
  const unused = connect(service.port, '127.0.0.1');
  await once(unused, 'connect');
  // Once the server answers a later connection, it has accepted the unused one too.
  await (await fetch(`${service.url}/healthz`)).text();
  const gone = once(unused, 'close');
  const begun = performance.now();
  await service.close();
  await gone;
  expect(performance.now() - begun).toBeLessThan(3_000);
});

/** The service as a child process of the shell: how it starts, answers and ends. */

function child(dataDir: string, more: Omit<Parameters<typeof startChild>[0], 'dataDir'> = {}) {
  const started = startChild({ dataDir, ...more });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

it('the child listens on two ports, answers, and ends on request', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const service = child(dataDir);
  const { origin, url, ask, token } = await service.listening();
  expect(origin).not.toBe(url);
  expect((await ask(DEBT_PATH)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(url + DEBT_PATH, { headers: SESSION })).status).toBe(401);
  expect(await service.stop()).toBe(SERVICE_EXITS.done);
  // The log has refused requests; neither the log nor the folder has a secret.
  expect(service.log()).toMatch(/ 401 /);
  const kept = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
  for (const secret of [SESSION_SECRET, CONTROL_SECRET, token, SESSION.Authorization])
    expect([service.log(), ...kept].some((text) => text.includes(secret))).toBe(false);
});

it('the state reports a damaged data file, whichever reader found the damage', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const { ask } = await child(dataDir).listening();
  const state = async () => ((await (await ask('/host/state')).json()) as AppState).damage;
  expect(await state()).toBeNull();
  const reader = openReader(dataDir);
  expect(() => reader.damaged('as a test says')).toThrow(/is damaged/);
  reader.close();
  expect(await state()).toMatchObject({ message: expect.stringContaining('damaged (as a test says)') });
});

it('a failed start sends its reason', async () => {
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

it('the child takes the port of the settings; if that is taken, its previous port; else a free one', async () => {
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

it('the exit status shows the shell what to do next', async () => {
  for (const [path, body, status] of [
    ['/host/restart-service', '{}', SERVICE_EXITS.restart],
    ['/host/quit', '{}', SERVICE_EXITS.done],
    ['/control/stop', undefined, SERVICE_EXITS.done],
  ] as const) {
    const service = child(temporaryFolder());
    const { origin } = await service.listening();
    const authorization = path === '/control/stop' ? `Bearer ${CONTROL_SECRET}` : SESSION.Authorization;
    const headers = { authorization, ...(body && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(origin + path, { method: 'POST', headers, ...(body && { body }) });
    expect([path, answer.ok, await answer.json()]).toEqual([path, true, {}]);
    expect([path, await service.exit]).toEqual([path, [status, null]]);
  }
});

it('the child ends when its shell is gone', async () => {
  const service = child(temporaryFolder());
  await service.listening();
  service.child.disconnect();
  expect((await service.exit)[0]).toBe(SERVICE_EXITS.done);
});
