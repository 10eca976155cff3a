import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { STATES } from '../../service/datasets/states.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { bytesOf } from '../../service/mcp/fit.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../../service/series-math/fred-codes.ts';
import { openReader } from '../../service/store/index.ts';
import { clock, fillFolder, publish, testApp } from '../http/folder.ts';
import { call, clientOf, LOGS, NOW, type Result, sampleApp, textOf } from './client.ts';

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Most tests only read, and share these. */
let sampled: Client;
let small: Client;
beforeAll(async () => {
  const app = await sampleApp();
  sampled = await clientOf(app);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  fillFolder(folder);
  const reader = withSpreads(openReader(folder));
  small = await clientOf({ reader });
  closers.push(async () => reader.close(), app.close);
  closers.unshift(async () => {
    for (const each of [folder, app.folder]) rmSync(each, { recursive: true, force: true });
  });
});

const IDS = DATASETS.flatMap((dataset) =>
  dataset.series.flatMap(({ code }) =>
    dataset.byState
      ? Object.keys(STATES).map((state) => `${dataset.id}.${code}.${state}`)
      : [`${dataset.id}.${code}`],
  ),
);
const day = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .date({ min: new Date('1985-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  },
  fc.constantFrom('2025-02-30', '9999-12-31', '0001-01-01', 'yesterday'),
);
const ids = (most: number) =>
  fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...IDS) }, fc.string({ maxLength: 40 })), {
      minLength: 1,
      maxLength: most,
    })
    .map((list) => list.join(','));
const formula = fc.constantFrom('a', 'a+b', 'a/b*100', 'avg(a,b)', 'ma(a,3)', 'z', 'a/', '1+'.repeat(90));
const optional = { requiredKeys: ['series'] as 'series'[] };
const CALLS = fc.oneof(
  fc.constant(['list_datasets', {}] as const),
  fc
    .record({
      query: fc.oneof(
        fc.constantFrom('claims', 'rate', 'yield', 'Texas', 'JOLTS', 'a'),
        fc.string({ maxLength: 250, unit: 'grapheme' }),
      ),
      limit: fc.integer({ min: 0, max: 25 }),
    })
    .map((args) => ['search_series', args] as const),
  fc.record({ series: ids(1) }).map((args) => ['describe_series', args] as const),
  fc
    .record(
      {
        series: ids(10),
        formula,
        units: fc.constantFrom(...UNITS),
        frequency: fc.constantFrom(...ASKED_FREQUENCIES),
        aggregation: fc.constantFrom(...AGGREGATIONS),
        from: day,
        to: day,
        as_of: day,
        limit: fc.integer({ min: 1, max: 300 }),
      },
      optional,
    )
    .map((args) => ['get_observations', args] as const),
  fc.record({ series: ids(22), date: day, other_date: day }).map((args) => ['compare_dates', args] as const),
  fc.record({ series: ids(1), date: day }).map((args) => ['explain_observation', args] as const),
  fc.record({ series: ids(1), since: day }, optional).map((args) => ['list_revisions', args] as const),
);

/** What every answer about series must carry. */
function expectFacts(name: string, { structuredContent = {} }: Result): void {
  const { lines, series, datasets } = structuredContent as Record<string, Record<string, unknown>[]>;
  const told = lines ?? (Array.isArray(series) ? series : undefined) ?? datasets ?? [structuredContent];
  for (const one of told) {
    expect(one, name).toMatchObject({ source: expect.stringMatching(/\w/), is_sample: expect.any(Boolean) });
    expect(one).toHaveProperty('last_date');
    if (!datasets)
      expect(one).toMatchObject({
        unit: expect.stringMatching(/\S/),
        adjustment: expect.stringMatching(/SA/),
      });
  }
  expect(structuredContent.chart).toMatch(/^almanac:\/\/view/);
}

test('no answer is longer than 6,000 bytes, whatever is asked, and each carries its facts', async () => {
  let good = 0;
  await fc.assert(
    fc.asyncProperty(CALLS, async ([name, args]) => {
      const answer = await call(sampled, name, args);
      expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
      expect(textOf(answer).length).toBeGreaterThan(10);
      if (answer.isError) return;
      good++;
      expectFacts(name, answer);
    }),
    { numRuns: Number(process.env.ALMANAC_SOAK ? 1000 : 120) },
  );
  expect(LOGS).toEqual([]);
  expect(good).toBeGreaterThan(20);
});

test('the newest rows come, and what is left out is said with the address of all', async () => {
  const client = sampled;
  const usual = await call(client, 'get_observations', { series: 'us_debt.total_public_debt_outstanding' });
  const { rows, left_out, api } = usual.structuredContent as {
    rows: string[][];
    left_out: string;
    api: string;
  };
  expect(rows).toHaveLength(24);
  expect(rows.at(-1)?.[0]).toBe('2026-11-18');
  expect(left_out).toContain('The newest 24 of ');
  expect(api).toBe('http://127.0.0.1:4780/api/v1/view?series=us_debt.total_public_debt_outstanding');
  const many = await call(client, 'get_observations', { series: 'yields.US10Y', limit: 300 });
  expect((many.structuredContent as { rows: unknown[] }).rows.length).toBeGreaterThan(90);
});

test('of a series that is not held it says so, and not that the range is wrong', async () => {
  const nothing = await call(small, 'get_observations', { series: 'jolts.quits_rate_sa' });
  expect(nothing.structuredContent).toMatchObject({ rows: [], total_rows: 0 });
  expect(textOf(nothing)).toContain('holds no data of it yet');
  const early = await call(small, 'get_observations', { series: 'yields.US10Y', to: '2001-01-01' });
  expect(textOf(early)).toMatch(/no values in this range|from/);
});

test.each([
  ['get_observations', { series: 'yields.US10Y', unit: 'pc1' }, "no argument 'unit'. Did you mean units?"],
  ['get_observations', {}, 'series is missing. It is: Ids with commas'],
  ['get_observations', { series: 'yields.US10Y', units: 'percent' }, 'units is not right.'],
  ['get_observations', { series: 'yields.US10Y', limit: 301 }, 'A whole number from 1 to 300.'],
  ['get_observations', { series: 'yields.US10Y', from: '2025-02-30' }, '2025-02-30'],
  ['get_observations', { series: 'yields.US10Y', as_of: '2030-01-01' }, 'in the future'],
  ['get_observations', { series: 'yields.US10Y', formula: 'a/c' }, 'c'],
  [
    'compare_dates',
    { series: 'yields.US10Y', date: '2024-03-05', other_date: '2024-03-05' },
    'Exchange them',
  ],
  ['explain_observation', { series: 'yields.US10Y,yields.US2Y', date: '2024-03-05' }, 'one at a time'],
  ['list_datasets', { all: true }, 'It takes no arguments.'],
])('%s %j is refused with a line that says what would be right', async (name, args, said) => {
  const client = small;
  const answer = await call(client, name, args);
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain(said);
});

test.each([
  [{ formula: 'a/b*100' }, 'ratio (a/b*100)'],
  [{ formula: 'ln(a)' }, 'calculated (ln(a))'],
  [{ formula: 'a/2' }, 'calculated (a/2)'],
  [{ formula: 'a-b' }, 'pp'],
  [{ units: 'log' }, 'Natural log'],
])('the unit of %j is told: %s', async (asked, unit) => {
  const answer = await call(small, 'get_observations', { series: 'yields.US10Y,yields.US2Y', ...asked });
  expect(answer.structuredContent).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ unit })]),
  });
  expect(textOf(answer).replace(': ', '; ')).toContain(`; ${unit}; `);
});

test('a chart that cannot have all of the series says so', async () => {
  const dates = { date: '2026-09-30', other_date: '2026-11-19' };
  const codes = ['1M', '2M', '3M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y'].map((one) => `yields.US${one}`);
  const nine = await call(sampled, 'compare_dates', { series: codes.join(','), ...dates });
  expect(nine.structuredContent).toMatchObject({ chart_note: 'The chart has the first 8 of 9 series.' });
  expect(textOf(nine)).toContain('The chart has the first 8 of 9 series.');
  const eight = await call(sampled, 'compare_dates', { series: codes.slice(1).join(','), ...dates });
  expect(eight.structuredContent).toMatchObject({ chart_note: null });
  expect(textOf(eight)).not.toContain('The chart has');
});

test('a change between two dates is exact, of the newest value before each', async () => {
  const client = small;
  const asked = {
    series: 'us_debt.debt_held_by_public,yields.US10Y',
    date: '2024-01-07',
    other_date: '2024-03-10',
  };
  const { structuredContent } = await call(client, 'compare_dates', asked);
  expect(structuredContent?.series).toMatchObject([
    {
      date: '2024-01-05',
      value: '20000000003000.10',
      other_date: '2024-02-26',
      other_value: '20000000039000.10',
      change: '36000.00',
      percent_change: '0.00',
    },
    {
      date: null,
      value: null,
      other_date: '2024-03-08',
      other_value: '4.05',
      change: null,
      percent_change: null,
      is_sample: true,
    },
  ]);
});

test('a value is explained and its revision listed; as_of answers what was known before', async () => {
  const app = await testApp({ clock: clock(NOW) });
  const { dataDir } = app;
  const client = await clientOf(app);
  const revised = [{ code: 'debt_held_by_public', date: '2024-01-05', value: '20000000009999.99' }];
  publish(dataDir, 'us_debt', revised, 'file', '2026-11-20T13:00:00.000Z');
  const series = 'us_debt.debt_held_by_public';
  const explained = await call(client, 'explain_observation', { series, date: '2024-01-05' });
  expect(explained.structuredContent).toMatchObject({
    current: { value: '20000000009999.99', origin: 'file', file: 'fixture' },
    replaced: [{ value: '20000000003000.10' }],
  });
  const { structuredContent } = await call(client, 'list_revisions', { series });
  expect(structuredContent?.revisions).toMatchObject([
    { date: '2024-01-05', old_value: '20000000003000.10', new_value: '20000000009999.99' },
  ]);
  const spread = await call(client, 'list_revisions', { series: 'yields.US10Y_US2Y' });
  expect(textOf(spread)).toContain('No value of it was replaced');
});

test('resources are the catalogue and the guide, none longer than an answer', async () => {
  const client = small;
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('almanac://guide/start');
  expect(resources).toHaveLength(DATASETS.length + 2);
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(bytesOf(contents), uri).toBeLessThanOrEqual(ANSWER_BYTES);
  }
});

test('prompts ask what people ask, with their words in them', async () => {
  const client = small;
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ title }) => title)).toContain('What changed in this week’s claims?');
  const { messages } = await client.getPrompt({
    name: 'check_a_number',
    arguments: { what: 'quits of May' },
  });
  expect(JSON.stringify(messages)).toContain('quits of May');
});

test('a call counts what is held once, however many series it names', async () => {
  const app = await sampleApp();
  let counted = 0;
  const holdings = () => {
    counted += 1;
    return app.reader.holdings();
  };
  const client = await clientOf({ reader: { ...app.reader, holdings } });
  const series = ['US1M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y', 'US10Y', 'US30Y'].map(
    (code) => `yields.${code}`,
  );
  const calls: [string, object][] = [
    ['get_observations', { series: series.join(','), to: '2026-01-02' }],
    ['compare_dates', { series: series.join(','), date: '2026-01-02', other_date: '2026-11-19' }],
    ['search_series', { query: 'yield', limit: 20 }],
  ];
  for (const [name, args] of calls) {
    counted = 0;
    expect((await call(client, name, args)).isError).toBeUndefined();
    expect(counted, name).toBe(1);
  }
  await app.close();
  rmSync(app.folder, { recursive: true, force: true });
});
