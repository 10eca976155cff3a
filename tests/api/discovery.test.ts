import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { seriesEntry } from '../../service/api/catalog.ts';
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
import { CREDENTIAL, DEBT_PATH, economic, publish, publishConstituents, testApp } from './folder.ts';

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
  it('says that the service is healthy', async () => {
    const { get } = await testApp();
    const { status, text } = await get('/healthz');
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'ok', version: expect.stringMatching(/^\d/) },
    ]);
  });

  it('lists every dataset and series, and what is held of them', async () => {
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
    // Its two yields are held; the dataset counts what is stored.
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

  it('lists the lists of an index or fund, newest first, with their origin', async () => {
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

  it('says how fresh a dataset is, to the minute, and nothing of a sample', async () => {
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
    // What is released next is known of a dataset that nothing is held of, too.
    expect(jolts.release).toMatchObject({
      next: '2026-12-01T15:00:00.000Z',
      next_text: 'about Tue 2026-12-01',
    });
    const sample = [{ code: 'quits_level_sa', date: '2026-09-01', value: '5' }];
    publish(dataDir, 'jolts', sample, 'sample');
    expect(await freshness('jolts')).toBeNull();
  });

  it('is an OpenAPI 3.1 document that a validator takes, with every path that is answered', async () => {
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

  it('lists every refusal, with the bodies that are really sent, in its table and beside each operation', async () => {
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

  it('shows examples that are what their schemas say', async () => {
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

  it('tells the truth: real answers are what the schemas say', async () => {
    const { get, key } = await testApp();
    const bearer = { authorization: `Bearer ${CREDENTIAL}` };
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

it('the catalogue says of every series whether its publisher has ended it', async () => {
  const { get } = await testApp();
  const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
  const told = datasets.flatMap(({ series }: { series: Entry[] }) => series);
  const declared = DATASETS.flatMap(({ series }) => series.filter((one) => one.discontinuedOn !== undefined));
  expect(told.length).toBeGreaterThan(60);
  expect(told.filter((one: Entry) => one.discontinued).map((one: Entry) => one.code)).toEqual(
    declared.map(({ code }) => code),
  );
  // Nothing that is served has been ended by its publisher.
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
