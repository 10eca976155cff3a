import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import {
  CREDENTIAL,
  clock,
  DEBT_QUESTION,
  DEBT_RANGE,
  economic,
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
