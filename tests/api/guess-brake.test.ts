import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGuessBrake } from '../../service/api/http/app.ts';
import { openKeys } from '../../service/keys/index.ts';
import { clock, DEBT_PATH, fillFolder, startedService, temporaryFolder, testApp } from './folder.ts';

/** Wrong keys are answered slowly, all of this computer together; who has a good one never waits for it. */

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
    // Two quiet seconds let 20 through at once again.
    vi.advanceTimersByTime(2000);
    for (let i = 0; i < 25; i++) brake.hold(answer(), () => sentAt.push(0));
    expect(sentAt).toHaveLength(80);
  });

  it('keeps this rate at any time, and answers each of them once', () => {
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

  it('lets nobody wait longer than ten seconds, and at most a thousand at once: the next ones lose their connection', () => {
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

  it('forgets clients that went away, and answers all when the service ends', () => {
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
  // Nobody's turn comes by itself, however slow the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('never delay a valid one, and all get their 401', async () => {
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
    // Those who wait are refused already, and stand in the log.
    expect(service.logs.filter((line) => / 401 /.test(line)).length).toBeGreaterThanOrEqual(20);
    while (refused < 120) {
      vi.advanceTimersByTime(1000);
      await turn();
    }
    expect(await Promise.all(guesses)).toEqual(new Array(120).fill(401));
  });

  it('are keys, tokens and credentials that do not exist; a missing or revoked key does not count', async () => {
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
