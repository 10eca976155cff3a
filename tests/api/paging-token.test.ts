import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagingTokens } from '../../service/api/index.ts';
import { clock, DEBT_QUESTION, economic, START, testApp } from './folder.ts';

const position = fc.record({
  day: fc.integer({ min: -700_000, max: 2_900_000 }),
  seriesId: fc.nat(0xffffffff),
});

describe('paging tokens', () => {
  it('give back what they were issued for, to the same question only', () => {
    const tokens = pagingTokens(Buffer.alloc(32, 7), clock().now);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), position, (caller, binding, other, after) => {
        const token = tokens.issue(caller, binding, after);
        expect(token).toMatch(/^[\w-]+$/);
        if (Buffer.byteLength(caller) > 100) return;
        const plain = Buffer.from(caller).toString();
        expect(tokens.read(token, binding)).toEqual({ state: 'valid', callerId: plain, after });
        if (other !== binding) expect(tokens.read(token, other)).toEqual({ state: 'invalid' });
      }),
    );
  });

  it('changed in any bit or character are invalid', () => {
    const tokens = pagingTokens(Buffer.alloc(32, 7), clock().now);
    const token = tokens.issue('k7f3qx', 'us_debt?series=a', { day: 19_800, seriesId: 4 });
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(tokens.read(changed.toString('base64url'), 'us_debt?series=a').state).toBe('invalid');
    }
    for (let at = 0; at < token.length; at++) {
      for (const other of 'AB9_-= ') {
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        if (changed !== token) expect(tokens.read(changed, 'us_debt?series=a').state).toBe('invalid');
      }
    }
    for (const odd of [
      '',
      '=',
      `${token}=`,
      `${token} `,
      token.slice(0, -1),
      token + token,
      'x'.repeat(9999),
    ]) {
      expect(tokens.read(odd, 'us_debt?series=a').state).toBe('invalid');
    }
    expect(pagingTokens(Buffer.alloc(32, 8), clock().now).read(token, 'us_debt?series=a').state).toBe(
      'invalid',
    );
  });

  it('are refused over HTTP with 422 and a key, with 401 without', async () => {
    const { get, key, keys, clock: time } = await testApp();
    const first = JSON.parse((await get(economic('us_debt', { ...DEBT_QUESTION, api_key: key }))).text);
    const token = new URLSearchParams(first.pagination.next_url.split('?')[1]).get('token_id') ?? '';
    const other = (await keys.create('other')).key;
    const flipped = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21);
    for (const query of [
      { ...DEBT_QUESTION, token_id: flipped, api_key: key },
      { ...DEBT_QUESTION, token_id: 'x', api_key: key },
      { ...DEBT_QUESTION, token_id: token, api_key: other },
      { ...DEBT_QUESTION, date_from: '2024-01-02', token_id: token, api_key: key },
      { ...DEBT_QUESTION, format: 'csv', token_id: token, api_key: key },
    ]) {
      const answer = await get(economic('us_debt', query));
      expect([answer.status, JSON.parse(answer.text).detail]).toMatchObject([
        422,
        { error: 'invalid_token', parameter: 'token_id' },
      ]);
      const { api_key: _, ...bare } = query;
      if (query.api_key === key) expect((await get(economic('us_debt', bare))).status).toBe(401);
    }
    time.set(new Date(Date.parse(START) + 24 * 3600_000 - 1000).toISOString());
    expect((await get(`/api/v1${first.pagination.next_url}`)).status).toBe(200);
    time.forward(1000);
    expect((await get(`/api/v1${first.pagination.next_url}`)).status).toBe(401);
    const expired = await get(`/api/v1${first.pagination.next_url}&api_key=${key}`);
    expect([expired.status, JSON.parse(expired.text).detail.error]).toEqual([422, 'expired_token']);
  });

  it('hold after a restart', async () => {
    const first = await testApp();
    const page = JSON.parse(
      (await first.get(economic('us_debt', { ...DEBT_QUESTION, api_key: first.key }))).text,
    );
    await first.close();
    const second = await testApp({ dataDir: first.dataDir });
    const next = await second.get(`/api/v1${page.pagination.next_url}`);
    expect(next.status).toBe(200);
    expect(JSON.parse(next.text).data[0].date > page.data.at(-1).date).toBe(true);
  });

  it('lead to every row of any question, once', async () => {
    const { get, keys } = await testApp();
    const series = fc.uniqueArray(fc.constantFrom('initial_claims', 'continued_claims'), { minLength: 1 });
    const state = fc.option(fc.uniqueArray(fc.constantFrom('CA', 'NY', 'TX', 'VI'), { minLength: 1 }));
    const days = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 }));
    await fc.assert(
      fc.asyncProperty(series, state, days, async (codes, states, [a, b]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)].map(
          (d) => `2024-01-${String(d).padStart(2, '0')}`,
        );
        const { key } = await keys.create('property');
        const question: Record<string, string> = {
          series: codes.join(','),
          date_from: from ?? '',
          date_to: to ?? '',
          ...(states ? { state: states.join(',') } : {}),
        };
        const csv = await get(
          economic('ui_state_weekly_claims', { ...question, format: 'csv', api_key: key }),
        );
        const whole = csv.text.trimEnd().split('\n').slice(1);
        const seen: string[] = [];
        let path: string | null = economic('ui_state_weekly_claims', { ...question, api_key: key });
        while (path !== null) {
          const body = JSON.parse((await get(path)).text);
          for (const row of body.data) seen.push(`${row.date},${row.series},${row.state},${row.value}`);
          path = body.pagination.next_url && `/api/v1${body.pagination.next_url}`;
        }
        expect(seen).toEqual(whole);
        expect(new Set(seen).size).toBe(seen.length);
        expect(csv.headers['x-total-count']).toBe(String(seen.length));
      }),
      { numRuns: 40 },
    );
  });
});
