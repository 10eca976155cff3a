import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedOrigin } from '../../service/api/http/entrance.ts';
import { parseArguments } from '../../service/cli/command.ts';
import { serve } from '../../service/cli/serve.ts';
import { DEBT_PATH, fillFolder, type TestApp, temporaryFolder, testApp } from './folder.ts';

/** Origins on the list: the rights of their pages, and that the list gives no other origin more rights. */

const LET_IN = 'https://dash.example';
const PAGE = { origin: LET_IN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' };

async function app(allowedOrigins: readonly string[], settings?: unknown) {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const file = join(dataDir, 'settings.json');
  if (settings !== undefined) writeFileSync(file, JSON.stringify(settings));
  const made = await testApp({ dataDir, more: { allowedOrigins } });
  const get = async (...asked: Parameters<TestApp['get']>) => {
    const answer = await made.get(...asked);
    const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
    return { ...answer, cors };
  };
  return { ...made, get };
}

const PATHS = ['/healthz', '/api/v1/catalog', '/openapi.json', '/yields/series=US2Y', '/nope'];

describe('a page of an allowed origin', () => {
  it('can read what programs can, with a key if the path needs one', async () => {
    const { get, key } = await app([LET_IN]);
    const paths = [...PATHS, '/yields/series=US2Y?format=csv', DEBT_PATH];
    for (const path of paths) {
      for (const headers of [{}, { 'x-api-key': key }]) {
        const answer = await get(path, { ...PAGE, ...headers });
        expect(answer.status, path).toBe((await get(path, headers)).status);
        expect(answer.headers['access-control-allow-origin'], path).toBe(LET_IN);
        expect(String(answer.headers.vary), path).toMatch(/\bOrigin\b/);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
    expect((await get('/yields/series=US2Y', PAGE)).status).toBe(401);
    const told = (await get('/yields/series=US2Y', { ...PAGE, 'x-api-key': key })).headers;
    expect(told['access-control-expose-headers']).toMatch(/ETag, Link,.*X-Data-Origin.*X-Total-Count/);
  });

  it('may send a preflight without a key, which answers no data', async () => {
    const { get } = await app([LET_IN]);
    const answer = await get('/yields/series=US2Y', { ...PAGE, ...PREFLIGHT }, 'OPTIONS');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': LET_IN,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'X-API-Key, Authorization, If-None-Match',
    });
    // Browsers ask the user before a page reaches this computer; the service does not consent for the user.
    const near = { ...PAGE, ...PREFLIGHT, 'access-control-request-private-network': 'true' };
    const asked = await get('/', near, 'OPTIONS');
    expect([asked.status, asked.cors]).toEqual([204, answer.cors]);
    expect(asked.cors).not.toContain('access-control-allow-private-network');
    // An OPTIONS request without the preflight headers is not a preflight.
    expect((await get('/healthz', PAGE, 'OPTIONS')).status).toBe(405);
  });
});

describe('another origin', () => {
  it.each([
    'https://evil.example',
    'https://dash.example:8443',
    'http://dash.example',
    'https://dash.example.evil.example',
    'https://a.dash.example',
    'HTTPS://DASH.EXAMPLE',
    'https://dash.example/',
    'null',
    '*',
  ])('%s is refused as if there were no list', async (origin) => {
    const { get, key } = await app([LET_IN]);
    for (const path of PATHS) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await get(path, { ...PAGE, ...PREFLIGHT, origin, 'x-api-key': key }, method);
        expect([answer.status, answer.cors], `${method} ${path}`).toEqual([403, []]);
      }
    }
  });

  it('may not embed an answer, and without a list every origin is refused', async () => {
    const { get } = await app([LET_IN]);
    const embedded = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    };
    expect((await get('/api/v1/catalog', embedded)).status).toBe(403);
    expect((await get('/api/v1/catalog')).cors).toEqual([]);
    const closed = await app([]);
    const asked = await closed.get('/healthz', { ...PAGE, ...PREFLIGHT }, 'OPTIONS');
    expect([asked.status, asked.cors]).toEqual([403, []]);
  });
});

describe('the list of origins', () => {
  it('includes the origins of the settings; entries that are not origins are left out and logged', async () => {
    const settings = {
      installation: 'x',
      auto_refresh: true,
      allowed_origins: [LET_IN, '*', 'https://a.example/x'],
    };
    const { get, logs, dataDir } = await app(['http://localhost:3000'], settings);
    for (const origin of [LET_IN, 'http://localhost:3000'])
      expect((await get('/healthz', { ...PAGE, origin })).status).toBe(200);
    expect((await get('/healthz', { ...PAGE, origin: 'https://a.example' })).status).toBe(403);
    expect(logs.join('\n')).toMatch(
      /allowed_origins: '\*' is not an origin[\s\S]*Write https:\/\/a\.example\./,
    );
    // A change of another setting leaves the list as it is.
    const { openScheduleSettings } = await import('../../service/ingest/schedule/settings-file.ts');
    openScheduleSettings(dataDir, { now: () => new Date(), log: () => undefined }).setAutoRefresh(false);
    const kept = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
    expect(kept).toMatchObject({ auto_refresh: false, allowed_origins: settings.allowed_origins });
  });

  it('accepts exact origins only', () => {
    for (const origin of [
      LET_IN,
      'http://localhost:3000',
      'http://[::1]:8080',
      'https://xn--bcher-kva.example',
    ])
      expect(checkedOrigin(origin)).toBe(origin);
    for (const [text, right] of [
      ['https://dash.example/', /Write https:\/\/dash\.example\./],
      ['https://Dash.example', /Write https:\/\/dash\.example\./],
      ['https://dash.example:443', /Write https:\/\/dash\.example\./],
      ['*', /scheme, host and port/],
      ['null', /scheme, host and port/],
      ['dash.example', /scheme, host and port/],
      ['https://*.example', /./],
      ['file:///tmp', /scheme, host and port/],
      ['https://user:secret@dash.example', /scheme, host and port/],
    ] as const)
      expect(() => checkedOrigin(text), text).toThrow(right);
  });

  it('can be given on the command line, with one option for each origin', () => {
    const given = parseArguments(
      ['--allow-origin', LET_IN, '--allow-origin=http://localhost:3000'],
      serve.options,
    );
    expect(given.texts('allow-origin')).toEqual([LET_IN, 'http://localhost:3000']);
    expect(() => parseArguments(['--port', '1', '--port', '2'], serve.options)).toThrow('given twice');
  });
});
