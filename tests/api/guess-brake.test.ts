import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGuessBrake } from '../../service/api/http/app.ts';
import { rememberCalls } from '../../service/api/index.ts';
import { openKeys } from '../../service/keys/index.ts';
import {
  BEARER,
  clock,
  DEBT_PATH,
  DEBT_QUESTION,
  economic,
  fillFolder,
  startedService,
  temporaryFolder,
  testApp,
} from './folder.ts';

/** Answers to wrong keys are slowed down, for all clients together; a valid key never waits. */

/** An answer that a client waits for. */
const answer = () => new EventEmitter();

describe('the brake', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lets 20 wrong keys through at once, then 10 a second', () => {
    const brake = createGuessBrake();
    const sentAt: number[] = [];
    const begun = performance.now();
    for (let i = 0; i < 60; i++) brake.hold(answer(), () => sentAt.push(performance.now() - begun));
    expect(sentAt).toEqual(new Array(20).fill(0));
    vi.advanceTimersByTime(1000);
    expect(sentAt).toHaveLength(30);
    vi.advanceTimersByTime(3000);
    expect(sentAt).toHaveLength(60);
    // After two quiet seconds, 20 pass at once again.
    vi.advanceTimersByTime(2000);
    for (let i = 0; i < 25; i++) brake.hold(answer(), () => sentAt.push(0));
    expect(sentAt).toHaveLength(80);
  });

  it('keeps this rate at any pauses, and answers each request once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 110 }), (pauses) => {
        const brake = createGuessBrake();
        const begun = performance.now();
        const sentAt: number[] = [];
        for (const pause of pauses) {
          vi.advanceTimersByTime(pause);
          brake.hold(answer(), () => sentAt.push(performance.now() - begun));
        }
        vi.advanceTimersByTime(20_000);
        expect(sentAt).toHaveLength(pauses.length);
        for (const [from, start] of sentAt.entries())
          for (const [to, end] of sentAt.entries())
            if (to >= from) expect(to - from + 1).toBeLessThanOrEqual(21 + (end - start) / 100);
      }),
    );
  });

  it('lets a client wait ten seconds at most, and a thousand clients at once: further ones lose their connection', () => {
    const brake = createGuessBrake();
    let sent = 0;
    let closed = 0;
    for (let i = 0; i < 1500; i++)
      brake.hold(answer(), (isCrowded) => {
        sent += 1;
        if (isCrowded) closed += 1;
      });
    expect([sent, closed]).toEqual([20 + 480, 480]);
    vi.advanceTimersByTime(10_000);
    expect([sent, closed]).toEqual([1500, 480]);
  });

  it('forgets clients that disconnect, and answers all waiting clients when the service ends', () => {
    const brake = createGuessBrake();
    const sent: number[] = [];
    const waiting = Array.from({ length: 1020 }, (_, i) => {
      const one = answer();
      brake.hold(one, () => sent.push(i));
      return one;
    });
    for (const one of waiting.slice(20, 1000)) one.emit('close');
    brake.hold(answer(), (isCrowded) => sent.push(isCrowded ? -1 : 1020));
    brake.release();
    expect(sent.slice(20)).toEqual([...Array.from({ length: 20 }, (_, i) => 1000 + i), 1020]);
    vi.advanceTimersByTime(20_000);
    expect(sent).toHaveLength(41);
    brake.hold(answer(), () => sent.push(-2));
    expect(sent).toHaveLength(42);
  });
});

describe('wrong keys', () => {
  // With fake timers no waiting request is answered by itself, however slow the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('never delay a valid key, and all get their 401', async () => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const keys = openKeys(dataDir, { now: clock().now });
    onTestFinished(() => keys.close());
    const { key } = await keys.create('tool');
    const service = await startedService(dataDir);
    let refused = 0;
    const guesses = Array.from({ length: 120 }, async (_, i) => {
      const wrong = { headers: { 'X-API-Key': `${key}${i}` } };
      const { status } = await fetch(service.url + (i % 2 ? DEBT_PATH : '/yields/series=US2Y'), wrong);
      refused += 1;
      return status;
    });
    while (refused < 20) await turn();
    for (let i = 0; i < 40; i++) {
      const good = { headers: { 'X-API-Key': key } };
      expect((await fetch(service.url + (i % 2 ? DEBT_PATH : '/yields/series=US2Y'), good)).status).toBe(200);
    }
    expect(refused).toBe(20);
    // The waiting requests are already refused and logged.
    expect(service.logs.filter((line) => / 401 /.test(line)).length).toBeGreaterThanOrEqual(20);
    while (refused < 120) {
      vi.advanceTimersByTime(1000);
      await turn();
    }
    expect(await Promise.all(guesses)).toEqual(new Array(120).fill(401));
  });

  it('are keys, tokens and credentials that do not exist; a missing or revoked key does not count as one', async () => {
    const { get, key, keys } = await testApp();
    const revoked = await keys.create('old');
    const page = JSON.parse((await get(`${DEBT_PATH}&api_key=${revoked.key}`)).text);
    await keys.revoke(revoked.id);
    for (let i = 0; i < 100; i++) {
      expect((await get(DEBT_PATH)).status).toBe(401);
      expect((await get('/yields/series=US2Y')).status).toBe(401);
      expect((await get(`${DEBT_PATH}&api_key=${revoked.key}`)).status).toBe(401);
      expect((await get(`/api/v1${page.pagination.next_url}`)).status).toBe(401);
      expect((await get('/yields/series=US2Y', { 'x-api-key': revoked.key })).status).toBe(403);
    }
    const guesses = [
      () => get(`${DEBT_PATH}&api_key=wrong`),
      () => get(DEBT_PATH, { 'x-api-key': 'wrong' }),
      () => get(`${DEBT_PATH}&token_id=wrong`),
      () => get(DEBT_PATH, { authorization: 'Bearer wrong' }),
      () => get('/yields/series=US2Y', { 'x-api-key': 'wrong' }),
      () => get('/yields/series=US2Y', { authorization: 'Bearer wrong' }),
    ];
    let answered = 0;
    const asked = Array.from({ length: 60 }, (_, i) => guesses[i % 6]?.().then(() => (answered += 1)));
    while (answered < 20) await turn();
    for (let i = 0; i < 3; i++) expect((await get(`${DEBT_PATH}&api_key=${key}`)).status).toBe(200);
    expect(answered).toBe(20);
    vi.advanceTimersByTime(4000);
    await Promise.all(asked);
  });
});

const US_DEBT = '/api/v1/economic-data/us_debt';

it('the newest fifty calls of each key are remembered, whatever other keys do', () => {
  const call = fc.record({
    key: fc.constantFrom('a', 'b'),
    status: fc.constantFrom(200, 304, 401, 429),
    rows: fc.option(fc.nat(5000)),
    client: fc.option(fc.constantFrom('curl/8', 'Excel'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 180 }), (made) => {
      const time = clock();
      const calls = rememberCalls(time.now);
      for (const [i, { key, status, rows, client }] of made.entries()) {
        time.forward(1000);
        calls.note(key, { path: `/yields/series=S${i}`, status, rows, tookMs: i / 3, client });
      }
      for (const key of ['a', 'b', 'never']) {
        const expected = made
          .map((one, i) => ({ ...one, i }))
          .filter((one) => one.key === key)
          .slice(-50)
          .reverse();
        expect(calls.of(key)).toEqual(
          expected.map(({ status, rows, client, i }) => ({
            at: new Date(Date.parse('2026-11-20T12:00:05.000Z') + (i + 1) * 1000).toISOString(),
            path: `/yields/series=S${i}`,
            status,
            rows,
            took_ms: Math.round((i / 3) * 1000) / 1000,
            client: client ?? null,
          })),
        );
      }
    }),
    { numRuns: 60 },
  );
});

it('a client’s name is shortened, and a path that contains a key is not shown', () => {
  const calls = rememberCalls(clock().now);
  calls.note('a', {
    ...{ path: '/yields/series=%61lm_secret', status: 404, rows: null, tookMs: 1 },
    client: 'x'.repeat(500),
  });
  expect(calls.of('a')[0]).toMatchObject({ path: '…', client: 'x'.repeat(120) });
});

it('a request with a token or a key belongs to that key; a request without them belongs to no key', async () => {
  const { get, key, keys, calls, logs } = await testApp();
  const [id = ''] = (await keys.list()).map((one) => one.id);
  const first = await get(economic('us_debt', { ...DEBT_QUESTION, api_key: key }));
  const next = `/api/v1${JSON.parse(first.text).pagination.next_url}`;
  await get(next);
  await get(economic('us_debt', DEBT_QUESTION), {
    'x-api-key': key,
    'if-none-match': String(first.headers.etag),
  });
  await get(economic('us_debt', DEBT_QUESTION), { 'x-api-key': key }, 'HEAD');
  await get('/yields/series=US2Y?limit=3', { 'x-api-key': key });
  // These requests do not belong to the key.
  await get(economic('us_debt', DEBT_QUESTION), BEARER);
  await get(economic('us_debt', DEBT_QUESTION), { 'x-api-key': 'alm_nobody' });
  await get('/yields/series=US2Y', { ...BEARER, 'x-api-key': key });
  await get('/healthz', { 'x-api-key': key });
  await keys.revoke(id);
  await get(next);
  expect(calls.of(id).map(({ path, status, rows }) => [path, status, rows])).toEqual([
    [US_DEBT, 401, null],
    ['/yields/series=US2Y', 200, 3],
    [US_DEBT, 200, 7],
    [US_DEBT, 304, null],
    [US_DEBT, 200, 7],
    [US_DEBT, 200, 7],
  ]);
  expect(logs.at(-1)).toMatch(/ 401 \d+\.\d ms$/);
});

it('the list of keys shows a request at once, before it is written to the file', async () => {
  const { get, key, keys, clock: time } = await testApp();
  time.forward(1000);
  await get('/yields/series=US2Y', { 'x-api-key': key, 'user-agent': 'notebook/1' });
  expect((await keys.list())[0]).toMatchObject({
    last_used_at: time.now().toISOString(),
    last_client: 'notebook/1',
  });
});
