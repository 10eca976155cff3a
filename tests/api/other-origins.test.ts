import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRefusalLog } from '../../service/process/refusal-log.ts';
import { clock, DEBT_PATH, DEBT_QUESTION, economic, START, testApp } from './folder.ts';

/** Requests of pages of other origins, with the headers that browsers send: the public API refuses them. */

const PATHS = ['/healthz', '/docs', '/openapi.json', '/api/v1/catalog', '/yields/series=US2Y', '/nope'];
const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Requests that no script of another origin can make, by their sender. */
const LET_IN: Readonly<Record<string, Record<string, string>>> = {
  'curl, pandas, R, Excel': { 'user-agent': 'python-requests/2.32' },
  'fetch of Node': { 'sec-fetch-mode': 'cors' },
  'a program that is built on a browser': {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'empty',
  },
  'an address that is typed': { 'sec-fetch-site': 'none', 'sec-fetch-user': '?1', ...NAVIGATION },
  'a link of another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1', ...NAVIGATION },
  'a link of the app in the browser': { 'sec-fetch-site': 'same-site', ...NAVIGATION },
  'the page of /docs': { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  'the page of /docs, with its origin': { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' },
};
const REFUSED: Readonly<Record<string, Record<string, string>>> = {
  'fetch of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'fetch of a browser without Sec-Fetch': { origin: 'https://evil.example' },
  'fetch of a file or a sandbox': { origin: 'null' },
  'fetch of another port': { origin: 'http://localhost:81' },
  'another of our own names': { origin: 'http://127.0.0.1:80' },
  'the same host by https': { origin: 'https://localhost:80' },
  'an image': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  'a script of another port': {
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'script',
  },
  'a frame': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  'an object': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
  'a label that does not exist': { 'sec-fetch-site': 'elsewhere' },
};

describe('the check of the origin', () => {
  it.each(Object.entries(LET_IN))('lets in %s', async (_, headers) => {
    const { get, key } = await testApp();
    for (const path of PATHS) {
      expect((await get(path, headers)).status, path).toBe((await get(path)).status);
    }
    const path = economic('us_debt', { ...DEBT_QUESTION, api_key: key });
    expect((await get(path, headers)).status).toBe(200);
  });

  it.each(Object.entries(REFUSED))('refuses %s, whatever it asks for', async (_, headers) => {
    const { get, key, keys } = await testApp();
    const withKey = economic('us_debt', { ...DEBT_QUESTION, api_key: key });
    for (const path of [...PATHS, withKey, '/%ZZ']) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const answer = await get(path, headers, method);
        expect(answer.status, `${method} ${path}`).toBe(403);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
    expect(JSON.parse((await get('/docs', headers)).text)).toEqual({
      detail: 'Forbidden',
      message: expect.stringMatching(
        /--allow-origin https:\/\/example\.org.*settings\.json.*allowed_origins/,
      ),
    });
    // The request does not count against the limits of a key that the page may have learned.
    expect((await keys.list()).map(({ today }) => today)).toEqual([0]);
  });
});

describe('refused requests', () => {
  const line = (log: string[], status: number) => log.filter((each) => each.includes(` ${status} `));

  it('do not fill the log, however often they are repeated, and do not hide other requests', async () => {
    const { get, logs, key, clock: time } = await testApp();
    for (let count = 0; count < 1_000; count += 1) await get(DEBT_PATH);
    // 20 lines, then the 40th, 80th, 160th, 320th and 640th.
    expect(line(logs, 401)).toHaveLength(25);
    expect(line(logs, 401).at(-1)).toMatch(/ 401 [\d.]+ ms \(640 of 401 within the hour\)$/);
    await get(economic('us_debt', { series: 'nope', api_key: key }));
    expect(line(logs, 422)).toHaveLength(1);
    time.forward(3_600_000);
    await get(DEBT_PATH);
    expect(line(logs, 401)).toHaveLength(26);
  });

  it('of any number add a few lines an hour at most', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4_000 }), { minLength: 1, maxLength: 500 }), (pauses) => {
        const time = clock(START);
        let written = 0;
        const refuse = createRefusalLog(() => {
          written += 1;
        }, time.now);
        let passed = 0;
        for (const pause of pauses) {
          time.forward(pause * 1000);
          passed += pause * 1000;
          refuse(401, 'x');
        }
        expect(written).toBeGreaterThanOrEqual(Math.min(20, pauses.length));
        expect(written).toBeLessThanOrEqual((Math.floor(passed / 3_600_000) + 1) * 25);
      }),
    );
  });
});
