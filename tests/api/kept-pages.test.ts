import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberQueries } from '../../service/api/http/query.ts';
import {
  clock,
  DEBT_PATH,
  DEBT_QUESTION,
  economic,
  publish,
  publishConstituents,
  START,
  testApp,
} from './folder.ts';

/** A page that a client keeps and asks about by its ETag: what it keeps must still be its own, and good. */

const HOUR_MS = 3_600_000;

describe('a page that is kept', () => {
  it('is the same for the key that got it, and differs for another key, since it contains a token', async () => {
    const { get, keys, key } = await testApp();
    const other = (await keys.create('other')).key;
    const page = await get(DEBT_PATH, { 'x-api-key': key });
    const kept = { 'if-none-match': String(page.headers.etag) };
    expect((await get(DEBT_PATH, { ...kept, 'x-api-key': key })).status).toBe(304);
    const others = await get(DEBT_PATH, { ...kept, 'x-api-key': other });
    expect([others.status, others.headers.etag === page.headers.etag]).toEqual([200, false]);
    // Nor does one answer in the same second give the other's back.
    const again = await get(DEBT_PATH, { ...kept, 'x-api-key': key });
    expect([again.status, again.headers.etag]).toEqual([304, page.headers.etag]);
    const next = (text: string) => JSON.parse(text).pagination.next_url;
    expect(next(others.text)).not.toBe(next(page.text));
  });

  it('is the same for everybody if it contains no token', async () => {
    const { get, keys, key } = await testApp({ pageSize: 5000 });
    const page = await get(DEBT_PATH, { 'x-api-key': key });
    const kept = { 'if-none-match': String(page.headers.etag) };
    expect(JSON.parse(page.text).pagination.next_url).toBeNull();
    expect((await get(DEBT_PATH, { ...kept, 'x-api-key': (await keys.create('other')).key })).status).toBe(
      304,
    );
  });

  it('has a valid token whenever the service says that it has not changed', async () => {
    const time = clock();
    const { get, key } = await testApp({ clock: time });
    const hours = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(hours, async (pauses) => {
        time.set(START);
        const page = await get(DEBT_PATH, { 'x-api-key': key });
        const next = `/api/v1${JSON.parse(page.text).pagination.next_url}`;
        for (const pause of pauses) {
          time.forward(pause * HOUR_MS);
          const again = await get(DEBT_PATH, {
            'x-api-key': key,
            'if-none-match': String(page.headers.etag),
          });
          if (again.status === 304) expect((await get(next)).status).toBe(200);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('a page that the service keeps', () => {
  it('is the same however often it is asked for, and is read again when the data change', async () => {
    const { get, key, dataDir } = await testApp({ pageSize: 5000 });
    const headers = { 'x-api-key': key };
    const paths = [
      DEBT_PATH,
      '/yields/series=US10Y',
      '/constituents/series=TESTIDX',
      '/api/v1/view?series=us_debt.debt_held_by_public',
    ];
    const rowsOf = async (path: string) => {
      const { status, text, headers: given } = await get(path, headers);
      const { data, rows } = JSON.parse(text);
      return [status, given.etag, data ?? rows];
    };
    // It is kept from the second time on.
    const asked = async () => Promise.all(paths.map(rowsOf));
    const [first, second, third] = [await asked(), await asked(), await asked()];
    expect([second, third]).toEqual([first, first]);
    publish(dataDir, 'us_debt', [{ code: 'debt_held_by_public', date: '2024-01-02', value: '1.00' }]);
    publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '9.99' }]);
    publishConstituents(dataDir, 'TESTIDX', '2024-03-29');
    const after = await asked();
    for (const [at, path] of paths.entries()) {
      expect(after[at]?.[1], path).not.toBe(first[at]?.[1]);
      expect(after[at]?.[2], path).not.toEqual(first[at]?.[2]);
    }
    expect(await asked()).toEqual(after);
  });
});

describe('a question that was asked before', () => {
  it('is checked again by the day that it is', async () => {
    const time = clock();
    const { get, key } = await testApp({ clock: time });
    const path = economic('us_debt', { ...DEBT_QUESTION, date_to: '2026-11-21' });
    const status = async () => (await get(path, { 'x-api-key': key })).status;
    // On the Line Islands it is the 21st already.
    expect([await status(), await status()]).toEqual([200, 200]);
    // A clock that was wrong is set back.
    time.set('2026-11-20T08:00:00.000Z');
    expect(await status()).toBe(422);
  });

  it('is another one at another path, word for word the same', async () => {
    const { get, key } = await testApp();
    const asked = new URLSearchParams(DEBT_QUESTION);
    const statuses: number[] = [];
    for (const dataset of ['us_debt', 'jolts', 'us_debt', 'jolts'])
      statuses.push((await get(`/api/v1/economic-data/${dataset}?${asked}`, { 'x-api-key': key })).status);
    expect(statuses).toEqual([200, 422, 200, 422]);
  });

  it('is not kept in memory where it may hold a key, in whatever letters', () => {
    const parse = rememberQueries();
    const isKept = (text: string) => {
      const first = parse(text);
      return parse(text) === first;
    };
    expect(['limit=5', 'series=US2Y%2CUS10Y', ''].map(isKept)).toEqual([true, true, true]);
    const secret = ['api_key=abc', 'api_%6bey=0123', 'x=%61lm_abc', 'apikey=abc', 'token_id=alm_abc'];
    expect(secret.map(isKept)).toEqual(secret.map(() => false));
  });
});
