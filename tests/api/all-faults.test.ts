import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_FAULTS } from '../../service/contract/errors.ts';
import { allowed, notAllowed, type Parameter } from './allowed-values.ts';
import { BEARER, DEBT_PATH, DEBT_QUESTION, DEBT_RANGE, economic, type TestApp, testApp } from './folder.ts';

/** One 422 lists everything that is wrong with a request's parameters. */

type Fault = { error: string; parameter: string; message: string };

async function detailOf({ get, key }: TestApp, path: string): Promise<Fault & { errors: Fault[] }> {
  const { status, text } = await get(path, { 'x-api-key': key });
  expect([status, text]).toEqual([422, expect.any(String)]);
  return JSON.parse(text).detail;
}

/** For each path, correct parameters, and wrong values that may be combined, in checking order. */
const PATHS: readonly {
  path: (query: Record<string, string>) => string;
  right: Record<string, string>;
  wrong: Record<string, string>;
}[] = [
  {
    path: (query) => economic('us_debt', query),
    right: { series: 'debt_held_by_public', ...DEBT_RANGE },
    wrong: {
      limit: '5',
      series: 'nope',
      date_from: '2024-13-01',
      date_to: '2999-01-01',
      as_of: 'soon',
      format: 'xml',
      layout: 'tall',
      token_id: '',
      units: 'up',
      frequency: 'x',
      aggregation_method: 'mean',
      index_date: '2020',
    },
  },
  {
    path: (query) => `/yields/series=US2Y?${new URLSearchParams(query)}`,
    right: { limit: '5' },
    wrong: {
      state: 'CA',
      limit: '0',
      offset: '-1',
      format: 'xml',
      layout: 'tall',
      date_from: '2024-02-30',
      date_to: '2999-01-01',
      as_of: '2999-01-01',
      order: 'up',
      units: 'up',
      aggregation_method: 'mean',
    },
  },
  {
    path: (query) => `/api/v1/view?${new URLSearchParams(query)}`,
    right: { series: 'us_debt.debt_held_by_public', from: '2024-01-01', to: '2024-12-31' },
    wrong: {
      state: 'CA',
      format: 'ods',
      layout: 'tall',
      formulas: 'a/b',
      units: 'up',
      frequency: 'x',
      aggregation: 'mean',
      average: '1',
      index_date: '2020',
      as_of: 'soon',
      from: '2024-02-30',
      to: '2999-01-01',
      limit: '5',
    },
  },
];

describe('a request with several wrong parameters', () => {
  it.each(PATHS)(
    'is refused with each of them once, and with nothing else',
    async ({ path, right, wrong }) => {
      // Each run moves the clock by a minute, so that the limit per minute is never reached.
      const app = await testApp();
      await fc.assert(
        fc.asyncProperty(fc.subarray(Object.entries(wrong), { minLength: 1 }), async (chosen) => {
          app.clock.forward(60_000);
          const given = Object.fromEntries(chosen);
          const detail = await detailOf(app, path({ ...right, ...given }));
          const { errors, ...first } = detail;
          expect(errors.map(({ parameter }) => parameter).sort()).toEqual(Object.keys(given).sort());
          expect(first).toEqual(errors[0]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('lists two wrong codes of a view, and not the formula that needs them', async () => {
    const { errors } = await detailOf(await testApp(), '/api/v1/view?series=us_debt.a,yields.b&formulas=a/b');
    expect(
      errors.map(({ parameter, message }) => `${parameter}: ${message.split('.', 2).join('.')}`),
    ).toEqual(["series: There is no series 'us_debt.a'", "series: There is no series 'yields.b'"]);
  });

  it('lists missing parameters, except those whose name was misspelt', async () => {
    const app = await testApp();
    const missing = async (query: string) =>
      (await detailOf(app, `/api/v1/economic-data/us_debt?${query}`)).errors.map(
        ({ parameter }) => parameter,
      );
    expect(await missing('')).toEqual(['series', 'date_from', 'date_to']);
    expect(await missing('serie=a&start=2024-01-01')).toEqual(['serie', 'start', 'date_to']);
    expect(await missing('series[]=a&date_from=2024-01-01&date_from=2024-01-02')).toEqual([
      'series[]',
      'date_from',
      'date_to',
    ]);
  });

  it('checks units and methods of yields as it does without other faults, with spaces round them or not', async () => {
    const app = await testApp();
    const wrong = async (query: string) =>
      (await detailOf(app, `/yields/series=US10Y?limit=x&${query}`)).errors.map(
        ({ parameter, message }) => `${parameter}: ${message.split('.')[0]}`,
      );
    const limit = "limit: limit 'x' is not a whole number from 1 to 5000";
    expect(await wrong('units=%20ch1%20')).toEqual([limit]);
    expect(await wrong('frequency=m&aggregation_method=%20sum')).toEqual([
      limit,
      expect.stringMatching(/^aggregation_method: .*sum of rates is meaningless/),
    ]);
  });

  it('lists two days that do not fit together beside the other faults', async () => {
    const query = { series: 'nope', date_from: '2999-02-01', date_to: '2999-01-01' };
    const { errors } = await detailOf(await testApp(), economic('us_debt', query));
    expect(errors.map(({ parameter, message }) => `${parameter}: ${message}`)).toEqual([
      expect.stringMatching(/^series: /),
      expect.stringMatching(/^date_from: .* is after date_to/),
      expect.stringMatching(/^date_to: .* is in the future/),
    ]);
  });

  it(`lists ${MOST_FAULTS} faults at most`, async () => {
    const app = await testApp();
    const names = Array.from({ length: 300 }, (_, i) => `x${i}[]=1`).join('&');
    const codes = Array.from({ length: 300 }, (_, i) => `us_debt.x${i}`).join();
    for (const path of [`/api/v1/catalog?${names}`, `/api/v1/view?series=${codes}`])
      expect((await detailOf(app, path)).errors).toHaveLength(MOST_FAULTS);
  });
});

/** The accepted names and numbers, and the order of checks. `refusals.md` has the words of each refusal. */

const CLAIMS_QUESTION = { ...DEBT_QUESTION, series: 'initial_claims' };
const debt = (query: string) => `${DEBT_PATH}&${query}`;
const claims = (query: string) => `${economic('ui_state_weekly_claims', CLAIMS_QUESTION)}&${query}`;
const yields = (query: string) => `/yields/series=US10Y,US2Y?${query}`;
const constituents = (query: string) => `/constituents/series=TESTIDX?${query}`;
const catalog = (query: string) => `/api/v1/catalog?${query}`;

/** Names that no parameter here has. */
const HARMLESS = '_=1 cb=17 t=5 ts=5 v=2 nocache=1 utm_source=a callback=f __proto__=1'.split(' ');

const statusOf = async ({ get, key }: TestApp, path: string) =>
  (await get(path, { 'x-api-key': key })).status;

describe('the name of a parameter', () => {
  it('is checked after the key and the codes of the path, and a refusal repeats no key', async () => {
    const app = await testApp();
    const { get, key, keys } = app;
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    for (const words of ['limit[]=5', 'unit=pc1']) {
      for (const path of [debt(words), yields(words)]) expect((await get(path)).status).toBe(401);
      expect((await get(yields(words), { 'x-api-key': revoked.key })).status).toBe(403);
      expect(await statusOf(app, `/yields/series=NOPE?${words}`)).toBe(404);
    }
    expect(await statusOf(app, '/nope?a=1&a=1')).toBe(404);
    // `api_key[]` does not count as a key.
    expect((await get(debt(`api_key[]=${key}`))).status).toBe(401);
    for (const twice of [`api_key=${key}&api_key=${key}`, `api_key[]=${key}`, 'token_id=x&token_id=x']) {
      const { status, text } = await get(debt(twice), { 'x-api-key': key });
      expect([twice, status, text.includes(key)]).toEqual([twice, 422, false]);
    }
  });

  it('may be one that tools add, a key in the query of market data, or one that the document lists', async () => {
    const app = await testApp();
    for (const path of [debt, claims, yields, constituents])
      for (const query of HARMLESS) expect(await statusOf(app, path(query)), path(query)).toBe(200);
    for (const name of ['api_key', 'apikey', 'API_KEY'])
      expect(await statusOf(app, yields(`${name}=${app.key}`))).toBe(200);
    const { paths } = JSON.parse((await app.get('/openapi.json')).text);
    for (const [template, { get: operation }] of Object.entries<{
      get?: { parameters?: { in: string; name: string }[] };
    }>(paths)) {
      const path = template.replace('{codes}', 'US10Y').replace('{code}', 'TESTIDX');
      for (const { name, in: place } of operation?.parameters ?? []) {
        if (place !== 'query') continue;
        const { text } = await app.get(`${path}?${name}=?`, { 'x-api-key': app.key });
        expect(text, `${path} ${name}`).not.toMatch(/is not a parameter|means nothing here/);
      }
    }
  });

  it('may stand once, and is refused if it stands twice or in brackets', async () => {
    const app = await testApp();
    const name = fc.string({ minLength: 1, maxLength: 40 }).map(encodeURIComponent);
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(yields, constituents, catalog), async (text, path) => {
        app.clock.forward(60_000);
        expect([200, 422]).toContain(await statusOf(app, path(`${text}=1`)));
        expect(await statusOf(app, path(`${text}=1&x=1&${text}=2`))).toBe(422);
        expect(await statusOf(app, path(`${text}%5B%5D=1`))).toBe(422);
      }),
      { numRuns: 60 },
    );
  });
});

it('values may have spaces and commas, and a path may have a code twice', async () => {
  const app = await testApp();
  expect(await statusOf(app, claims('state=%20CA%20,%20NY,CA'))).toBe(200);
  const { text } = await app.get('/yields/series=US2Y,US10Y,US2Y?limit=2', { 'x-api-key': app.key });
  expect(JSON.parse(text).total_rows).toBe(60);
});

it('an offset may be larger than any table, and is answered with all its digits', async () => {
  const { get, key } = await testApp();
  const digits = fc
    .tuple(fc.nat({ max: 3 }), fc.bigInt({ min: 0n, max: 10n ** 40n }))
    .map(([zeros, number]) => [`${'0'.repeat(zeros)}${number}` as string, number] as const);
  const path = fc.constantFrom(
    ['/yields/series=US10Y?', 30],
    ['/constituents/series=TESTIDX?', 12],
    ['/yields/series=US10Y?units=chg&', 29],
  );
  await fc.assert(
    fc.asyncProperty(path, digits, async ([where, total], [text, number]) => {
      const answer = await get(`${where}offset=${text}`, { 'x-api-key': key });
      expect(answer.status, text).toBe(200);
      expect(answer.text).toContain(`"total_rows":${total},"limit":100,"offset":${number},"latency":`);
      const left = number >= BigInt(total) ? 0n : BigInt(total) - number;
      expect(BigInt(JSON.parse(answer.text).rows.length)).toBe(left);
    }),
    {
      numRuns: 60,
      examples: [
        [
          ['/yields/series=US10Y?', 30],
          ['9007199254740992', 9007199254740992n],
        ],
      ],
    },
  );
});

/** `refusals.md` has every wrong request with its refusal, and is written again with `vitest -u`. */

it('every wrong request is refused with 422, in the words of `refusals.md`', async () => {
  const app = await testApp();
  const again: string[] = [];
  for (const line of readFileSync(`${import.meta.dirname}/refusals.md`, 'utf8').split('\n')) {
    const [path = ''] = line.split(' => ');
    if (!path.startsWith('/')) {
      again.push(line);
      continue;
    }
    // The app's own page is exempt from limits.
    const { status, text, headers } = await app.get(path, BEARER);
    expect([path, status]).toEqual([path, 422]);
    const { errors, ...first } = JSON.parse(text).detail;
    expect([path, errors]).toEqual([path, [{ ...first, error: 'invalid_parameter' }]]);
    expect(headers['cache-control']).toBe('no-store');
    if (path.startsWith('/api/v1/view') && !path.includes('format'))
      expect((await app.get(`${path}&format=csv`, { 'x-api-key': app.key })).status).toBe(422);
    again.push(`${path} => ${first.parameter}: ${first.message}`);
  }
  await expect(again.join('\n')).toMatchFileSnapshot('refusals.md');
});

it('a code of thousands of characters is not repeated', async () => {
  const { get, key } = await testApp();
  const path = economic('us_debt', {
    series: 'x'.repeat(9000),
    date_from: '2024-01-01',
    date_to: '2024-12-31',
  });
  const { status, text } = await get(path, { 'x-api-key': key });
  expect([status, text.length < 1000]).toEqual([422, true]);
  expect(text).toContain('9000 characters');
});

/** Checks that each parameter in the OpenAPI document accepts the values of its schema, and no others. */

/** For some parameters, the other parameters without which they have no effect. */
const COMPANY: Record<string, Record<string, string>> = {
  aggregation_method: { frequency: 'a' },
  index_date: { units: 'nbd' },
};
/** A weekly dataset may also be asked for its own weeks by their FRED code, which the document leaves out. */
const ALSO_RIGHT: Record<string, string> = {
  ui_weekly_claims: 'wesa',
  ui_state_weekly_claims: 'wesa',
  factors_affecting_reserve_balances: 'wew',
};

describe('the document and the check of parameters', () => {
  it('agree on each parameter of each path', { tags: 'soak' }, async () => {
    const { get } = await testApp();
    const { paths } = JSON.parse((await get('/openapi.json')).text) as {
      paths: Record<string, { get?: { parameters?: Parameter[] } }>;
    };
    const ask = async (path: string, query: Record<string, string>) => {
      const answer = await get(`${path}?${new URLSearchParams(query)}`, { ...BEARER });
      return {
        status: answer.status,
        detail: answer.status === 422 ? JSON.parse(answer.text).detail : undefined,
      };
    };
    let checked = 0;
    for (const [pattern, { get: operation }] of Object.entries(paths)) {
      // FRED's refusals have another form: tests/fred/schema-agrees.test.ts.
      if (/^\/(fred|graph)\//.test(pattern)) continue;
      const path = pattern.replace('{codes}', 'US10Y').replace('{code}', 'TESTIDX');
      const parameters = (operation?.parameters ?? []).filter((one) => one.in === 'query');
      const needed = Object.fromEntries(
        parameters.filter((one) => one.required).map(({ name, example }) => [name, String(example)]),
      );
      for (const parameter of parameters) {
        const { name } = parameter;
        const base = { ...needed, ...COMPANY[name] };
        const right = allowed(parameter);
        const wrong = notAllowed(parameter);
        if (!right || !wrong) continue;
        checked++;
        await fc.assert(
          fc.asyncProperty(right, async (value) => {
            const more = value === 'nbd' && name === 'units' ? { index_date: '2020-02-03' } : {};
            const { status, detail } = await ask(path, { ...base, ...more, [name]: value });
            // The schema does not say which series can be added up: the sum of a rate is refused.
            if (value === 'sum' && status === 422) expect(detail.message).toMatch(/\bsum\b/);
            else expect([status, detail], `${path} ${name}=${value}`).toEqual([200, undefined]);
          }),
          { numRuns: 12 },
        );
        await fc.assert(
          fc.asyncProperty(wrong, async (value) => {
            fc.pre(name !== 'frequency' || value !== ALSO_RIGHT[path.split('/').at(-1) ?? '']);
            const { status, detail } = await ask(path, { ...base, [name]: value });
            expect([status, detail?.parameter], `${path} ${name}=${value}`).toEqual([422, name]);
          }),
          { numRuns: 12 },
        );
        if (!parameter.required) continue;
        const { [name]: _, ...others } = base as Record<string, string>;
        expect((await ask(path, others)).detail?.message, path).toMatch(`${name} is missing`);
      }
    }
    expect(checked).toBeGreaterThan(60);
  });
});
