import { describe, expect, it } from 'vitest';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { fredApp } from '../fred/fred-app.ts';
import { BEARER, DEBT_PATH, testApp } from './folder.ts';

/** `Authorization: Bearer KEY` means the same as `X-API-Key: KEY` at every path that takes a key. */

const PATHS = [
  DEBT_PATH,
  '/api/v1/view?series=us_debt.debt_held_by_public',
  '/yields/series=US2Y',
  '/constituents/series=TESTIDX',
  '/api/v1/constituents/series=TESTIDX',
];

describe('a key as bearer', () => {
  it('is accepted and refused as in the header X-API-Key, at every path', async () => {
    const { get, keys, key, logs } = await testApp();
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    for (const path of PATHS)
      for (const sent of [
        key,
        revoked.key,
        `alm_${'x'.repeat(43)}`,
        (await keys.createForFred('julia')).key,
      ]) {
        const [bearer, header] = [
          await get(path, { authorization: `Bearer ${sent}` }),
          await get(path, { 'x-api-key': sent }),
        ];
        expect([bearer.status, bearer.headers['www-authenticate']], path).toEqual([
          header.status,
          header.headers['www-authenticate'],
        ]);
        if (sent === key) expect(bearer.status).toBe(200);
        else expect(bearer.text).toBe(header.text);
      }
    expect(logs.join('\n')).not.toContain(key);
  });

  it('counts as a request, and its scheme may be in upper or lower case', async () => {
    const { get, key } = await testApp();
    const [path = ''] = PATHS;
    expect((await get(path, { authorization: `bearer ${key}` })).headers.ratelimit).toContain(
      '"minute";r=99;',
    );
    expect((await get(path, { authorization: `BEARER  ${key} ` })).headers.ratelimit).toContain('r=98;');
    expect((await get(path, { authorization: `Basic ${key}` })).status).toBe(401);
    expect((await get(path, { authorization: key })).status).toBe(401);
  });

  it('and a different key in the header or the query are 401; the same key twice or thrice is accepted', async () => {
    const { get, key, keys } = await testApp();
    const other = (await keys.create('other')).key;
    for (const path of PATHS) {
      const both = (first: string, second: string) =>
        get(path, { authorization: `Bearer ${first}`, 'x-api-key': second });
      expect((await both(key, key)).status, path).toBe(200);
      expect((await both(key, other)).status, path).toBe(401);
      expect((await both(key, '')).status, path).toBe(401);
    }
    const [path = ''] = PATHS;
    const thrice = { authorization: `Bearer ${key}`, 'x-api-key': key };
    expect((await get(`${path}&api_key=${key}`, thrice)).status).toBe(200);
    expect((await get(`${path}&api_key=${other}`, { authorization: `Bearer ${key}` })).status).toBe(401);
  });

  it('is ignored beside a key in X-API-Key if it is a proxy’s own', async () => {
    const { get, key } = await testApp();
    for (const path of PATHS) {
      const token = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' };
      expect((await get(path, { ...token, 'x-api-key': key })).status, path).toBe(200);
      expect((await get(path, token)).status, path).toBe(401);
    }
  });

  it('is accepted from FRED’s clients, also if the key was made for them', async () => {
    const { get, key, keys } = await fredApp();
    const own = (await keys.createForFred('julia')).key;
    for (const sent of [key, own])
      for (const path of ['/fred/series?series_id=ICSA', '/graph/fredgraph.csv?id=ICSA'])
        expect((await get(path, { authorization: `Bearer ${sent}` })).status).toBe(200);
    const unknown = await get('/fred/series?series_id=ICSA&file_type=json', {
      authorization: `Bearer alm_${'x'.repeat(43)}`,
    });
    expect(unknown.text).toContain('is not registered');
  });

  it('is accepted from assistants', async () => {
    const { app, key } = await testApp();
    const ask = (sent: string) =>
      app.inject({
        method: 'POST',
        url: ASSISTANTS_PATH,
        headers: {
          host: 'localhost:80',
          authorization: `Bearer ${sent}`,
          accept: 'application/json, text/event-stream',
        },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      });
    expect((await ask(key)).statusCode).toBe(200);
    expect((await ask(`alm_${'x'.repeat(43)}`)).statusCode).toBe(401);
  });

  it('is in the OpenAPI document beside X-API-Key', async () => {
    const { get } = await testApp();
    const { paths, components } = JSON.parse((await get('/openapi.json')).text);
    expect(components.securitySchemes.keyAsBearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object)) as {
      operationId: string;
      security: object[];
    }[];
    const places = (of: { security: object[] }) => of.security.flatMap((one) => Object.keys(one));
    expect(operations.filter((one) => places(one).length > 0).length).toBeGreaterThan(10);
    for (const one of operations)
      expect(places(one).includes('keyAsBearer'), one.operationId).toBe(places(one).includes('keyInHeader'));
  });
});

describe('access to economic data', () => {
  it('serves the gateway without a key or limits; the gateway’s paging tokens are its own', async () => {
    const { get, key } = await testApp();
    const path = DEBT_PATH;
    for (let i = 0; i < 120; i++) {
      const answer = await get(path, BEARER);
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    const next = `/api/v1${JSON.parse((await get(path, BEARER)).text).pagination.next_url}`;
    expect((await get(next, BEARER)).status).toBe(200);
    expect((await get(next)).status).toBe(401);
    expect((await get(`${next}&api_key=${key}`)).status).toBe(422);
    expect((await get('/yields/series=US2Y', BEARER)).status).toBe(200);
  });

  it('accepts no bearer if the service has no credential', async () => {
    const { get } = await testApp({ hasGateway: false });
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer'])
      expect((await get(DEBT_PATH, { authorization })).status).toBe(401);
  });
});
