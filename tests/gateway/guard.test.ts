import { expect, test } from 'vitest';
import { guardGateway, TOKEN_REFUSED } from '../../electron/browser/guard.ts';
import { createLogin } from '../../electron/browser/login.ts';

const PORT = 5173;
const HOST = `127.0.0.1:${PORT}`;

function guarded() {
  const clock = { nowMs: 0 };
  const login = createLogin(() => clock.nowMs);
  const gate = guardGateway(
    () => Promise.resolve(new Response('passed')),
    login,
    () => PORT,
  );
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    gate(new Request(`http://${HOST}${path}`, { ...init, headers: { Host: HOST, ...headers } }));
  const exchange = (token: string, headers: Record<string, string> = {}) =>
    ask(
      '/auth/exchange',
      { 'Content-Type': 'application/json', ...headers },
      {
        method: 'POST',
        body: JSON.stringify({ token }),
      },
    );
  return { login, ask, exchange, clock };
}

test.each(['evil.test', `evil.test:${PORT}`, '127.0.0.1', '127.0.0.1:80', `127.0.0.1.evil.test:${PORT}`, ''])(
  'a request for the host "%s" is misdirected',
  async (host) => {
    const answer = await guarded().ask('/', { Host: host });
    expect([answer.status, await answer.json()]).toEqual([421, { detail: 'Misdirected Request' }]);
  },
);

test.each([`127.0.0.1:${PORT}`, `localhost:${PORT}`, `[::1]:${PORT}`])('%s is ours', async (host) => {
  expect((await guarded().ask('/', { Host: host })).status).toBe(200);
});

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

test.each<[string, number, string, Record<string, string>]>([
  ['our own page reads', 200, '/', { 'Sec-Fetch-Site': 'same-origin', Origin: `http://${HOST}` }],
  ['a person types the address', 200, '/explore', { 'Sec-Fetch-Site': 'none', ...navigation }],
  ['a link elsewhere leads to the app', 200, '/explore', { 'Sec-Fetch-Site': 'cross-site', ...navigation }],
  ['a link elsewhere leads to data', 403, '/healthz', { 'Sec-Fetch-Site': 'cross-site', ...navigation }],
  ['another site fetches', 403, '/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['another port of this machine fetches', 403, '/', { 'Sec-Fetch-Site': 'same-site' }],
  [
    'another page frames us',
    403,
    '/',
    { 'Sec-Fetch-Site': 'cross-site', ...navigation, 'Sec-Fetch-Dest': 'iframe' },
  ],
  ['another origin posts', 403, '/auth/exchange', { Origin: 'https://evil.test' }],
  ['another port posts', 403, '/auth/exchange', { Origin: 'http://127.0.0.1:80' }],
  ['a page without an origin posts', 403, '/auth/exchange', { Origin: 'null' }],
])('%s: %i', async (_, status, path, headers) => {
  expect((await guarded().ask(path, headers)).status).toBe(status);
});

test('data and host actions need a bearer; the page, discovery and tickets do not', async () => {
  const { ask } = guarded();
  for (const path of ['/api/v1/x', '/yields/series=US10Y', '/constituents/series=X', '/host/state']) {
    const answer = await ask(path);
    expect([path, answer.status, await answer.json()]).toEqual([path, 401, { detail: 'Sign-in needed' }]);
    expect((await ask(path, { Authorization: 'Bearer made-up' })).status).toBe(401);
  }
  for (const path of ['/', '/assets/x.js', '/healthz', '/openapi.json', '/docs', '/download/t']) {
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  }
});

test('a request with an API key of its own is left to the service, a host action is not', async () => {
  const { ask } = guarded();
  expect((await ask('/yields/series=US10Y', { 'X-API-Key': 'k' })).status).toBe(200);
  expect((await ask('/host/state', { 'X-API-Key': 'k' })).status).toBe(401);
});

test('a token is good once and for five minutes; its bearer stays good', async () => {
  const { ask, exchange, login, clock } = guarded();
  const token = login.issueToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  const answer = await exchange(token);
  const { bearer } = (await answer.json()) as { bearer: string };
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const again = await exchange(token);
  expect([again.status, await again.json()]).toEqual([401, { detail: TOKEN_REFUSED }]);
  const late = login.issueToken();
  clock.nowMs += 5 * 60_000;
  expect((await exchange(late)).status).toBe(401);
  expect((await ask('/host/state', { Authorization: `Bearer ${bearer}` })).status).toBe(200);
  expect((await ask('/host/state', { Authorization: `Bearer ${token}` })).status).toBe(401);
});

test('a token is accepted only as JSON by POST, and not from another origin', async () => {
  const { ask, exchange, login } = guarded();
  const token = login.issueToken();
  expect((await ask(`/auth/exchange?token=${token}`)).status).toBe(405);
  expect((await exchange(token, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await exchange(token, { Origin: 'https://evil.test' })).status).toBe(403);
  expect((await exchange(token)).status).toBe(200);
});
