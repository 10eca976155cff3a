import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, ResourceNotFoundError } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { jsonBytes } from '../../service/contract/fits.ts';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { STATES } from '../../service/datasets/states.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../../service/series-math/fred-codes.ts';
import { openReader, type Reader } from '../../service/store/index.ts';
import { fillFolder } from '../api/folder.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { call, clientOf, LOGS, type Result, sampleApp, textOf } from './client.ts';
import { fillHeld } from './held-data.ts';

/** Checks that the tools' descriptions and examples are true of their answers, for any call. */

let app: Awaited<ReturnType<typeof sampleApp>>;
let sampled: Client;
beforeAll(async () => {
  app = await sampleApp();
  sampled = await clientOf(app);
});
afterAll(async () => {
  await app.close();
  rmSync(app.folder, { recursive: true, force: true });
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

/** Expects the facts that every answer about series must have. */
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

test('no answer is longer than 6,000 bytes, whatever the call, and each has its facts', async () => {
  let good = 0;
  await fc.assert(
    fc.asyncProperty(CALLS, async ([name, args]) => {
      const answer = await call(sampled, name, args);
      expect(jsonBytes(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
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

test('a chart that cannot have all series has a note about it', async () => {
  const dates = { date: '2026-09-30', other_date: '2026-11-19' };
  const codes = ['1M', '2M', '3M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y'].map((one) => `yields.US${one}`);
  const nine = await call(sampled, 'compare_dates', { series: codes.join(','), ...dates });
  expect(nine.structuredContent).toMatchObject({ chart_note: 'The chart has the first 8 of 9 series.' });
  expect(textOf(nine)).toContain('The chart has the first 8 of 9 series.');
  const eight = await call(sampled, 'compare_dates', { series: codes.slice(1).join(','), ...dates });
  expect(eight.structuredContent).toMatchObject({ chart_note: null });
  expect(textOf(eight)).not.toContain('The chart has');
});

test('resources are the catalogue and the guide, none longer than an answer', async () => {
  const { resources } = await sampled.listResources();
  expect(resources).toHaveLength(DATASETS.length + 2);
  for (const { uri } of resources) {
    const { contents } = await sampled.readResource({ uri });
    expect(jsonBytes(contents), uri).toBeLessThanOrEqual(ANSWER_BYTES);
  }
});

test('a call reads the holdings once, however many series it names', async () => {
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
});

test('every example in the schema and description of a tool is answered', async () => {
  const { tools } = await sampled.listTools();
  const needed: Record<string, string> = {
    query: 'claims',
    series: 'yields.US2Y,yields.US10Y',
    date: '2026-09-30',
    other_date: '2026-11-19',
  };
  let run = 0;
  for (const { name, description = '', inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema as {
      properties?: Record<string, { description?: string }>;
      required?: string[];
    };
    const said = Object.entries(properties).map(
      ([argument, one]) => [argument, one.description ?? ''] as const,
    );
    for (const [argument, text] of [[required[0] ?? '', description] as const, ...said])
      for (const [, example] of text.matchAll(/(?<=^|[\s(])'([^']+)'/g)) {
        const args = Object.fromEntries(required.map((one) => [one, needed[one]]));
        const answer = await call(sampled, name, { ...args, [argument]: example });
        expect(answer.isError, `${name} ${argument} ${example}: ${textOf(answer)}`).toBeUndefined();
        run++;
      }
  }
  expect(run).toBeGreaterThan(9);
});

test('every observation is explained, and a spread’s by its two yields', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  fillFolder(folder);
  const reader = withSpreads(openReader(folder));
  onTestFinished(() => reader.close());
  const held = await clientOf({ reader });
  const ids = reader.holdings().flatMap(({ dataset, series }) =>
    series.map(({ code, area, last }) => ({
      id: [dataset, code, ...(area === '' ? [] : [area])].join('.'),
      date: dateText(last),
    })),
  );
  const lines = ids.filter(({ id }) => !id.startsWith('constituents'));
  expect(lines.map(({ id }) => id)).toContain('yields.US10Y_US2Y');
  for (const { id, date } of lines) {
    const rows = await call(held, 'get_observations', { series: id, limit: 1 });
    const { structuredContent, ...answer } = await call(held, 'explain_observation', { series: id, date });
    expect(answer.isError, id).toBeUndefined();
    expect(rows.structuredContent).toMatchObject({ rows: [[date, structuredContent?.value]] });
  }
  const holiday = await call(sampled, 'explain_observation', {
    series: 'yields.US10Y_US2Y',
    date: '2024-03-29',
  });
  expect(textOf(holiday)).toContain('2024-03-29 is Good Friday; in yields only business days have values.');
});

/** Unknown names of series, tools, prompts and resources. */

const small = await clientOf({ reader: { holdings: () => [] } as unknown as Reader });

const KEY = '0123456789abcdef0123456789abcdef';
test.each([
  ['almanac://catalogue/jolt', 'Did you mean jolts?'],
  ['almanac://guide/strat', "The guide has no page 'strat'. Did you mean start?"],
  ['almanac://guide/x', 'Known are: start.'],
  ['almanac://other', 'There are almanac://catalogue, almanac://catalogue/DATASET and almanac://guide/PAGE.'],
  ['https://example.org/', 'There are almanac://catalogue'],
  [`almanac://guide/${KEY}`, "no page '…'."],
])(
  'the unknown resource %s is refused by the protocol’s rule, with the known resources',
  async (uri, said) => {
    const error: unknown = await small.readResource({ uri }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResourceNotFoundError);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) });
    expect(JSON.stringify(error)).not.toContain(KEY);
  },
);

test.each([
  ['get_observation', 'Did you mean get_observations?'],
  ['unemployment', 'Known are: list_datasets, search_series, describe_series, get_observations,'],
  [KEY, "There is no tool '…'."],
])('the unknown tool %s is refused by the protocol’s rule, with the nearest names', async (name, said) => {
  await expect(small.callTool({ name, arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(said),
  });
});

test('an unknown prompt, and one without its argument, are refused by the same rule', async () => {
  const ask = (asked: { name: string; arguments?: Record<string, string> }) => small.getPrompt(asked);
  const refused = (said: string) => ({ code: -32602, message: expect.stringContaining(said) });
  await expect(ask({ name: 'claims_of_this_week' })).rejects.toMatchObject(
    refused('Did you mean claims_this_week?'),
  );
  await expect(ask({ name: 'check_a_number' })).rejects.toMatchObject(refused('what is missing. It is: '));
  await expect(ask({ name: 'claims_this_week', arguments: { wat: 'x' } })).resolves.toBeDefined();
});

test('a key in place of an id is not repeated, even if the id is cut within the key', async () => {
  for (const id of [KEY, `${'x'.repeat(40)} ${KEY}`, `${'x'.repeat(54)} ${KEY}`, `alm_${'k'.repeat(43)}`]) {
    const answer = await call(small, 'get_observations', { series: id });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).not.toMatch(/01234|kkk/);
  }
  for (const [name, args] of [
    ['get_observations', { series: 'yields.US10Y', [KEY]: '1' }],
    ['search_series', { query: `zzz ${KEY}` }],
  ] as const)
    expect(textOf(await call(small, name, args)), name).toMatch(/^(?!.*0123456789abcdef).*…/);
});

/** Complete answers of each tool about imported data, and refusals that help an assistant. */

let client: Client;
let end: () => void;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  fillHeld(folder);
  const reader = withSpreads(openReader(folder));
  client = await clientOf({ reader });
  end = () => {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => end());

test.each(['held-data.md', 'wrong-calls.md'])(
  'each call of %s has exactly the answer written there',
  async (file) => {
    await expectWrittenAnswers(path.join(import.meta.dirname, file), async (asked) => {
      const [, tool = '', args = ''] = /^(\w+) (.*)$/.exec(asked) ?? [];
      const answer = await call(client, tool, JSON.parse(args));
      expect(jsonBytes(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
      const { content, structuredContent, isError } = answer;
      const text = content.map((one) => one.text).join('\n');
      return [
        isError ? `Refused: ${text}` : text,
        ...(structuredContent ? [JSON.stringify(structuredContent)] : []),
      ];
    });
  },
);

test('readings.md has what an assistant reads before it calls: tools and arguments, prompts, resources', async () => {
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const [curve, number] = [
    { name: 'yield_curve_change', arguments: { from: '2026-01-02', to: '2026-11-19' } },
    { name: 'check_a_number', arguments: { what: 'quits of May' } },
  ];
  const asked = [{ name: 'claims_this_week' }, curve, number];
  const json = (value: object) =>
    Object.entries(value)
      .map(([name, one]) => `    ${name}: ${JSON.stringify(one)}\n`)
      .join('');
  const written = [
    `# What an assistant reads\n\n${client.getInstructions()}\n`,
    ...tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) =>
      [
        `## ${name}: ${title}\n\n${description}\n\nIt answers ${Object.keys(outputSchema?.properties ?? {}).join(', ')}.\n`,
        json({ ...inputSchema.properties, ...annotations }),
      ].join('\n'),
    ),
    '## Prompts\n',
    json(prompts),
  ];
  for (const one of asked) written.push(json((await client.getPrompt(one)).messages));
  written.push('## Resources\n', json([...resources, ...resourceTemplates]));
  // One dataset whose ids end with a state, and one with spreads.
  for (const { uri } of resources.filter(({ uri }) => /(catalogue|_state_.*|yields|start)$/.test(uri))) {
    const { contents } = await client.readResource({ uri });
    const [{ text = '', ...rest } = {}] = contents as { text?: string }[];
    written.push(json(rest), text);
  }
  await expect(written.join('\n')).toMatchFileSnapshot('readings.md');
});
