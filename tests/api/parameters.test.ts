import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEBT_QUESTION, economic, testApp } from './folder.ts';

const SERIES = 'debt_held_by_public';
const TODAY = '2026-11-20';

describe('a wrong parameter', () => {
  it('is 422, and the message names it and says what would be right', async () => {
    const { get, keys } = await testApp();
    const cases: [Record<string, string>, string, RegExp][] = [
      [
        { ...DEBT_QUESTION, date_from: '2024-02-01', date_to: '2024-01-01' },
        'date_from',
        /2024-02-01.*on or before/,
      ],
      [{ ...DEBT_QUESTION, date_to: '2026-11-22' }, 'date_to', /in the future.*2026-11-2[01]/],
      [
        { ...DEBT_QUESTION, date_from: '2024-13-01' },
        'date_from',
        /'2024-13-01' is not a day of the calendar/,
      ],
      [{ ...DEBT_QUESTION, date_from: '2023-02-29' }, 'date_from', /not a day/],
      [{ ...DEBT_QUESTION, date_from: '20240101' }, 'date_from', /YYYY-MM-DD/],
      [{ ...DEBT_QUESTION, date_from: ' 2024-01-01' }, 'date_from', /YYYY-MM-DD/],
      [{ ...DEBT_QUESTION, date_from: '' }, 'date_from', /empty/],
      [{ series: SERIES, date_to: TODAY }, 'date_from', /missing/],
      [{ series: SERIES, date_from: '2024-01-01' }, 'date_to', /missing/],
      [{ date_from: '2024-01-01', date_to: TODAY }, 'series', /missing/],
      [{ ...DEBT_QUESTION, series: '' }, 'series', /empty/],
      [{ ...DEBT_QUESTION, series: '  ' }, 'series', /empty/],
      [{ ...DEBT_QUESTION, series: `${SERIES},` }, 'series', /empty element/],
      [
        { ...DEBT_QUESTION, series: 'debt_held_by_the_public' },
        'series',
        /Known are: debt_held_by_public, intragov/,
      ],
      [{ ...DEBT_QUESTION, series: 'DEBT_HELD_BY_PUBLIC' }, 'series', /Did you mean debt_held_by_public\?/],
      [{ ...DEBT_QUESTION, series: 'nope' }, 'series', /'nope'.*Known are: debt_held_by_public/],
      [{ ...DEBT_QUESTION, series: "x' OR 1=1 --" }, 'series', /OR 1=1/],
      [{ ...DEBT_QUESTION, series: 'x'.repeat(9000) }, 'series', /9000 characters/],
      [{ ...DEBT_QUESTION, series: 'a\u0000b' }, 'series', /'a b'/],
      [{ ...DEBT_QUESTION, format: 'xml' }, 'format', /json, csv or parquet/],
      [{ ...DEBT_QUESTION, token_id: '' }, 'token_id', /empty/],
    ];
    for (const [query, parameter, message] of cases) {
      const { key } = await keys.create('cases');
      const { status, text, headers } = await get(economic('us_debt', { ...query, api_key: key }));
      expect([status, JSON.parse(text).detail.parameter], JSON.stringify(query)).toEqual([422, parameter]);
      expect(JSON.parse(text).detail).toMatchObject({
        error: 'invalid_parameter',
        message: expect.stringMatching(message),
      });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        ratelimit: expect.stringContaining('r=99'),
      });
    }
  });

  it('includes a repeated one', async () => {
    const { get, key } = await testApp();
    const path = economic('us_debt', { ...DEBT_QUESTION, api_key: key });
    for (const name of ['series', 'date_from', 'date_to', 'format', 'token_id']) {
      const { status, text } = await get(`${path}&${name}=a&${name}=b`);
      expect([status, JSON.parse(text).detail.parameter]).toEqual([422, name]);
    }
  });

  it('is an unknown state, and a small letter is told from a wrong one', async () => {
    const { get, key } = await testApp();
    const ask = (state: string) =>
      get(
        economic('ui_state_weekly_claims', {
          ...DEBT_QUESTION,
          series: 'initial_claims',
          state,
          api_key: key,
        }),
      );
    expect(JSON.parse((await ask('ca')).text).detail.message).toContain('Did you mean CA?');
    expect(JSON.parse((await ask('ZZ')).text).detail.message).toContain('AK, AL');
    for (const state of ['', 'CA,', 'ZZ', 'toString']) expect((await ask(state)).status).toBe(422);
    expect((await ask(' CA , NY,CA')).status).toBe(200);
  });
});

describe('market data parameters', () => {
  it('are whole numbers in their range, never capped', async () => {
    const { get, key } = await testApp();
    const ask = (query: string) => get(`/yields/series=US10Y?${query}`, { 'x-api-key': key });
    const wrong = [
      'limit=5001',
      'limit=0',
      'limit=-1',
      'limit=abc',
      'limit=1e3',
      'limit=',
      'limit=5&limit=6',
    ];
    for (const query of [...wrong, 'limit=%2B5', 'limit=0x10']) {
      expect([(await ask(query)).status, JSON.parse((await ask(query)).text).detail.parameter]).toEqual([
        422,
        'limit',
      ]);
    }
    for (const query of ['offset=-1', 'offset=1.5', 'offset=1e3', 'offset=%20']) {
      expect([(await ask(query)).status, JSON.parse((await ask(query)).text).detail.parameter]).toEqual([
        422,
        'offset',
      ]);
    }
    expect(JSON.parse((await ask('')).text)).toMatchObject({ limit: 100, offset: 0, total_rows: 30 });
    expect(JSON.parse((await ask('offset=1000')).text)).toMatchObject({
      rows: [],
      total_rows: 30,
      offset: 1000,
    });
  });

  it('may be larger than any table, and are repeated with all digits', async () => {
    const { get, key } = await testApp();
    const digits = fc
      .tuple(fc.nat({ max: 3 }), fc.bigInt({ min: 0n, max: 10n ** 40n }))
      .map(([zeros, number]) => [`${'0'.repeat(zeros)}${number}` as string, number] as const);
    const path = fc.constantFrom(
      ['/yields/series=US10Y', 30],
      ['/constituents/series=TESTIDX', 12],
      ['/yields/series=US10Y?units=chg', 29],
    );
    await fc.assert(
      fc.asyncProperty(path, digits, async ([where, total], [text, number]) => {
        const join = String(where).includes('?') ? '&' : '?';
        const answer = await get(`${where}${join}offset=${text}`, { 'x-api-key': key });
        expect(answer.status, text).toBe(200);
        expect(answer.text).toContain(`"total_rows":${total},"limit":100,"offset":${number},"latency":`);
        const { rows } = JSON.parse(answer.text);
        const left = number >= BigInt(total) ? 0n : BigInt(total) - number;
        expect(BigInt(rows.length)).toBe(left);
      }),
      {
        numRuns: 60,
        examples: [
          [
            ['/yields/series=US10Y', 30],
            ['9007199254740992', 9007199254740992n],
          ],
        ],
      },
    );
  });
});
