import { execFileSync } from 'node:child_process';
import vm from 'node:vm';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { seriesEntry } from '../../service/api/catalog.ts';
import { blocks, inline } from '../../service/api/docs/page.ts';
import { SCRIPT } from '../../service/api/docs/routes.ts';
import { Catalog, CatalogSeries } from '../../service/contract/catalog.ts';
import {
  ConstituentsEnvelope,
  EconomicEnvelope,
  ViewEnvelope,
  YieldsEnvelope,
} from '../../service/contract/economic.ts';
import {
  FredErrorBody,
  InvalidApiKeyBody,
  InvalidParameterBody,
  LimitExceededBody,
  PlainBody,
} from '../../service/contract/errors.ts';
import { DATASETS, findSeries, YIELD_CODES } from '../../service/datasets/index.ts';
import type { Series } from '../../service/datasets/types.ts';
import { US_DEBT } from '../../service/datasets/us_debt/definition.ts';
import { BEARER, DEBT_PATH, economic, publish, publishConstituents, testApp } from './folder.ts';

const SCHEMAS: Record<string, TSchema> = {
  EconomicEnvelope,
  ViewEnvelope,
  YieldsEnvelope,
  ConstituentsEnvelope,
  Catalog,
  InvalidApiKeyBody,
  LimitExceededBody,
  InvalidParameterBody,
  PlainBody,
  FredErrorBody,
};

describe('discovery, without a key', () => {
  it('lists every dataset and series, and what is stored of them', async () => {
    const { get, dataDir } = await testApp();
    const body = JSON.parse((await get('/api/v1/catalog')).text);
    expect([...Value.Errors(Catalog, body)]).toEqual([]);
    expect(body.datasets.map(({ id }: { id: string }) => id)).toEqual(DATASETS.map(({ id }) => id));
    const dataset = (id: string) => body.datasets.find((one: { id: string }) => one.id === id);
    expect(dataset('us_debt')).toMatchObject({
      origin: 'file',
      count: 120,
      first_date: '2024-01-02',
      last_date: '2024-02-26',
    });
    expect(dataset('ui_state_weekly_claims').series[0]).toMatchObject({ count: 9, first_date: '2024-01-06' });
    expect(dataset('jolts')).toMatchObject({ origin: null, last_update: null, count: 0, first_date: null });
    expect(dataset('yields').series.map(({ code }: { code: string }) => code)).toEqual([
      ...YIELD_CODES,
      ...['US10Y_US2Y', 'US10Y_US3M', 'US30Y_US5Y'],
    ]);
    // The spread has observations because both its yields are stored; the dataset counts stored ones only.
    expect(dataset('yields')).toMatchObject({ count: 60 });
    expect(dataset('yields').series.at(14)).toMatchObject({
      unit: 'percentage points',
      count: 30,
      first_date: '2024-03-01',
    });
    expect(dataset('yields').series.at(15)).toMatchObject({ count: 0, first_date: null });
    const own = dataset('constituents').series.find(({ code }: { code: string }) => code === 'TESTIDX');
    expect(own).toMatchObject({ count: 12, last_date: '2024-03-28' });
    expect(dataset('us_debt').series[0].lists).toBeUndefined();
    publish(dataDir, 'jolts', [{ code: 'hires_level_sa', date: '2024-01-01', value: '5' }]);
    expect(JSON.parse((await get('/api/v1/catalog')).text).data_version).not.toBe(body.data_version);
  });

  it('lists the stored lists of an index or fund, newest first, with their origin', async () => {
    const { get, dataDir } = await testApp({ isEmpty: true });
    const listsOf = async (code: string) => {
      const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
      const { series } = datasets.find((one: { id: string }) => one.id === 'constituents');
      return series.find((one: { code: string }) => one.code === code)?.lists;
    };
    expect(await listsOf('SPY')).toEqual([]);
    for (const day of ['2024-03-28', '2023-12-29', '2024-03-28', '2025-01-31'])
      publishConstituents(dataDir, 'TESTIDX', day);
    const held = (as_of: string) => ({ as_of, count: 12, has_weights: true, origin: 'file' });
    expect(await listsOf('TESTIDX')).toEqual(['2025-01-31', '2024-03-28', '2023-12-29'].map(held));
  });

  it('says how fresh a dataset is, to the minute, except for sample data', async () => {
    const { get, dataDir, clock: time } = await testApp();
    const freshness = async (id: string) => {
      const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
      return datasets.find((one: { id: string }) => one.id === id).freshness;
    };
    expect(await freshness('jolts')).toBeNull();
    publish(dataDir, 'ui_weekly_claims', [{ code: 'initial_claims_sa', date: '2026-11-14', value: '5' }]);
    expect(await freshness('ui_weekly_claims')).toEqual({
      state: 'current',
      days_late: 0,
      expected_last_date: '2026-11-14',
      next_release: '2026-11-25T13:30:00.000Z',
      next_release_text: 'Wed 2026-11-25, 08:30 ET',
      behind: [],
    });
    time.set('2026-11-25T13:30:59Z');
    expect(await freshness('ui_weekly_claims')).toMatchObject({
      state: 'due',
      expected_last_date: '2026-11-21',
      next_release_text: 'Thu 2026-12-03, 08:30 ET',
      behind: ['initial_claims_sa'],
    });
    expect(await freshness('us_debt')).toMatchObject({ state: 'late' });
    const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
    const jolts = datasets.find(({ id }: { id: string }) => id === 'jolts');
    // The next release is known even for a dataset without data.
    expect(jolts.release).toMatchObject({
      next: '2026-12-01T15:00:00.000Z',
      next_text: 'about Tue 2026-12-01',
    });
    const sample = [{ code: 'quits_level_sa', date: '2026-09-01', value: '5' }];
    publish(dataDir, 'jolts', sample, 'sample');
    expect(await freshness('jolts')).toBeNull();
  });

  it('is an OpenAPI 3.1 document that a validator accepts, with every path of the service', async () => {
    const { get } = await testApp();
    const document = JSON.parse((await get('/openapi.json')).text);
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.servers[0].url).toBe('http://127.0.0.1:80');
    for (const { id, group, series } of DATASETS) {
      if (group !== 'economic-data') continue;
      const { get: operation } = document.paths[`/api/v1/economic-data/${id}`];
      expect(operation.parameters[0].schema.items.enum).toEqual(series.map(({ code }) => code));
      expect(operation.parameters.map(({ name }: { name: string }) => name)).toContain('as_of');
      for (const status of ['200', '304', '401', '403', '405', '421', '422', '429', '500', '503']) {
        expect(operation.responses[status], `${id} ${status}`).toBeDefined();
      }
    }
    for (const path of ['/healthz', '/api/v1/catalog', '/openapi.json', '/docs']) {
      expect(document.paths[path]).toBeDefined();
      expect((await get(path)).status).toBe(200);
    }
  });

  it('lists every refusal with the body that is really sent, in its table and beside each operation', async () => {
    const { get, key, keys } = await testApp();
    const document = JSON.parse((await get('/openapi.json')).text);
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    const yields = '/yields/series={codes}';
    const debt = '/api/v1/economic-data/us_debt';
    const refused: [string, string, Record<string, string>, string?][] = [
      [yields, '/yields/series=US2Y', {}],
      [yields, '/yields/series=US2Y', { 'x-api-key': revoked.key }],
      [yields, '/yields/series=US2Y', { origin: 'https://evil.example' }],
      [yields, '/yields/series=US11Y', { 'x-api-key': key }],
      [yields, '/yields/series=US2Y', { host: 'evil.example' }],
      [yields, '/yields/series=US2Y', {}, 'POST'],
      [debt, DEBT_PATH, {}],
      [debt, DEBT_PATH, { origin: 'https://evil.example' }],
      ['/healthz', '/healthz', { origin: 'https://evil.example' }],
    ];
    for (const [template, path, headers, method] of refused) {
      const { status, text } = await get(path, headers, method);
      const told = document.paths[template].get.responses[status];
      const name = String(told.$ref).split('/').at(-1) ?? '';
      const content = document.components.responses[name].content['application/json'];
      const examples = [
        content.example,
        ...Object.values<{ value: unknown }>(content.examples ?? {}).map((one) => one.value),
      ];
      expect(examples, `${template} ${status}`).toContainEqual(JSON.parse(text));
      const rows = document.info.description
        .split('\n')
        .filter((row: string) => row.startsWith(`| ${status} |`));
      expect(rows.join('\n'), `${status}`).toContain(text);
    }
  });

  it('shows examples that match their schemas', async () => {
    const { get } = await testApp();
    const document = JSON.parse((await get('/openapi.json')).text);
    let checked = 0;
    const media = [
      ...Object.values<Record<string, { responses: object }>>(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
      ),
      ...Object.values(document.components.responses),
    ].flatMap((response) => Object.values<Record<string, never>>(response.content ?? {}));
    for (const { schema, example, examples } of media as unknown as {
      schema: { $ref?: string };
      example?: unknown;
      examples?: Record<string, { value: unknown }>;
    }[]) {
      const name = schema.$ref?.split('/').at(-1);
      if (name === undefined) continue;
      const known = SCHEMAS[name];
      expect(known, name).toBeDefined();
      for (const value of [example, ...Object.values(examples ?? {}).map((one) => one.value)]) {
        if (value === undefined || !known) continue;
        expect([...Value.Errors(known, value)], name).toEqual([]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  it('has schemas that real answers match', async () => {
    const { get, key } = await testApp();
    const bearer = BEARER;
    const real: [TSchema, string, Record<string, string>][] = [
      [EconomicEnvelope, DEBT_PATH, bearer],
      [YieldsEnvelope, '/yields/series=US2Y', bearer],
      [ConstituentsEnvelope, '/constituents/series=TESTIDX', bearer],
      [InvalidApiKeyBody, DEBT_PATH, {}],
      [InvalidParameterBody, economic('us_debt', { series: 'x', api_key: key }), {}],
      [PlainBody, '/yields/series=US2Y', {}],
      [PlainBody, '/nope', {}],
    ];
    for (const [schema, path, headers] of real) {
      expect([...Value.Errors(schema, JSON.parse((await get(path, headers)).text))], path).toEqual([]);
    }
  });
});

type Entry = { code: string; discontinued: boolean; discontinued_on: string | null };

it('the catalogue says for every series whether its publisher has ended it', async () => {
  const { get } = await testApp();
  const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
  const told = datasets.flatMap(({ series }: { series: Entry[] }) => series);
  const declared = DATASETS.flatMap(({ series }) => series.filter((one) => one.discontinuedOn !== undefined));
  expect(told.length).toBeGreaterThan(60);
  expect(told.filter((one: Entry) => one.discontinued).map((one: Entry) => one.code)).toEqual(
    declared.map(({ code }) => code),
  );
  // No served series has been ended by its publisher.
  expect(declared).toEqual([]);
});

it('an ended series is listed with its last date', () => {
  const going = findSeries('us_debt', 'debt_held_by_public') as Series;
  const held = { count: 0, first_date: null, last_date: null };
  const ended = seriesEntry(US_DEBT, { ...going, discontinuedOn: '2020-03-31' }, held);
  expect(ended).toMatchObject({ discontinued: true, discontinued_on: '2020-03-31' });
  expect([...Value.Errors(CatalogSeries, ended)]).toEqual([]);
  expect(seriesEntry(US_DEBT, going, held)).toMatchObject({ discontinued: false, discontinued_on: null });
});

/** A client that is generated from the OpenAPI document alone works unchanged. */

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  style?: string;
  explode?: boolean;
  schema: { type?: string; items?: { enum: readonly string[] }; const?: string };
  example?: unknown;
};
type Operation = { operationId: string; parameters?: readonly Parameter[]; security: readonly object[] };

/** OpenAPI 3.1, 'Style Values': by default, a list in a query repeats the parameter's name. */
function written(
  { name, in: where, style = where === 'query' ? 'form' : 'simple', ...said }: Parameter,
  value: unknown,
) {
  const explode = said.explode ?? style === 'form';
  const texts = [value].flat().map((one) => encodeURIComponent(String(one)));
  if (style === 'simple') return texts.join();
  expect(style).toBe('form');
  return explode ? texts.map((text) => `${name}=${text}`).join('&') : `${name}=${texts.join()}`;
}

/** @returns two of the values of a list; for other parameters, their example. */
const sentValue = ({ schema: { type, items }, example }: Parameter): unknown =>
  type === 'array' ? (items?.enum ?? []).slice(0, 2) : example;

/** @returns the address of a request with all required parameters and every list. */
function addressOf(path: string, { parameters = [] }: Operation): string {
  let address = path;
  const query: string[] = [];
  for (const one of parameters) {
    const value = sentValue(one);
    if (one.in === 'path') address = address.replace(`{${one.name}}`, written(one, value));
    else if (one.in === 'query' && (one.required || one.schema.type === 'array'))
      query.push(written(one, value));
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

it('a generated client writes lists, in paths and queries, as the service reads them', async () => {
  const { get, key } = await testApp();
  const { paths } = JSON.parse((await get('/openapi.json')).text) as {
    paths: Record<string, { get?: Operation }>;
  };
  let lists = 0;
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const own = operation?.parameters?.filter(({ schema }) => schema.type === 'array') ?? [];
    if (!operation || own.length === 0) continue;
    lists += own.length;
    const answer = await get(addressOf(path, operation), { 'x-api-key': key });
    expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
  }
  // Seven lists of series, one list of states, and the list of codes of the yields.
  expect(lists).toBe(9);
});

it('a generated client sends its key in a header, the first way in the document', async () => {
  const { get } = await testApp();
  const { paths } = JSON.parse((await get('/openapi.json')).text) as {
    paths: Record<string, { get?: Operation }>;
  };
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const [first] = operation?.security ?? [];
    if (first) expect(Object.keys(first), path).toEqual(['keyInHeader']);
  }
});

it('the page loads nothing from elsewhere and keeps no key', async () => {
  const { get } = await testApp();
  const { text, headers } = await get('/docs');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const sources = [...text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, source]) => source ?? '');
  const own = sources.filter((source) => source.startsWith('/'));
  expect(own.toSorted()).toEqual([
    '/docs/almanac.css',
    '/docs/almanac.js',
    '/docs/inter.woff2',
    '/openapi.json',
  ]);
  for (const source of own) expect((await get(source)).status, source).toBe(200);
  const script = (await get('/docs/almanac.js')).text;
  expect(script).not.toMatch(/https?:|setItem|document\.cookie/);
});

it('the page has every operation, with a field for each parameter except the key', async () => {
  const { get } = await testApp();
  const document = JSON.parse((await get('/openapi.json')).text);
  const { text } = await get('/docs');
  for (const [path, { get: operation }] of Object.entries<{
    get?: { operationId: string; parameters?: { name: string; in: string }[] };
  }>(document.paths)) {
    // The page cannot send POST requests.
    if (!operation) continue;
    const begin = text.indexOf(`id="${operation.operationId}"`);
    const part = text.slice(begin, text.indexOf('</details>', begin));
    expect(part).toContain(`data-path="${path}"`);
    const asked = [...part.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
    const wanted = (operation.parameters ?? []).filter(
      (one) => one.in !== 'header' && one.name !== 'api_key',
    );
    expect(asked, path).toEqual(wanted.map(({ name }) => name));
  }
});

it('paragraphs, lists and tables become elements', () => {
  expect(blocks('One\ntwo\n\n- **a** `b<c`\n- *d*')).toBe(
    '<p>One two</p>\n<ul><li><strong>a</strong> <code>b&lt;c</code></li><li><em>d</em></li></ul>',
  );
  expect(blocks('| A | B |\n|---|---|\n| 1 | `{"x":1}` |')).toContain(
    '<tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><code>{&quot;x&quot;:1}</code></td></tr>',
  );
});

it('no text can add an element or close an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', '&', '*', '`', 'a', ' ') }), (text) => {
      const left = inline(text).replaceAll(/<\/?(code|strong|em)>|&(amp|lt|gt|quot);/g, '');
      expect(left).not.toMatch(/[<>"&]/);
    }),
  );
});

/** @returns the command that `/docs` shows for a form with these values. */
function shownCurl(values: Readonly<Record<string, string>>): string {
  const field = { value: '' };
  const elements = Object.entries(values).map(([name, value]) => ({ name, value, dataset: { in: 'query' } }));
  const form = {
    dataset: { path: '/api/v1/view', key: '' },
    elements,
    querySelector: () => field,
    addEventListener: () => undefined,
  };
  vm.runInNewContext(SCRIPT, {
    document: {
      body: { dataset: { server: 'http://127.0.0.1:4780' } },
      getElementById: () => ({ value: '' }),
      forms: [form],
      querySelectorAll: () => [],
    },
    location: { port: '4780', hash: '' },
    URL,
    HTMLDetailsElement: class {},
    addEventListener: () => undefined,
  });
  return field.value;
}

it('the command of /docs makes a shell send the same address as the form, for any input', () => {
  const values = { series: 'jolts.quits_rate_sa,us_debt.x', note: `it's $HOME & \`id\` !! "a" *|;#()\\` };
  const program = 'curl() { printf \'%s\\0\' "$@"; }; export ALMANAC_API_KEY=alm_x';
  const said = execFileSync('bash', ['-c', `${program}\n${shownCurl(values)}`], { encoding: 'utf8' });
  const [option, header, address = '', ...more] = said.split('\0').slice(0, -1);
  expect([option, header, more]).toEqual(['-H', 'X-API-Key: alm_x', []]);
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual(values);
  // In double quotes, an interactive shell would expand an exclamation mark.
  expect(shownCurl(values)).toMatch(/ 'http:[^']*'$/);
});
